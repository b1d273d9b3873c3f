import { addConsumption, type Consumption, NO_CONSUMPTION } from '../../compute/lifecycle/consumption.js';
import { monthStart } from '../../kernel/calendar-month.js';
import type { EndpointRecord } from '../endpoints/endpoint.js';
import type { State } from '../store/state.js';
import { addSince } from './hour-history.js';

/**
 * Adds up an endpoint's active time until `state.now_ms`: to its project, its branch, and the branch's hours.
 * The caller replaces the endpoint's row, with a new `metered_from_ms`.
 */
export function settle(state: State, endpoint: EndpointRecord): void {
  const from_ms = endpoint.metered_from_ms;
  if (from_ms === undefined) return;
  const { project_id, branch_id, current_cu } = endpoint;
  addToPeriod(state, project_id, endpoint, from_ms);
  addToPeriod(state, branch_id, endpoint, from_ms);
  addSince(state, endpoint, from_ms, (ms) => addConsumption(NO_CONSUMPTION, current_cu, ms / 1000));
}

function addToPeriod(state: State, id: string, endpoint: EndpointRecord, from_ms: number): void {
  const period_start_ms = monthStart(state.now_ms);
  const seconds = secondsSince(Math.max(from_ms, period_start_ms), state.now_ms);
  const totals = addConsumption(settledTotals(state, id, period_start_ms), endpoint.current_cu, seconds);
  state.put('usage', id, { id, project_id: endpoint.project_id, period_start_ms, ...totals });
}

function secondsSince(from_ms: number, until_ms: number): number {
  return Math.max(0, until_ms - from_ms) / 1000;
}

/** Totals added up so far for a project or a branch in a billing period. */
function settledTotals(state: State, id: string, period_start_ms: number): Consumption {
  const row = state.get('usage', id);
  if (row?.period_start_ms !== period_start_ms) return NO_CONSUMPTION;
  const { active_seconds, compute_seconds } = row;
  return { active_seconds, compute_seconds };
}

/**
 * Consumption of a project or a branch in the current billing period.
 * @param metered its endpoints that are active now
 * @param at_ms end of the consumption, assuming they continue unchanged; now by default
 */
export function usageAt(
  state: State,
  id: string,
  metered: readonly EndpointRecord[],
  at_ms: number = state.now_ms,
): Consumption {
  const period_start_ms = monthStart(state.now_ms);
  return metered.reduce(
    (usage, endpoint) => {
      const from_ms = Math.max(endpoint.metered_from_ms ?? at_ms, period_start_ms);
      return addConsumption(usage, endpoint.current_cu, secondsSince(from_ms, at_ms));
    },
    settledTotals(state, id, period_start_ms),
  );
}

/** {@link usageAt} of a project. */
export function projectUsage(state: State, project_id: string): Consumption {
  return usageAt(state, project_id, state.meteredByProject.rows(project_id));
}

/** {@link usageAt} of a branch. */
export function branchUsage(state: State, branch_id: string): Consumption {
  return usageAt(state, branch_id, state.meteredByBranch.rows(branch_id));
}

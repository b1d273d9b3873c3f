import { periodStart } from './billing-period.js';
import type { EndpointRecord } from './endpoint.js';
import type { State } from './state.js';
import { NO_USAGE, type UsageTotals } from './usage.js';

const HOUR_MS = 3_600_000;

/**
 * Adds up an endpoint's active time until `state.now_ms`: to its project, its branch, and the branch's hours.
 * Whoever calls it replaces the endpoint's row, with another `metered_from_ms`.
 */
export function settle(state: State, endpoint: EndpointRecord): void {
  const from_ms = endpoint.metered_from_ms;
  if (from_ms === undefined) return;
  const { project_id, branch_id, current_cu } = endpoint;
  addToPeriod(state, project_id, endpoint, from_ms);
  addToPeriod(state, branch_id, endpoint, from_ms);
  const until_ms = state.now_ms;
  for (let hour = Math.floor(from_ms / HOUR_MS); hour * HOUR_MS < until_ms; hour++) {
    const part_ms = Math.min(until_ms, (hour + 1) * HOUR_MS) - Math.max(from_ms, hour * HOUR_MS);
    const id = `${branch_id}/${hour}`;
    const before = state.get('hours', id)?.compute_seconds ?? 0;
    const compute_seconds = before + (part_ms / 1000) * current_cu;
    state.put('hours', id, { id, project_id, branch_id, hour, compute_seconds });
  }
}

function addToPeriod(state: State, id: string, endpoint: EndpointRecord, from_ms: number): void {
  const period_start_ms = periodStart(state.now_ms);
  const settled = settledTotals(state, id, period_start_ms);
  const seconds = Math.max(0, state.now_ms - Math.max(from_ms, period_start_ms)) / 1000;
  state.put('usage', id, {
    id,
    project_id: endpoint.project_id,
    period_start_ms,
    active_seconds: settled.active_seconds + seconds,
    compute_seconds: settled.compute_seconds + seconds * endpoint.current_cu,
  });
}

/** What has been added up for a project or a branch in a billing period. */
export function settledTotals(state: State, id: string, period_start_ms: number): UsageTotals {
  const row = state.get('usage', id);
  return row?.period_start_ms === period_start_ms ? row : NO_USAGE;
}

/**
 * Consumption of a project or a branch in the current billing period, up to `state.now_ms`.
 * @param metered its endpoints that are active now
 */
export function usageNow(state: State, id: string, metered: readonly EndpointRecord[]): UsageTotals {
  const period_start_ms = periodStart(state.now_ms);
  let { active_seconds, compute_seconds } = settledTotals(state, id, period_start_ms);
  for (const endpoint of metered) {
    const from_ms = Math.max(endpoint.metered_from_ms ?? state.now_ms, period_start_ms);
    const seconds = Math.max(0, state.now_ms - from_ms) / 1000;
    active_seconds += seconds;
    compute_seconds += seconds * endpoint.current_cu;
  }
  return { active_seconds, compute_seconds };
}

/** {@link usageNow} of a project. */
export function projectUsage(state: State, project_id: string): UsageTotals {
  return usageNow(state, project_id, state.meteredByProject.rows(project_id));
}

/** {@link usageNow} of a branch. */
export function branchUsage(state: State, branch_id: string): UsageTotals {
  return usageNow(state, branch_id, state.meteredByBranch.rows(branch_id));
}

import { enter } from './endpoint-state.js';
import type { Operation } from './operation.js';
import { planUpdate } from './operation-plan.js';
import { endpointSteps, schedule } from './scheduling.js';
import type { State } from './state.js';

/**
 * Tells a branch's primary compute of its roles and databases: an active one applies them as it runs, an idle
 * one is activated for a moment. Without one, or with one that is disabled, there is nothing to do.
 * @throws PlatformError `locked`
 */
export function applyToBranch(state: State, branch_id: string): readonly Operation[] {
  const primary = state.primaryByBranch.only(branch_id);
  if (primary === undefined || primary.disabled) return [];
  const plan = planUpdate(primary, { restarts: false, applies: true, disables: false });
  const operations = schedule(state, primary.project_id, endpointSteps(primary, plan.actions));
  enter(state, primary, plan);
  return operations;
}

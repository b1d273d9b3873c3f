import { DEFAULT_PLAN, limitOn } from '../../vendors/plan-limits.js';

/** Computes of a project that may be active at once, the same on every plan. */
export const ACTIVE_COMPUTES_LIMIT = limitOn(
  { name: DEFAULT_PLAN, as_of: undefined },
  'active_computes',
)!.value;

/** What a client is told beyond the limit. Source: documentation of connection errors, 2024-11. */
export const ACTIVE_COMPUTES_EXCEEDED =
  'You have exceeded the limit of concurrently active endpoints. Please suspend some endpoints and try again.';

/** Whether a compute counts towards the limit of active ones: all do except the primary of the default branch. */
export function countsAsLimited(type: string, branch: string, default_branch: string): boolean {
  return type !== 'read_write' || branch !== default_branch;
}

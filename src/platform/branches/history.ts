import { badRequest, PlatformError } from '../checks/platform-error.js';
import { parseApiTimestamp } from '../checks/text-checks.js';
import { LSN } from '../resource/schema.js';
import type { State } from '../store/state.js';
import type { BranchRecord } from './branch.js';

/** Responses truncate timestamps to the second: a timestamp this recent means the present. */
const PRESENT_MS = 1_000;

/**
 * The point of a branch's history that a request names: a time, a log position, or the head.
 * @param prefix of the request's attributes, such as `parent_`
 * @returns the time, and the log position if the request names one
 * @throws PlatformError `bad_request`; `not_implemented` for a past point if the data has no history
 */
export function historyPoint(
  state: State,
  branch: BranchRecord,
  { lsn, timestamp }: { readonly lsn?: string | undefined; readonly timestamp?: string | undefined },
  prefix = '',
) {
  if (lsn !== undefined && timestamp !== undefined) {
    throw badRequest(`${prefix}lsn and ${prefix}timestamp cannot be combined`);
  }
  if (lsn !== undefined && !LSN.test(lsn)) {
    throw badRequest(`${prefix}lsn "${lsn}" is not a log sequence number, such as 0/1DE2850`);
  }
  const at_ms = timestamp === undefined ? state.now_ms : parseApiTimestamp(timestamp, `${prefix}timestamp`);
  const kept_ms = state.get('projects', branch.project_id)!.history_retention_seconds * 1000;
  // Responses truncate timestamps to the second, so a creation time that a client sends back must be valid.
  const earliest_ms = Math.floor(Math.max(branch.created_at_ms, state.now_ms - kept_ms) / 1000) * 1000;
  if (at_ms > state.now_ms || at_ms < earliest_ms) {
    const whose = prefix === 'parent_' ? "the parent's history" : `the history of branch ${branch.name}`;
    throw badRequest(`${prefix}timestamp ${timestamp} is not within ${whose}`);
  }
  const is_past = lsn !== undefined || at_ms < state.now_ms - PRESENT_MS;
  if (is_past && !state.rules.keeps_history) {
    throw new PlatformError(
      'not_implemented',
      `real servers keep no history, so ${prefix}lsn and ${prefix}timestamp cannot name the past; omit them for the current data`,
    );
  }
  return { lsn, at_ms };
}

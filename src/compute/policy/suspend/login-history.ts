import { countBelow } from '../../../statistics/count-below.js';

/** The times at which clients ended an idle period: an immutable value of bounded size. */
export interface LoginHistory {
  /** Start of the history, in Unix time; `undefined` before. */
  readonly since_epoch_seconds: number | undefined;
  /** Unix times, ascending; at most one per slot. */
  readonly logins: Float64Array;
}

export const NO_LOGINS: LoginHistory = { since_epoch_seconds: undefined, logins: new Float64Array(0) };

/** Starts the history at a moment, unless it has begun. */
export function beginHistory(history: LoginHistory, epoch_seconds: number): LoginHistory {
  return history.since_epoch_seconds === undefined
    ? { ...history, since_epoch_seconds: epoch_seconds }
    : history;
}

/** Adds a login unless its slot already has one; logins older than `kept_seconds` are dropped. */
export function addLogin(
  history: LoginHistory,
  epoch_seconds: number,
  slot_seconds: number,
  kept_seconds: number,
): LoginHistory {
  const { logins } = history;
  const last = logins.at(-1) ?? Number.NEGATIVE_INFINITY;
  if (Math.floor(epoch_seconds / slot_seconds) <= Math.floor(last / slot_seconds)) return history;
  const kept = logins.subarray(countBelow(logins, epoch_seconds - kept_seconds));
  const longer = new Float64Array(kept.length + 1);
  longer.set(kept);
  longer[kept.length] = epoch_seconds;
  return { ...history, logins: longer };
}

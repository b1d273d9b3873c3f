import { type IdleLengths, TIMEOUTS_SECONDS, underEachTimeout } from '../compute/idle-lengths.js';
import type { IdleObservations } from '../simulation/run/idle-accounts.js';

/** A compute's idle periods of a minute or more, as observed in a run. */
export interface IdleSeen {
  /** Sums over the periods that a query ended. */
  readonly idle: Omit<IdleObservations, 'ended_held' | 'ended_resumed'>;
  /** Their lengths; absent if there were none. */
  readonly idle_lengths?: IdleLengths | undefined;
}

/** A compute's cost with other suspend timeouts: estimates from the idle periods of one run. */
export interface IdleSaving {
  /** Cost of the time that the compute was active in idle periods of a minute or more: what an oracle would save. */
  readonly idle_usd: number;
  /** Cost of one second active and idle. */
  readonly usd_per_second: number;
  /** Whether the compute can suspend and has at least one idle period. */
  readonly judged: boolean;
  /** By index in `TIMEOUTS_SECONDS`: the saving of each timeout; negative if it costs more. */
  readonly saving_usd: Float64Array;
  /** By the same index: additional wakes of each timeout; negative if it avoids some. */
  readonly further_wakes: Float64Array;
}

/** A difference below this share of the compared seconds is due to rounding. */
const ROUNDING = 1e-9;

/**
 * Estimates the saving of each suspend timeout. With a timeout of T, an idle period of length g keeps the compute for
 * min(g, T), and ends with a wake if g > T. The period that the end of the run cuts off ends without a wake. An idle
 * compute is assumed to be at its minimum, because the autoscaler gets there within minutes. Arrivals are assumed not
 * to change with a wake.
 *
 * @param settings the compute's smallest size, and whether it never suspends for its size
 */
export function idleSaving(
  { idle, idle_lengths }: IdleSeen,
  settings: { readonly min_cu: number; readonly always_active: boolean },
  usd_per_cu_hour: number,
): IdleSaving {
  const lengths = idle_lengths ?? NO_LENGTHS;
  const active_seconds =
    idle.held_seconds +
    idle.resumed_rightly_seconds +
    idle.resumed_wrongly_seconds +
    lengths.cut_off_active_seconds;
  const usd_per_second = (settings.min_cu * usd_per_cu_hour) / 3600;
  const judged = idle_lengths !== undefined && !settings.always_active;
  const under = underEachTimeout(lengths);
  const saved = (after_seconds: number): number => {
    const seconds = active_seconds - after_seconds;
    return Math.abs(seconds) <= ROUNDING * active_seconds ? 0 : seconds * usd_per_second;
  };
  return {
    idle_usd: active_seconds * usd_per_second,
    usd_per_second,
    judged,
    saving_usd: judged ? packed(under.map((each) => saved(each.active_seconds))) : NONE_SAVED,
    further_wakes: judged ? packed(under.map(({ wakes }) => wakes - idle.ended_suspended)) : NONE_SAVED,
  };
}

const NONE_SAVED = new Float64Array(TIMEOUTS_SECONDS.length);

/** Numbers of a pool: separate buffers for a hundred thousand tenants would take as much memory as their contents. */
const POOL_NUMBERS = 1 << 13;

let pool = new Float64Array(0);
let used = 0;

function packed(values: readonly number[]): Float64Array {
  if (used + values.length > pool.length) [pool, used] = [new Float64Array(POOL_NUMBERS), 0];
  const own = pool.subarray(used, used + values.length);
  own.set(values);
  used += values.length;
  return own;
}

const NO_LENGTHS: IdleLengths = {
  counts: new Float64Array(0),
  seconds: new Float64Array(0),
  cut_off: [],
  cut_off_active_seconds: 0,
};

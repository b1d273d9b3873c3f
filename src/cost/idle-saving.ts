/** What a compute's idle periods cost, and what of that a shorter suspend timeout would save. */
export interface IdleSaving {
  /** Cost of the time that the compute was active in idle periods of a minute or more: what an oracle would save. */
  readonly idle_usd: number;
  /** Saved by suspending after the shortest timeout allowed. */
  readonly saving_usd: number;
  /** Wakes that this would bring, at most. */
  readonly further_wakes: number;
}

/**
 * Estimates a saving from what idle periods came to. With a timeout of S an idle period of length g keeps the compute
 * for min(g, S), so that N periods keep it for N · S at most: the saving is at least what they kept it for, less that;
 * exactly so for S = 60 s, since shorter periods are not counted. An idle compute is taken to be at its minimum, to
 * which the autoscaler brings it within minutes, and arrivals are taken not to change with a wake.
 *
 * @param seen idle periods of a minute or more, and the seconds for which they kept the compute active
 * @param settings the shortest timeout that may be set, seconds, and the compute's smallest size
 */
export function idleSaving(
  seen: { readonly ended_held: number; readonly ended_suspended: number; readonly held_seconds: number },
  settings: { readonly shortest_timeout_seconds: number; readonly min_cu: number },
  usd_per_cu_hour: number,
): IdleSaving {
  const periods = seen.ended_held + seen.ended_suspended;
  const left_seconds = periods * settings.shortest_timeout_seconds;
  // Sums of many periods must not leave a saving of a few nanoseconds.
  const saves = seen.held_seconds > left_seconds * (1 + 1e-9);
  const saved_seconds = saves ? seen.held_seconds - left_seconds : 0;
  const usd_per_second = (settings.min_cu * usd_per_cu_hour) / 3600;
  return {
    idle_usd: seen.held_seconds * usd_per_second,
    saving_usd: saved_seconds * usd_per_second,
    further_wakes: saves ? seen.ended_held : 0,
  };
}

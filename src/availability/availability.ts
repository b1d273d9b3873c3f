/** How available a compute, or a project, was. */
export interface Availability {
  /** Completed ÷ arrived queries; those still in flight at the end count as not completed. `null`: none arrived. */
  readonly request: number | null;
  /**
   * 1 − the share of time in which a new connection would have been refused, or held because the compute was
   * waking or restarting while somebody waited.
   */
  readonly time: number;
  readonly unavailable_seconds: number;
  /** The same by what it was due to (`slots_full`, `waking`, `restarting`, `quota`, `fault`). */
  readonly unavailable_by_cause: Readonly<Record<string, number>>;
}

/**
 * Availability from counts and times.
 * @param observed_seconds the length of the run; for a project, times the number of its computes, so that
 *   `time` is the mean of the computes' shares, each with equal weight
 */
export function availabilityOf(
  seen: {
    readonly arrived: number;
    readonly completed: number;
    readonly unavailable_seconds: number;
    readonly unavailable_by_cause: Readonly<Record<string, number>>;
  },
  observed_seconds: number,
): Availability {
  return {
    request: seen.arrived > 0 ? seen.completed / seen.arrived : null,
    time: observed_seconds > 0 ? 1 - seen.unavailable_seconds / observed_seconds : 1,
    unavailable_seconds: seen.unavailable_seconds,
    unavailable_by_cause: seen.unavailable_by_cause,
  };
}

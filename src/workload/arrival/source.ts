import type { RandomStream } from '../../kernel/random-stream.js';

/** The arrival times of a load's queries, in order. */
export interface ArrivalSource {
  /**
   * The next arrival in seconds since the scenario's start: 0 or more, never before the last one, always
   * before 2^53. Infinity after the last one.
   */
  next(): number;
  /**
   * Leaves out the arrivals between the last one returned and a time: draws only their number. {@link next} continues
   * from that time. Absent if arrivals depend on earlier ones.
   * @param last the arrival returned last
   * @param until seconds, after it and at most the horizon
   * @param counts draws the number
   * @returns the number of arrivals left out
   */
  leaveOut?(last: number, until: number, counts: RandomStream): number;
}

/** Limit of all times: from here on, the spacing of float64 exceeds one second. */
export const END_OF_TIME = Number.MAX_SAFE_INTEGER;

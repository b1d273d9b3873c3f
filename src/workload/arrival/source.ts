import type { RandomStream } from '../../kernel/random-stream.js';

/** The moments at which a load's queries arrive, one after the other. */
export interface ArrivalSource {
  /**
   * The next arrival in seconds since the scenario's start: 0 or more, never before the last one, always
   * before 2^53. Infinity when there are no more, and from then on.
   */
  next(): number;
  /**
   * Leaves out the arrivals between the last one given and a moment: draws only how many there are. {@link next} goes
   * on from that moment. Absent where arrivals depend on those before them.
   * @param last the arrival given last
   * @param until seconds, after it and at most the horizon
   * @param counts draws the number
   * @returns how many
   */
  leaveOut?(last: number, until: number, counts: RandomStream): number;
}

/** Times at and beyond this are never reached: the spacing of float64 becomes more than a second. */
export const END_OF_TIME = Number.MAX_SAFE_INTEGER;

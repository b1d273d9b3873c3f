/** The moments at which a load's queries arrive, one after the other. */
export interface ArrivalSource {
  /**
   * The next arrival in seconds since the scenario's start: 0 or more, never before the last one, always
   * before 2^53. Infinity when there are no more, and from then on.
   */
  next(): number;
}

/** Times at and beyond this are never reached: the spacing of float64 becomes more than a second. */
export const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** Kinds below this are departures; one due within a rounding error after an arrival fires before it. */
export const FIRST_KINDS = 4;
/**
 * Events from this kind on come after all others at the same time, as arrivals do: they find the places that departures
 * free.
 */
export const LAST_KINDS = 32;
/** Added to the sequence number of the last kinds to sort them last; numbers stay exact up to 2^53. */
export const LAST = 4_503_599_627_370_496;
/** Times with a smaller relative difference are equal: sums and products of the same times round differently. */
export const ONE_MOMENT = 2.220446049250313e-16 * 4;

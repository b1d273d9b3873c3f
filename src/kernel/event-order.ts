/** Events of kinds below this are departures: one that is due a rounding error after an arrival goes before it. */
export const FIRST_KINDS = 4;
/**
 * Events of this kind or a greater one come after all others of their moment, as arrivals do: they find the places of
 * those who leave.
 */
export const LAST_KINDS = 32;
/** Added to the number of an event of the last kinds, to order it behind all others; numbers stay exact to 2^53. */
export const LAST = 4_503_599_627_370_496;
/** Moments that differ by less than this share are one: sums and products of the same times are rounded differently. */
export const ONE_MOMENT = 2.220446049250313e-16 * 4;

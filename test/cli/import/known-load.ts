/** Monday, 2026-01-05T00:00:00Z. */
export const BEGIN = 1_767_571_200;
/** Seconds after the start at which queries arrive: bursts, silence, and one at a fraction of a second. */
export const ARRIVALS = [0, 1, 1, 2, 30.25, 30.5, 61, 400, 401.125, 899] as const;
/** The number of arrivals in each of fifteen minutes. */
export const A_MINUTE = Array.from(
  { length: 15 },
  (_, minute) => ARRIVALS.filter((at) => Math.floor(at / 60) === minute).length,
);

/** A moment as a UTC timestamp. */
export const iso = (seconds: number, digits = 3) =>
  new Date(Math.round(seconds * 1e6) / 1000).toISOString().replace(/(\.\d{3})Z$/, digits === 0 ? 'Z' : '$1Z');

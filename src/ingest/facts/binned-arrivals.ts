import type { IntervalSeries } from './seasonality.js';

/** Widths to choose from, and the most bins a series may have. */
const WIDTHS_SECONDS = [60, 300, 3600, 86_400] as const;
const MAX_BINS = 2_000_000;

/**
 * Single arrivals as counts per minute (per second when they last less than ten minutes, coarser when they
 * last for years), from the first arrival on. The last, incomplete bin is left out unless it is the only one.
 *
 * @param moments at least one
 */
export function binnedArrivals(moments: Float64Array): IntervalSeries {
  const first = moments[0]!;
  const span = moments.at(-1)! - first;
  const coarse = WIDTHS_SECONDS.find((width) => span / width < MAX_BINS) ?? 86_400;
  const width_seconds = span < 600 ? 1 : coarse;
  const bins = Math.max(1, Math.floor(span / width_seconds));
  const times = Float64Array.from({ length: bins }, (_, i) => first + i * width_seconds);
  const values = new Float64Array(bins);
  for (const moment of moments) {
    const bin = Math.floor((moment - first) / width_seconds);
    if (bin < bins) values[bin] = values[bin]! + 1;
  }
  return { times_seconds: times, values, width_seconds };
}

import type { Histogram } from '../../../statistics/histogram.js';

/** A stretch of values and how many fell into it; logarithms to base 2 of seconds. */
export interface Bin {
  readonly from_log2: number;
  readonly to_log2: number;
  readonly count: number;
}

/** Bins an octave, the finest first; each divides an octave of the histogram's own buckets evenly. */
const BINS_AN_OCTAVE = [16, 8, 4, 2, 1];
const MAX_BINS = 120;
/** No fewer bins than this for want of values. */
const FEW_BINS = 12;

/**
 * A histogram's values in fewer, wider bins: whole buckets are added up, so every count is exact. Values of zero are
 * left out.
 */
export function distributionBins(seconds: Histogram): readonly Bin[] {
  const buckets = seconds.buckets().filter(({ value }) => value > 0);
  if (buckets.length === 0) return [];
  const values = buckets.reduce((sum, { count }) => sum + count, 0);
  // Few values in many bins are a comb, not a shape.
  const most = Math.max(FEW_BINS, Math.min(MAX_BINS, 2 * Math.sqrt(values)));
  for (const bins of BINS_AN_OCTAVE) {
    const places = buckets.map(({ value }) => binOf(value, bins));
    const span = places[places.length - 1]! - places[0]! + 1;
    if (span > most && bins > 1) continue;
    const counts = new Map<number, number>();
    for (const [index, { count }] of buckets.entries()) {
      counts.set(places[index]!, (counts.get(places[index]!) ?? 0) + count);
    }
    return [...counts].map(([place, count]) => ({
      from_log2: edgeOf(place, bins),
      to_log2: edgeOf(place + 1, bins),
      count,
    }));
  }
  return [];
}

/** The bin of a value: the middle of a bucket, which lies well inside its bin. */
function binOf(value: number, bins: number): number {
  const octave = Math.floor(log2(value));
  // Whole octaves are exact in floating point, one doubling at a time.
  let unit = 1;
  for (let step = 0; step < octave; step++) unit *= 2;
  for (let step = 0; step > octave; step--) unit /= 2;
  return octave * bins + Math.floor((value / unit - 1) * bins);
}

function edgeOf(place: number, bins: number): number {
  const octave = Math.floor(place / bins);
  return octave + log2(1 + (place - octave * bins) / bins);
}

/** The logarithm to base 2. */
export function log2(value: number): number {
  return Math.log(value) / Math.LN2;
}

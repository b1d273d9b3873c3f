import { countBelow } from './count-below.js';

/** Bucket i holds values from `starts[i]` to below `starts[i + 1]`; the last one has no upper bound. */
export type BucketStarts = Float64Array;

/**
 * A histogram whose samples lose half their weight per half-life. It is immutable: adding a sample returns a new
 * one. The weights are as of the latest sample.
 */
export interface DecayingHistogram {
  readonly starts: BucketStarts;
  readonly weights: Float64Array;
}

/**
 * Buckets, each wider than the one before by the same factor, the first beginning at 0, the last
 * at or beyond `most`. Source: the exponential histogram of the Kubernetes Vertical Pod Autoscaler,
 * `pkg/recommender/util/histogram_options.go`.
 */
export function exponentialBuckets(first: number, most: number, growth: number): BucketStarts {
  const starts = [0];
  let width = first;
  for (let start = first; ; start += width) {
    starts.push(start);
    if (start >= most) return Float64Array.from(starts);
    width *= growth;
  }
}

/** A histogram without samples. */
export function emptyDecayingHistogram(starts: BucketStarts): DecayingHistogram {
  return { starts, weights: new Float64Array(starts.length) };
}

/** The remaining share of a weight after this many half-lives. */
export function decay(half_lives: number): number {
  return Math.exp(-half_lives * Math.LN2);
}

/**
 * Decays a histogram and adds one sample.
 * @param half_lives time since the latest sample, in half-lives
 */
export function addSample(
  histogram: DecayingHistogram,
  value: number,
  weight: number,
  half_lives: number,
): DecayingHistogram {
  const { starts } = histogram;
  const kept = decay(half_lives);
  // A loop, not map: this runs at every check of every compute, and a callback per bucket doubles its time.
  const weights = new Float64Array(histogram.weights);
  if (kept !== 1) for (let bucket = 0; bucket < weights.length; bucket++) weights[bucket]! *= kept;
  weights[bucketOf(starts, value)]! += weight;
  return { starts, weights };
}

/**
 * The percentile's upper bound: the end of the first bucket at which the cumulative weight reaches a share. It is off
 * by less than a bucket's width. For the last bucket it is the start; without samples it is 0.
 * @param share 0 to 1
 */
export function percentileOf(histogram: DecayingHistogram, share: number): number {
  return endOfShare(histogram, share, false);
}

/**
 * The same for a histogram whose samples also weigh their value, so that the time spent at a high value counts
 * for more: the load-adjusted percentile of Autopilot (Rzadca et al., EuroSys 2020).
 */
export function loadPercentileOf(histogram: DecayingHistogram, share: number): number {
  return endOfShare(histogram, share, true);
}

/** The end of the first bucket at which the cumulative weight, or weight × value, reaches a share. */
function endOfShare({ starts, weights }: DecayingHistogram, share: number, byLoad: boolean): number {
  const last = starts.length - 1;
  let total = 0;
  for (let bucket = 0; bucket <= last; bucket++) {
    total += weights[bucket]! * (byLoad ? starts[Math.min(bucket + 1, last)]! : 1);
  }
  if (total === 0) return 0;
  const wanted = share * total;
  let below = 0;
  for (let bucket = 0; bucket < last; bucket++) {
    below += weights[bucket]! * (byLoad ? starts[bucket + 1]! : 1);
    if (below > 0 && below >= wanted) return starts[bucket + 1]!;
  }
  return starts[last]!;
}

/** The last bucket that begins at or below a value; the first for a value below all. */
function bucketOf(starts: BucketStarts, value: number): number {
  const below = countBelow(starts, value);
  return starts[below] === value ? below : Math.max(0, below - 1);
}

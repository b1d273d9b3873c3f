/** Bytes per page, in Postgres and in the Local File Cache. */
export const PAGE_BYTES = 8192;

/** Default number of ranks kept individually; lower ranks are grouped. */
const SINGLE_RANKS = 1024;
/** Ratio of the last ranks of successive groups. */
const GROUP_RATIO = 1.01;

/**
 * The read probability of each page of a working set, most popular first: `counts[g]` pages have probability
 * `probabilities[g]` each. The sum over all pages is 1.
 */
export interface PagePopularity {
  readonly pages: number;
  readonly probabilities: Float64Array;
  readonly counts: Float64Array;
}

/**
 * Zipf popularity: page i of N is read with probability proportional to i^−exponent.
 * @param pages N, 1 or more
 * @param exponent 0 is uniform
 * @param singleRanks number of ranks kept individually; the others are grouped geometrically at the mean of their
 * ranks, which changes hit ratios by less than 1e−5
 */
export function zipfPopularity(pages: number, exponent: number, singleRanks = SINGLE_RANKS): PagePopularity {
  if (!(pages >= 1)) throw new RangeError(`a working set has at least one page, not ${pages}`);
  const weights: number[] = [];
  const counts: number[] = [];
  const total = Math.floor(pages);
  const single = Math.min(total, singleRanks);
  for (let rank = 1; rank <= single; rank++) {
    weights.push(Math.exp(-exponent * Math.log(rank)));
    counts.push(1);
  }
  for (let first = single + 1; first <= total; ) {
    const last = Math.min(total, Math.max(first, Math.floor(first * GROUP_RATIO)));
    const count = last - first + 1;
    weights.push(powerSum(first, last, exponent) / count);
    counts.push(count);
    first = last + 1;
  }
  let sum = 0;
  for (let group = weights.length - 1; group >= 0; group--) sum += weights[group]! * counts[group]!;
  return {
    pages: total,
    probabilities: Float64Array.from(weights, (weight) => weight / sum),
    counts: Float64Array.from(counts),
  };
}

/** Σ i^−s for i from a to b, by the midpoint rule; for a above 1000 the relative error is below 1e−7. */
function powerSum(a: number, b: number, s: number): number {
  const low = Math.log(a - 0.5);
  const high = Math.log(b + 0.5);
  const power = 1 - s;
  if (Math.abs(power) < 1e-12) return high - low;
  return (Math.exp(power * high) - Math.exp(power * low)) / power;
}

/** Expected number of pages read at least once in `reads` reads: Σ (1 − e^(−p n)). */
export function distinctPages(popularity: PagePopularity, reads: number): number {
  const { probabilities, counts } = popularity;
  let sum = 0;
  for (let group = probabilities.length - 1; group >= 0; group--) {
    sum -= counts[group]! * Math.expm1(-probabilities[group]! * reads);
  }
  return sum;
}

/** Probability that the next read hits a page of the last `reads` reads: Σ p (1 − e^(−p n)). */
export function hitRatio(popularity: PagePopularity, reads: number): number {
  const { probabilities, counts } = popularity;
  let sum = 0;
  for (let group = probabilities.length - 1; group >= 0; group--) {
    const probability = probabilities[group]!;
    sum -= counts[group]! * probability * Math.expm1(-probability * reads);
  }
  return sum;
}

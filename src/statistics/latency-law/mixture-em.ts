import type { GroupedLogs } from './grouped-logs.js';
import { type TruncatedNormal, truncate } from './truncated-normal.js';

/** A mixture of normal distributions. */
export interface NormalParts {
  /** They sum to 1. */
  readonly weights: Float64Array;
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

/** A mixture fitted to a sample, and its likelihood. */
export interface FittedParts extends NormalParts {
  readonly log_likelihood: number;
}

/** When to stop iterating. */
export interface Patience {
  readonly rounds: number;
  /** Stops after a round that increases the log likelihood by less than this. */
  readonly gain: number;
}

const HALF_LOG_TWO_PI = 0.9189385332046727;
/** A part whose weight is below this number of values keeps its mean and deviation. */
const NOTHING = 1e-6;

/**
 * Fits a normal mixture by expectation–maximization (A. P. Dempster, N. M. Laird, D. B. Rubin, J. R. Stat. Soc. B 39,
 * 1977). A value known only to lie between bounds counts with each part's moments between them (G. J. McLachlan, P. N.
 * Jones, Biometrics 44, 1988). The likelihood increases with every round.
 *
 * @param counts number of values in each group, which may differ from the sample's
 * @param least_deviation minimum deviation of a part: a likelihood has no maximum if a part may shrink to one value
 */
export function fitParts(
  sample: GroupedLogs,
  counts: ArrayLike<number>,
  start: NormalParts,
  least_deviation: number,
  { rounds, gain }: Patience,
): FittedParts {
  const { known, lows, highs } = sample;
  const parts = start.weights.length;
  const weights = Float64Array.from(start.weights);
  const means = Float64Array.from(start.means);
  const deviations = Float64Array.from(start.deviations);
  // For each part, sums over its values: their number, distance from its mean, and squared distance.
  const [shares, firsts, squares] = [0, 1, 2].map(() => new Float64Array(parts)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const heights = new Float64Array(parts);
  const chances = new Float64Array(parts);
  const moments: TruncatedNormal[] = Array.from({ length: parts }, () => ({
    log_probability: 0,
    first: 0,
    second: 0,
  }));
  let size = 0;
  for (let group = 0; group < counts.length; group++) size += counts[group]!;
  let log_likelihood = Number.NEGATIVE_INFINITY;
  for (let round = 0; ; round++) {
    let total = 0;
    for (let part = 0; part < parts; part++) {
      shares[part] = 0;
      firsts[part] = 0;
      squares[part] = 0;
      heights[part] = Math.log(weights[part]! / deviations[part]!) - HALF_LOG_TWO_PI;
    }
    for (let group = 0; group < known.length; group++) {
      const count = counts[group]!;
      if (count === 0) continue;
      const value = known[group]!;
      let top = Number.NEGATIVE_INFINITY;
      for (let part = 0; part < parts; part++) {
        const z = (value - means[part]!) / deviations[part]!;
        const chance = heights[part]! - 0.5 * z * z;
        chances[part] = chance;
        if (chance > top) top = chance;
      }
      let sum = 0;
      for (let part = 0; part < parts; part++) {
        const chance = Math.exp(chances[part]! - top);
        chances[part] = chance;
        sum += chance;
      }
      total += count * (top + Math.log(sum));
      for (let part = 0; part < parts; part++) {
        const share = (count * chances[part]!) / sum;
        const distance = value - means[part]!;
        shares[part]! += share;
        firsts[part]! += share * distance;
        squares[part]! += share * distance * distance;
      }
    }
    for (let group = 0; group < lows.length; group++) {
      const count = counts[known.length + group]!;
      if (count === 0) continue;
      let top = Number.NEGATIVE_INFINITY;
      for (let part = 0; part < parts; part++) {
        const [mean, deviation] = [means[part]!, deviations[part]!];
        truncate((lows[group]! - mean) / deviation, (highs[group]! - mean) / deviation, moments[part]!);
        const chance = Math.log(weights[part]!) + moments[part]!.log_probability;
        chances[part] = chance;
        if (chance > top) top = chance;
      }
      let sum = 0;
      for (let part = 0; part < parts; part++) {
        chances[part] = Math.exp(chances[part]! - top);
        sum += chances[part]!;
      }
      total += count * (top + Math.log(sum));
      for (let part = 0; part < parts; part++) {
        const share = (count * chances[part]!) / sum;
        const deviation = deviations[part]!;
        shares[part]! += share;
        firsts[part]! += share * deviation * moments[part]!.first;
        squares[part]! += share * deviation * deviation * moments[part]!.second;
      }
    }
    const gained = total - log_likelihood;
    log_likelihood = total;
    if (gained < gain || round === rounds) return { weights, means, deviations, log_likelihood };
    for (let part = 0; part < parts; part++) {
      const share = shares[part]!;
      weights[part] = Math.max(share / size, Number.MIN_VALUE);
      if (share < NOTHING) continue;
      const moved = firsts[part]! / share;
      means[part]! += moved;
      deviations[part] = Math.max(
        least_deviation,
        Math.sqrt(Math.max(0, squares[part]! / share - moved * moved)),
      );
    }
  }
}

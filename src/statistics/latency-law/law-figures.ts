import type { Distribution } from '../../kernel/distribution.js';
import { mean } from '../../kernel/distribution-moments.js';
import { normalCumulative } from '../../kernel/functions/normal.js';
import { quantile } from '../../kernel/quantile.js';
import { randomStream } from '../../kernel/random-stream.js';
import { betweenNeighbours } from '../sample-moments.js';
import type { MatchedParameter } from '../simulated-moments/matched-parameters.js';
import { studentTQuantile } from '../student-t.js';
import { type LatencyLaw, lawDistribution, refitLaw } from './latency-law.js';
import { isAbandoned, type MeasuredValue } from './measured-value.js';

/** Number of bootstrap resamples. */
const DRAWS = 400;
/** Minimum expected number of values beyond a quantile: 200 values in all for a p99. */
const MIN_VALUES_BEYOND = 2;
/** Parameters per part: weight, mean and deviation. */
const PARAMETERS = 3;
/** Minimum number of values for a law. */
export const MIN_MEASURED = 10;

/** Reported quantiles, as shares. */
export const LAW_QUANTILES = [0.5, 0.9, 0.95, 0.99, 0.999] as const;

/** One figure of a law, with its interval. */
export interface LawFigure extends MatchedParameter {
  readonly name: 'mean' | 'p50' | 'p90' | 'p95' | 'p99' | 'p99.9';
}

/**
 * The largest reported quantile that a sample supports: two values are expected beyond it, and no value is abandoned
 * below it; `undefined` if the sample is too small for any.
 */
export function largestSupportedQuantile(values: readonly MeasuredValue[]): number | undefined {
  if (values.length < MIN_MEASURED) return undefined;
  const given_up = values.filter(isAbandoned).length / values.length;
  return LAW_QUANTILES.findLast(
    // Rounding of 1 − p must not exclude a sample of exactly 200 values.
    (p) => values.length * (1 - p) >= MIN_VALUES_BEYOND - 1e-9 && p <= 1 - given_up,
  );
}

/** The number of values that a quantile requires. */
export function valuesNeeded(p: number): number {
  return Math.max(MIN_MEASURED, Math.round(MIN_VALUES_BEYOND / (1 - p)));
}

/**
 * Mean and quantiles of a law with bootstrap intervals: the sample is drawn again with replacement, and the law is
 * fitted to each draw with the same number of parts. The spread of a figure over the draws gives the interval. If few
 * values determine a figure, a bootstrap's spread is too narrow. The shares of its ends are therefore those of
 * Student's t for the values of the part that contains the figure. (T. C. Hesterberg, What Teachers Should Know About
 * the Bootstrap, Am. Stat. 69, 2015: the expanded percentile interval.)
 *
 * @param quantiles shares from {@link LAW_QUANTILES}
 * @param confidence strictly between 0 and 1
 * @param seed seed of the draws
 */
export function lawFigures(
  law: LatencyLaw,
  quantiles: readonly number[],
  confidence: number,
  seed: string,
): readonly LawFigure[] {
  const figuresOf = (distribution: Distribution): readonly number[] => [
    mean(distribution),
    ...quantiles.map((p) => quantile(distribution, p)),
  ];
  const estimates = figuresOf(lawDistribution(law.parts));
  const drawn = estimates.map(() => new Float64Array(DRAWS));
  const { sample } = law;
  const stream = randomStream(seed, 0, 'calibration', 'bootstrap');
  const counts = new Float64Array(sample.counts.length);
  for (let draw = 0; draw < DRAWS; draw++) {
    counts.fill(0);
    for (let i = 0; i < sample.size; i++) {
      counts[sample.groups[Math.floor(stream.uniform() * sample.size)]!]! += 1;
    }
    const figures = figuresOf(lawDistribution(refitLaw(law, counts)));
    for (let figure = 0; figure < figures.length; figure++) drawn[figure]![draw] = figures[figure]!;
  }
  return estimates.map((value, index) => {
    const p = quantiles[index - 1];
    const name = p === undefined ? 'mean' : (`p${Number((100 * p).toPrecision(6))}` as LawFigure['name']);
    const tail = expandedTail((1 - confidence) / 2, effectiveValues(law, value, p));
    return { name, value, ...intervalEnds(drawn[index]!.sort(), tail) };
  });
}

/**
 * The number of values that determine a figure: all for a mean, otherwise those of the likeliest part at the figure.
 */
function effectiveValues({ parts, sample }: LatencyLaw, value: number, p: number | undefined): number {
  if (p === undefined) return sample.size;
  let [most, values] = [Number.NEGATIVE_INFINITY, sample.size];
  for (const [part, weight] of parts.weights.entries()) {
    const deviation = parts.deviations[part]!;
    const z = (Math.log(value) - parts.means[part]!) / deviation;
    const chance = Math.log(weight / deviation) - 0.5 * z * z;
    if (chance > most) [most, values] = [chance, weight * sample.size];
  }
  return values;
}

/** The share of draws beyond an end that makes the interval as wide as Student's t with known part parameters. */
function expandedTail(tail: number, values: number): number {
  const degrees = Math.max(1, values - PARAMETERS);
  return normalCumulative(studentTQuantile(tail, degrees) * Math.sqrt(values / degrees));
}

function intervalEnds(sorted: Float64Array, tail: number): Pick<LawFigure, 'low' | 'high'> {
  return { low: betweenNeighbours(sorted, tail), high: betweenNeighbours(sorted, 1 - tail) };
}

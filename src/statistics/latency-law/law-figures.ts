import type { Distribution } from '../../kernel/distribution.js';
import { mean } from '../../kernel/distribution-moments.js';
import { normalCumulative } from '../../kernel/functions/normal.js';
import { quantile } from '../../kernel/quantile.js';
import { randomStream } from '../../kernel/random-stream.js';
import { betweenNeighbours } from '../sample-moments.js';
import type { MatchedParameter } from '../simulated-moments/matched-parameters.js';
import { studentTQuantile } from '../student-t.js';
import { type LatencyLaw, lawDistribution, refitLaw } from './latency-law.js';
import { isGivenUp, type MeasuredValue } from './measured-value.js';

/** How often the sample is drawn again for the intervals. */
const DRAWS = 400;
/** Values that must be expected beyond a quantile for it to be believed: 200 in all for a p99. */
const MIN_VALUES_BEYOND = 2;
/** Of a part: its weight, mean and deviation. */
const PARAMETERS = 3;
/** Fewer values than this tell nothing worth writing down. */
export const MIN_MEASURED = 10;

/** Reported quantiles, as shares. */
export const LAW_QUANTILES = [0.5, 0.9, 0.95, 0.99, 0.999] as const;

/** One figure of a law, with the ends of its interval. */
export interface LawFigure extends MatchedParameter {
  readonly name: 'mean' | 'p50' | 'p90' | 'p95' | 'p99' | 'p99.9';
}

/**
 * The largest reported quantile that a sample supports: one with two expected values beyond it, and at which
 * no value is censored; `undefined` if the sample is too small for any.
 */
export function largestSupportedQuantile(values: readonly MeasuredValue[]): number | undefined {
  if (values.length < MIN_MEASURED) return undefined;
  const given_up = values.filter(isGivenUp).length / values.length;
  return LAW_QUANTILES.findLast(
    // A rounding of 1 − p must not take the 200th value away.
    (p) => values.length * (1 - p) >= MIN_VALUES_BEYOND - 1e-9 && p <= 1 - given_up,
  );
}

/** How many values it takes for a quantile to be believed. */
export function valuesNeeded(p: number): number {
  return Math.max(MIN_MEASURED, Math.round(MIN_VALUES_BEYOND / (1 - p)));
}

/**
 * Mean and quantiles of a law with intervals by bootstrap: the sample is drawn again with replacement, the law is fitted to each
 * draw with as many parts, and the figure's own spread over the draws gives the ends. A bootstrap's spread is too narrow where few
 * values tell of a figure: its shares are those of Student's t for the values of the part that the figure lies in. (T. C.
 * Hesterberg, What Teachers Should Know About the Bootstrap, Am. Stat. 69, 2015: the expanded percentile interval.)
 *
 * @param quantiles shares, of {@link LAW_QUANTILES}
 * @param confidence strictly between 0 and 1
 * @param seed names the draws
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
    return { name, value, ...ends(drawn[index]!.sort(), tail) };
  });
}

/** How many values tell of a figure: those of the part that is most likely where it lies; of a mean all. */
function effectiveValues({ parts, sample }: LatencyLaw, value: number, p: number | undefined): number {
  if (p === undefined) return sample.size;
  let [most, behind] = [Number.NEGATIVE_INFINITY, sample.size];
  for (const [part, weight] of parts.weights.entries()) {
    const deviation = parts.deviations[part]!;
    const z = (Math.log(value) - parts.means[part]!) / deviation;
    const chance = Math.log(weight / deviation) - 0.5 * z * z;
    if (chance > most) [most, behind] = [chance, weight * sample.size];
  }
  return behind;
}

/** The share of draws beyond an end, so that the interval is as wide as that of Student's t with a part's parameters known. */
function expandedTail(tail: number, values: number): number {
  const degrees = Math.max(1, values - PARAMETERS);
  return normalCumulative(studentTQuantile(tail, degrees) * Math.sqrt(values / degrees));
}

function ends(sorted: Float64Array, tail: number): Pick<LawFigure, 'low' | 'high'> {
  return { low: betweenNeighbours(sorted, tail), high: betweenNeighbours(sorted, 1 - tail) };
}

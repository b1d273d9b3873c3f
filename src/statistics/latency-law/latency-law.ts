import type { Distribution } from '../../kernel/distribution.js';
import { type GroupedLogs, groupLogs, typicalLog } from './grouped-logs.js';
import type { MeasuredValue } from './measured-value.js';
import { type FittedParts, fitParts, type NormalParts, type Patience } from './mixture-em.js';

/** Maximum number of lognormal parts: each costs three parameters, and samples of latencies rarely support more. */
const MAX_PARTS = 3;
/** Minimum number of values per part; fewer do not determine a deviation. */
const MIN_VALUES_PER_PART = 3;
/** Minimum deviation of a part, as a share of the deviation of the middle half of all values. */
const MIN_RELATIVE_DEVIATION = 0.1;
/** Shares of the sample at which it is cut in two for starting points. */
const CUTS = [0.5, 0.8, 0.9, 0.95, 0.98];

const PRELIMINARY: Patience = { rounds: 20, gain: 0.01 };
/** Enough to compare numbers of parts. */
const COMPARISON: Patience = { rounds: 300, gain: 1e-3 };
const THOROUGH: Patience = { rounds: 2000, gain: 1e-7 };

/** A mixture of lognormal distributions that fits measured latencies. */
export interface LatencyLaw {
  readonly parts: FittedParts;
  readonly sample: GroupedLogs;
  /** Minimum deviation of a part's logarithms in any fit of this sample. */
  readonly least_deviation: number;
}

/**
 * The lognormal mixture with the greatest likelihood, with up to three parts. The Bayesian information criterion, −2 ln
 * L + (3 parts − 1) ln n, selects their number. (G. Schwarz, Ann. Stat. 6, 1978.)
 *
 * @param values two or more, at least one of them not abandoned
 */
export function fitLatencyLaw(values: readonly MeasuredValue[]): LatencyLaw {
  const sample = groupLogs(values);
  // All values may be equal to the resolution of their clock.
  const least_deviation = Math.max(1e-4, MIN_RELATIVE_DEVIATION * sample.spread);
  const fit = (start: NormalParts, patience: Patience): FittedParts =>
    fitParts(sample, sample.counts, start, least_deviation, patience);
  const logs = Float64Array.from(values, typicalLog).sort();
  let best = fit(partsOfPieces([logs], least_deviation), COMPARISON);
  let least = criterion(best, sample.size);
  for (let parts = 2; parts <= MAX_PARTS; parts++) {
    const candidates = startingPoints(parts, logs, best, least_deviation).map((start) =>
      fit(start, PRELIMINARY),
    );
    candidates.sort((a, b) => b.log_likelihood - a.log_likelihood);
    const found = candidates.slice(0, 2).map((look) => fit(look, COMPARISON));
    const valid = found
      .filter(({ weights }) => weights.every((weight) => weight * sample.size >= MIN_VALUES_PER_PART))
      .toSorted((a, b) => b.log_likelihood - a.log_likelihood)[0];
    // If these parts do not justify their parameters, more do not either.
    if (valid === undefined) break;
    const score = criterion(valid, sample.size);
    if (score >= least) break;
    least = score;
    best = valid;
  }
  return { parts: sortParts(fit(best, THOROUGH)), sample, least_deviation };
}

/** Fits the same law to other counts of the groups of its sample. */
export function refitLaw(
  { parts, sample, least_deviation }: LatencyLaw,
  counts: ArrayLike<number>,
): FittedParts {
  return fitParts(sample, counts, parts, least_deviation, { rounds: 400, gain: 1e-4 });
}

/** The distribution of the values, from the parts of their logarithms. */
export function lawDistribution({ weights, means, deviations }: NormalParts): Distribution {
  const parts = Array.from(
    means,
    (mu, part): Distribution => ({ kind: 'lognormal', mu, sigma: deviations[part]! }),
  );
  return parts.length === 1 ? parts[0]! : { kind: 'mixture', weights: [...weights], parts };
}

function criterion({ log_likelihood, weights }: FittedParts, size: number): number {
  return -2 * log_likelihood + (3 * weights.length - 1) * Math.log(size);
}

function sortParts({ weights, means, deviations, log_likelihood }: FittedParts): FittedParts {
  const order = Array.from(means, (_, part) => part).sort((a, b) => means[a]! - means[b]!);
  const by = (of: Float64Array) => Float64Array.from(order, (part) => of[part]!);
  return { weights: by(weights), means: by(means), deviations: by(deviations), log_likelihood };
}

/** Starting points for this many parts: the sample cut in two, or the previous fit with one part split. */
function startingPoints(
  parts: number,
  logs: Float64Array,
  before: NormalParts,
  least_deviation: number,
): readonly NormalParts[] {
  if (parts === 2) {
    return CUTS.map((cut) => {
      const at = Math.min(logs.length - 1, Math.max(1, Math.round(cut * logs.length)));
      return partsOfPieces([logs.subarray(0, at), logs.subarray(at)], least_deviation);
    });
  }
  return Array.from(before.weights, (weight, part) => {
    const [mean, deviation] = [before.means[part]!, before.deviations[part]!];
    const others = (of: Float64Array) => Array.from(of).filter((_, index) => index !== part);
    return [0.5, 0.85].map((share) => ({
      weights: Float64Array.from([...others(before.weights), weight * share, weight * (1 - share)]),
      means: Float64Array.from([...others(before.means), mean - deviation / 2, mean + deviation]),
      deviations: Float64Array.from([...others(before.deviations), deviation * 0.7, deviation * 0.7]),
    }));
  }).flat();
}

function partsOfPieces(pieces: readonly Float64Array[], least_deviation: number): NormalParts {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const means = pieces.map((piece) => piece.reduce((sum, log) => sum + log, 0) / piece.length);
  const deviations = pieces.map((piece, index) => {
    const squares = piece.reduce((sum, log) => sum + (log - means[index]!) * (log - means[index]!), 0);
    return Math.max(least_deviation, Math.sqrt(squares / piece.length));
  });
  return {
    weights: Float64Array.from(pieces, (piece) => piece.length / size),
    means: Float64Array.from(means),
    deviations: Float64Array.from(deviations),
  };
}

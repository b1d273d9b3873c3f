import {
  type MatchedParameter,
  matchParameters,
  type StatisticGap,
} from '../../../statistics/simulated-moments/matched-parameters.js';
import type { DemandFamily, DemandLaw } from './demand-law.js';

/** The law of a demand that was found, with the intervals of its mean in seconds and of its coefficient of variation. */
export interface MatchedLaw {
  readonly law: DemandLaw;
  readonly mean: MatchedParameter;
  readonly cv: MatchedParameter;
}

/** Limits of the coefficient of variation that a recording can identify. */
export const MIN_CV = 0.05;
export const MAX_CV = 20;
/** Lower bound of a fitted mean, as a factor of its initial value. */
const MAX_MEAN_REDUCTION = 1000;

/** The input for finding the laws of several demands. */
interface LawMatch {
  readonly family: DemandFamily;
  /** The parameters that the search starts from. */
  readonly begin: readonly Pick<DemandLaw, 'mean_seconds' | 'cv'>[];
  /** The share of the latency that the search for a mean starts from. */
  readonly begin_share: number;
  /** Two for each law: one that its mean brings to 0, one that its variation does. */
  readonly gaps: (laws: readonly DemandLaw[]) => Promise<readonly StatisticGap[]>;
  /** Confidence level of the intervals, strictly between 0 and 1. */
  readonly confidence: number;
}

/**
 * The laws of demands at which simulated statistics equal the observed ones, by {@link matchParameters} on the logarithms
 * of means and variations.
 * @returns `undefined` if no demands of the family match
 */
export async function matchedLaws({
  family,
  begin,
  begin_share,
  gaps,
  confidence,
}: LawMatch): Promise<readonly MatchedLaw[] | undefined> {
  const demandLaws = (parameters: readonly number[]): readonly DemandLaw[] =>
    begin.map((_, index) => {
      const cv = Math.exp(parameters[2 * index + 1]!);
      return { family, mean_seconds: Math.exp(parameters[2 * index]!), cv: cv <= MIN_CV ? 0 : cv };
    });
  const start = begin.flatMap(({ mean_seconds, cv }) => [Math.log(mean_seconds), Math.log(cv)]);
  const bounds = (mean: number, cv: number): readonly number[] =>
    start.map((value, index) => (index % 2 === 0 ? value + mean : Math.log(cv)));
  const { parameters, closed } = await matchParameters(
    {
      start,
      lowest: bounds(-Math.log(MAX_MEAN_REDUCTION), MIN_CV),
      // A demand is not longer than the latency, except by the random error of a simulation.
      highest: bounds(Math.log(2 / begin_share), MAX_CV),
      gaps: (at) => gaps(demandLaws(at)),
    },
    confidence,
  );
  // A mean at its bound was not found.
  const found = parameters.every(({ low }, index) => index % 2 === 1 || Number.isFinite(low));
  if (!closed || !found) return undefined;
  return demandLaws(parameters.map(({ value }) => value)).map((law, index) => {
    const [mean, cv] = [parameters[2 * index]!, parameters[2 * index + 1]!];
    // A variation too small to detect has no interval.
    const spread = law.cv === 0 ? { low: Number.NaN, high: Number.NaN } : cv;
    return {
      law,
      mean: { value: law.mean_seconds, low: Math.exp(mean.low), high: Math.exp(mean.high) },
      cv: { value: law.cv, low: Math.exp(spread.low), high: Math.exp(spread.high) },
    };
  });
}

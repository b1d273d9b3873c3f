import { decay } from './decaying-histogram.js';

/** A weighted mean whose samples lose half their weight per half-life; weights are as of the latest sample. */
export interface DecayingMean {
  readonly weight: number;
  readonly sum: number;
}

export const NO_SAMPLES: DecayingMean = { weight: 0, sum: 0 };

/**
 * Decays a mean and adds one sample.
 * @param half_lives time since the latest sample, in half-lives
 */
export function addToMean(
  mean: DecayingMean,
  value: number,
  weight: number,
  half_lives: number,
): DecayingMean {
  const kept = decay(half_lives);
  return { weight: kept * mean.weight + weight, sum: kept * mean.sum + weight * value };
}

/** The mean; 0 without samples. */
export function meanOf({ weight, sum }: DecayingMean): number {
  return weight === 0 ? 0 : sum / weight;
}

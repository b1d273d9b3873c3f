/** How much a correlated series is worth. */
export interface EffectiveSample {
  /** By how much correlation multiplies the variance of the mean. */
  readonly inflation: number;
  /** Independent values that would give the mean the same variance. */
  readonly n_eff: number;
}

/**
 * What n values of a first-order autoregressive series are worth: the variance of their mean is (1 + φ)/(1 − φ) times
 * that of as many independent values, for n large.
 *
 * @param phi correlation of neighbours, strictly between −1 and 1
 * @throws RangeError for any other
 */
export function effectiveSample(n: number, phi: number): EffectiveSample {
  if (!(phi > -1 && phi < 1)) {
    throw new RangeError(`effective sample: phi: expected a number strictly between -1 and 1, got ${phi}`);
  }
  const inflation = (1 + phi) / (1 - phi);
  return { inflation, n_eff: n / inflation };
}

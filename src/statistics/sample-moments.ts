/** The mean of a sample and its unbiased variance (divisor n − 1; 0 for fewer than two values). */
export interface SampleMoments {
  readonly mean: number;
  readonly variance: number;
}

/**
 * Mean and unbiased variance of a sample, in two passes; the second corrects the rounding of the first.
 *
 * @param values any number of finite numbers; both figures are 0 for none
 */
export function sampleMoments(values: ArrayLike<number>): SampleMoments {
  const n = values.length;
  if (n === 0) return { mean: 0, variance: 0 };
  let sum = 0;
  for (let index = 0; index < n; index++) sum += values[index]!;
  const rough = sum / n;
  let deviations = 0;
  let squares = 0;
  for (let index = 0; index < n; index++) {
    const deviation = values[index]! - rough;
    deviations += deviation;
    squares += deviation * deviation;
  }
  const variance = n === 1 ? 0 : Math.max(0, (squares - (deviations * deviations) / n) / (n - 1));
  return { mean: rough + deviations / n, variance };
}

/**
 * The effective sample size: the equivalent number of values of weight 1 (Kish, *Survey Sampling*, 1965).
 * @param sum of the weights
 * @param squares sum of their squares
 * @returns 0 for an empty sample
 */
export function effectiveSize(sum: number, squares: number): number {
  return sum === 0 ? 0 : (sum * sum) / squares;
}

/** A sample quantile, interpolated linearly between neighbours (type 7 of R). @param ascending at least one value */
export function betweenNeighbours(ascending: ArrayLike<number>, share: number): number {
  const place = share * (ascending.length - 1);
  const [below, above] = [ascending[Math.floor(place)]!, ascending[Math.ceil(place)]!];
  return below + (above - below) * (place - Math.floor(place));
}

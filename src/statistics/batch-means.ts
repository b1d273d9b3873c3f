import { type MeanInterval, meanInterval } from './confidence-interval.js';

/** A mean interval from one long run, with figures that show whether its batches are long enough. */
export interface BatchMeans extends MeanInterval {
  /** Observations per batch. */
  readonly batch_size: number;
  /**
   * Correlation of successive batch means, from −1 to 1; near 0 if batches are long enough to be treated as
   * independent. With k independent batches it stays within about ±2 / √k in 95 % of cases.
   */
  readonly lag1_autocorrelation: number;
}

/**
 * The mean of a correlated series with an interval by non-overlapping batch means: the series is cut into equal
 * batches, whose means are treated as independent.
 *
 * A remainder is dropped at the beginning, where a run is furthest from its steady state.
 *
 * @param series observations in order of time
 * @param batches a whole number from 2 to the length of the series, usually 20 to 40
 * @param confidence strictly between 0 and 1
 * @throws RangeError for other values
 */
export function batchMeans(series: ArrayLike<number>, batches: number, confidence: number): BatchMeans {
  if (!(Number.isSafeInteger(batches) && batches >= 2 && batches <= series.length)) {
    throw new RangeError(
      `batch means: batches: expected a whole number from 2 to ${series.length} (the observations), got ${batches}`,
    );
  }
  const size = Math.floor(series.length / batches);
  const leftOut = series.length - size * batches;
  const means = new Float64Array(batches);
  for (let batch = 0; batch < batches; batch++) {
    let sum = 0;
    const start = leftOut + batch * size;
    for (let index = start; index < start + size; index++) sum += series[index]!;
    means[batch] = sum / size;
  }
  return {
    ...meanInterval(means, confidence),
    batch_size: size,
    lag1_autocorrelation: lag1Autocorrelation(means),
  };
}

/**
 * The sample autocorrelation at lag 1: Σ (xᵢ − x̄)(xᵢ₊₁ − x̄) ÷ Σ (xᵢ − x̄)²; 0 for a constant series.
 *
 * @param series values in order; fewer than two give 0
 */
export function lag1Autocorrelation(series: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < series.length; index++) sum += series[index]!;
  const mean = sum / series.length;
  let products = 0;
  let squares = 0;
  let previous = 0;
  for (let index = 0; index < series.length; index++) {
    const deviation = series[index]! - mean;
    products += previous * deviation;
    squares += deviation * deviation;
    previous = deviation;
  }
  return squares > 0 ? products / squares : 0;
}

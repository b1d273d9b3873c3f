import { type BatchMeans, batchMeans } from './batch-means.js';

/** A long-run mean from one run without its warm-up. */
export interface LongBatchMeans extends BatchMeans {
  /** Whether successive batch means are practically independent, so that the interval is reliable. */
  readonly independent: boolean;
}

/** Initial number of batches, and the minimum for a meaningful spread. */
const MAX_BATCHES = 40;
const MIN_BATCHES = 10;

/**
 * Batch means of a series without warm-up: batches are made longer, from 40 of them down to 10, until their correlation
 * at lag 1 lies within 2 ÷ √k, as that of independent means would in 95 % of cases.
 *
 * @param series observations in order of time, ten or more
 * @throws RangeError for a shorter series, or an invalid confidence
 */
export function longBatches(series: ArrayLike<number>, confidence: number): LongBatchMeans {
  let batches = Math.max(MIN_BATCHES, Math.min(MAX_BATCHES, series.length));
  for (;;) {
    const found = batchMeans(series, batches, confidence);
    const independent = Math.abs(found.lag1_autocorrelation) <= 2 / Math.sqrt(batches);
    if (independent || batches <= MIN_BATCHES) return { ...found, independent };
    batches = Math.max(MIN_BATCHES, Math.floor(batches / 2));
  }
}

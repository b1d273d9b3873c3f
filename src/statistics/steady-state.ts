import { type BatchMeans, batchMeans } from './batch-means.js';
import { mser5 } from './mser.js';

/** A long-run mean from one run, its warm-up left out. */
export interface SteadyState extends BatchMeans {
  /** Observations left out as warm-up. */
  readonly warm_up: number;
  /** Whether the warm-up's end was found before the latest cut that was looked at. */
  readonly settled: boolean;
  /** Whether successive batch means are as good as independent, so that the interval can be trusted. */
  readonly independent: boolean;
}

/** Batches to begin with, and the fewest whose spread still means something. */
const MOST_BATCHES = 40;
const FEWEST_BATCHES = 10;

/**
 * The steady-state mean of a series: MSER-5 cuts the warm-up, and batch means give the interval. Batches are made
 * longer, from 40 of them down to 10, until their correlation at lag 1 lies within 2 ÷ √k, as that of independent
 * means would in 95 % of cases.
 *
 * @param series observations in order of time, twenty or more
 * @throws RangeError for a shorter series, or a confidence that is none
 */
export function steadyState(series: ArrayLike<number>, confidence: number): SteadyState {
  if (series.length < 2 * FEWEST_BATCHES) {
    throw new RangeError(
      `steady state: series: expected at least ${2 * FEWEST_BATCHES} observations, got ${series.length}; run for longer, or in finer intervals`,
    );
  }
  const { truncate, at_limit } = mser5(series);
  const settled = Array.prototype.slice.call(series, truncate) as readonly number[];
  return { ...longBatches(settled, confidence), warm_up: truncate, settled: !at_limit };
}

/**
 * Batch means of a series without warm-up: batches are made longer, from 40 of them down to 10, until their correlation
 * at lag 1 lies within 2 ÷ √k.
 *
 * @param series observations in order of time, ten or more
 * @throws RangeError for a shorter series, or a confidence that is none
 */
export function longBatches(
  series: ArrayLike<number>,
  confidence: number,
): BatchMeans & Pick<SteadyState, 'independent'> {
  let batches = Math.max(FEWEST_BATCHES, Math.min(MOST_BATCHES, series.length));
  for (;;) {
    const found = batchMeans(series, batches, confidence);
    const independent = Math.abs(found.lag1_autocorrelation) <= 2 / Math.sqrt(batches);
    if (independent || batches <= FEWEST_BATCHES) return { ...found, independent };
    batches = Math.max(FEWEST_BATCHES, Math.floor(batches / 2));
  }
}

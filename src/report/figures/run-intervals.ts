import { batchMeans } from '../../statistics/batch-means.js';
import { DEFAULT_CONFIDENCE, meanInterval } from '../../statistics/confidence-interval.js';
import type { Histogram } from '../../statistics/histogram.js';
import { sectionedQuantile } from '../../statistics/sectioned-quantile.js';
import { LATENCY_QUANTILES } from '../../study/run/latency-quantiles.js';
import { type HeadlineFigure, summaryFigure } from './headline-figures.js';
import { COUNTS, type IntervalCounts, type SavedRun } from './saved-run.js';

/** Quantile of the normal distribution for {@link DEFAULT_CONFIDENCE}. */
const NORMAL_QUANTILE = 1.959964;

/** Number of batches, and the minimum for a meaningful spread. */
const MAX_BATCHES = 20;
const MIN_BATCHES = 10;

/**
 * The half-width of a figure's 95 % interval from one run: quantiles by sectioning and means by batches of time; counts
 * and shares as Poisson and binomial ones, or by batches where they come in bursts and vary more.
 * @returns `undefined` where the run has no interval for it, or is too short for one
 */
export function halfWidth(run: SavedRun, { path }: HeadlineFigure): number | undefined {
  const [, latency] = /^total\.latency_ms\.(\w+)$/.exec(path) ?? [];
  if (latency === 'mean') return meanHalfWidthMs(run.sections);
  if (latency !== undefined) {
    const p = (LATENCY_QUANTILES as Readonly<Record<string, number>>)[latency];
    return p === undefined ? undefined : quantileHalfWidthMs(run.sections, p);
  }
  const value = summaryFigure(run.summary, path);
  if (value === null) return undefined;
  const column = COUNTS[path];
  if (column !== undefined) return countHalfWidth(value, run.intervals, column);
  if (path === 'total.availability.request') {
    const arrived = summaryFigure(run.summary, 'total.queries.arrived') ?? 0;
    const batches = batchedRatio(run.intervals, 'queries_completed', 'queries_arrived');
    return shareHalfWidth(value, arrived, batches);
  }
  if (path === 'total.client_pool.probability') {
    return shareHalfWidth(value, summaryFigure(run.summary, 'total.queries.attempts.made') ?? 0, undefined);
  }
  return undefined;
}

/** Half-width of a quantile in milliseconds. @param sections in seconds */
export function quantileHalfWidthMs(sections: readonly Histogram[], p: number): number | undefined {
  const seconds = sectionedQuantile(sections, p, DEFAULT_CONFIDENCE)?.half_width;
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Half-width of a mean over queries in milliseconds: their number differs by section, so it is a ratio of sums. */
export function meanHalfWidthMs(sections: readonly Histogram[]): number | undefined {
  return ratioHalfWidth(
    sections.map(({ sum }) => sum * 1000),
    sections.map(({ count }) => count),
  );
}

function batchedRatio(intervals: readonly IntervalCounts[], part: string, whole: string): number | undefined {
  const sums = (name: string) => batched(intervals.map((each) => each[name] ?? 0));
  return ratioHalfWidth(sums(part), sums(whole));
}

/** Half-width of a ratio of sums over batches, by its residuals (W. G. Cochran, Sampling Techniques, 1977, 2.11). */
function ratioHalfWidth(parts: readonly number[], wholes: readonly number[]): number | undefined {
  const whole = wholes.reduce((sum, each) => sum + each, 0);
  if (parts.length < MIN_BATCHES || whole === 0) return undefined;
  const ratio = parts.reduce((sum, each) => sum + each, 0) / whole;
  const residuals = parts.map((each, index) => each - ratio * wholes[index]!);
  return (meanInterval(residuals, DEFAULT_CONFIDENCE).half_width * parts.length) / whole;
}

/** For a count of 0, the upper end of a Poisson count's interval, −ln 0.025, is the half-width. */
function countHalfWidth(count: number, intervals: readonly IntervalCounts[], column: string): number {
  const poisson = count === 0 ? -Math.log((1 - DEFAULT_CONFIDENCE) / 2) : NORMAL_QUANTILE * Math.sqrt(count);
  const series = intervals.map((each) => each[column] ?? 0);
  if (series.length < MIN_BATCHES) return poisson;
  const batches = Math.min(MAX_BATCHES, series.length);
  const { half_width, batch_size } = batchMeans(series, batches, DEFAULT_CONFIDENCE);
  return Math.max(poisson, half_width * batches * batch_size);
}

function shareHalfWidth(share: number, trials: number, batches: number | undefined): number | undefined {
  if (trials === 0) return undefined;
  const none = share === 0 || share === 1;
  const binomial = none
    ? -Math.log((1 - DEFAULT_CONFIDENCE) / 2) / trials
    : NORMAL_QUANTILE * Math.sqrt((share * (1 - share)) / trials);
  return Math.max(binomial, batches ?? 0);
}

/** Sums of batches in a row; what does not divide evenly is left out at the beginning. */
function batched(series: readonly number[]): readonly number[] {
  const batches = Math.min(MAX_BATCHES, series.length);
  const size = Math.floor(series.length / Math.max(1, batches));
  const begin = series.length - batches * size;
  return Array.from({ length: batches }, (_, batch) =>
    series.slice(begin + batch * size, begin + (batch + 1) * size).reduce((sum, each) => sum + each, 0),
  );
}

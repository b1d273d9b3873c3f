import type { Series } from './course-data.js';

/** A stretch of several intervals as one place of a drawing; `null` without a measurement. */
interface SeriesColumn {
  /** The place of its first interval. */
  readonly first: number;
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
}

/** Resolution of a drawing. */
const MAX_COLUMNS = 300;
/** Enough to show when a run was busy. */
const MIN_COLUMNS = 48;

/**
 * A series in fewer places: even fewer if the means would alternate from one to the next, as for a compute that
 * suspends after every query. The mean and extremes of longer stretches then show more.
 * @param by whether a stretch has the mean or the largest of its values
 */
export function seriesColumns(
  values: Series,
  by: 'mean' | 'largest',
  most = MAX_COLUMNS,
): readonly SeriesColumn[] {
  const stride = Math.max(1, Math.ceil(values.length / most));
  const columns = Array.from({ length: Math.ceil(values.length / stride) }, (_, place): SeriesColumn => {
    const first = place * stride;
    const known = values.slice(first, first + stride).filter((value) => value !== null);
    const [low, high] = [Math.min(...known), Math.max(...known)];
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    return { first, low, high, value: known.length === 0 ? null : by === 'largest' ? high : mean };
  });
  const isComb = by === 'mean' && columns.length > MIN_COLUMNS && turns(columns) > columns.length / 3;
  return isComb && most / 2 >= MIN_COLUMNS ? seriesColumns(values, by, most / 2) : columns;
}

/** How often a line of means turns back by a quarter of its range or more. */
function turns(columns: readonly SeriesColumn[]): number {
  const means = columns.flatMap(({ value }) => (value === null ? [] : [value]));
  const least = (Math.max(...means) - Math.min(...means)) / 4;
  let count = 0;
  for (let index = 2; index < means.length; index++) {
    const [before, after] = [means[index - 1]! - means[index - 2]!, means[index]! - means[index - 1]!];
    if (before * after < 0 && Math.min(Math.abs(before), Math.abs(after)) >= least) count += 1;
  }
  return count;
}

import { pickRows, type SeriesRows } from './raw-series.js';
import { momentText } from './time-text.js';
import type { TraceSelection } from './trace.js';
import { TraceError } from './trace-error.js';

/** Rows of which no two have the same time. */
export interface DistinctRows {
  readonly rows: SeriesRows;
  /** How many rows repeated the time of an earlier one. */
  readonly duplicates: number;
  readonly warnings: readonly string[];
}

const WORDS = { sum: 'added together', first: 'left out', last: 'taken instead' } as const;

/**
 * Leaves one row for each time: the sum, the first or the last of those that share it.
 *
 * @param ordered ascending by time
 * @throws TraceError at the first repeated time, when the selection's rule is `error`
 */
export function mergeDuplicates(
  ordered: SeriesRows,
  selection: Pick<TraceSelection, 'file' | 'duplicates'>,
  origin_epoch_seconds: number | undefined,
): DistinctRows {
  const rule = selection.duplicates;
  const places: number[] = [];
  let first_repeat = 0;
  for (let i = 0; i < ordered.times.length; i++) {
    const repeats = i > 0 && ordered.times[i] === ordered.times[i - 1];
    if (!repeats) places.push(i);
    else if (first_repeat === 0) first_repeat = i;
  }
  const duplicates = ordered.times.length - places.length;
  if (duplicates === 0) return { rows: ordered, duplicates, warnings: [] };
  const moment = momentText(ordered.times[first_repeat]!, origin_epoch_seconds);
  const line = ordered.lines[first_repeat]!;
  if (rule === 'error') {
    const reason = `the row repeats the time of line ${ordered.lines[first_repeat - 1]}, ${moment}`;
    const advice = 'expected one row an interval; say duplicates: sum, first or last, or kind: arrivals';
    throw new TraceError(selection.file, `${reason}; ${advice}`, { line });
  }
  const rows = pickRows(ordered, places);
  for (let kept = 0; kept < places.length; kept++) {
    const end = places[kept + 1] ?? ordered.times.length;
    for (let i = places[kept]! + 1; i < end; i++) {
      if (rule === 'sum') rows.values[kept] = rows.values[kept]! + ordered.values[i]!;
      if (rule === 'last') rows.values[kept] = ordered.values[i]!;
    }
  }
  const what = duplicates === 1 ? '1 row repeats' : `${duplicates} rows repeat`;
  const warning = `${what} the time of another (first in line ${line}: ${moment}); ${WORDS[rule]} (duplicates: ${rule})`;
  return { rows, duplicates, warnings: [warning] };
}

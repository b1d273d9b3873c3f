import type { TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import { momentText } from './cells/time-text.js';
import { pickRows, type SeriesRows } from './raw-series.js';

/**
 * Sorts rows by time, equal times in the order of the file; a warning says how many went back in time and where the
 * first one is.
 * @param first_back_line of the file
 * @returns the rows, and how many were earlier than the row before them
 */
export function orderRows(
  unordered: SeriesRows,
  first_back_line: number,
  origin_epoch_seconds: number | undefined,
) {
  const { times } = unordered;
  let out_of_order = 0;
  let first = 0;
  for (let i = 1; i < times.length; i++) {
    if (times[i]! >= times[i - 1]!) continue;
    if (out_of_order === 0) first = i;
    out_of_order += 1;
  }
  if (out_of_order === 0) return { rows: unordered, out_of_order, warnings: [] };
  const places = Uint32Array.from(times, (_, i) => i).sort((a, b) => times[a]! - times[b]! || a - b);
  const earlier = momentText(times[first]!, origin_epoch_seconds);
  const later = momentText(times[first - 1]!, origin_epoch_seconds);
  const where = `first in line ${first_back_line}: ${earlier} after ${later}`;
  const what = out_of_order === 1 ? '1 row goes' : `${out_of_order} rows go`;
  const warnings = [`${what} back in time (${where}); the rows are sorted`];
  return { rows: pickRows(unordered, places), out_of_order, warnings };
}

const WORDS = { sum: 'added together', first: 'left out', last: 'taken instead' } as const;

/**
 * Leaves one row for each time: the sum, the first or the last of those that share it.
 *
 * @param ordered ascending by time
 * @returns those rows, how many were repeated, and whether every one of these has the value of the row before it
 * @throws TraceError at the first repeated time, when the selection's rule is `error`
 */
export function mergeDuplicates(
  ordered: SeriesRows,
  selection: Pick<TraceSelection, 'file' | 'duplicates'>,
  origin_epoch_seconds: number | undefined,
) {
  const rule = selection.duplicates;
  const { times, values, lines } = ordered;
  const repeated = repeatsIn(times);
  const duplicates = repeated.length;
  const [first] = repeated;
  if (first === undefined) return { rows: ordered, duplicates, alike: false, warnings: [] };
  const moment = momentText(times[first]!, origin_epoch_seconds);
  const line = lines[first]!;
  if (rule === 'error') {
    const reason = `the row repeats the time of line ${lines[first - 1]}, ${moment}`;
    const advice = 'expected one row an interval; say duplicates: sum, first or last, or kind: arrivals';
    throw new TraceError(selection.file, `${reason}; ${advice}`, { line });
  }
  // Of zeros the sum is any one of them.
  const repeats = repeated.filter((i) => values[i] !== 0 || values[i - 1] !== 0);
  const alike = repeats.length > 0 && repeats.every((i) => values[i] === values[i - 1]);
  const places = [...times.keys()].filter((i) => i === 0 || times[i] !== times[i - 1]);
  const rows = pickRows(ordered, places);
  for (let kept = 0; kept < places.length; kept++) {
    const end = places[kept + 1] ?? times.length;
    for (let i = places[kept]! + 1; i < end; i++) {
      if (rule === 'sum') rows.values[kept] = rows.values[kept]! + values[i]!;
      if (rule === 'last') rows.values[kept] = values[i]!;
    }
  }
  const what = duplicates === 1 ? '1 row repeats' : `${duplicates} rows repeat`;
  const warning = `${what} the time of another (first in line ${line}: ${moment}); ${WORDS[rule]} (duplicates: ${rule})`;
  return { rows, duplicates, alike, warnings: [warning] };
}

/** Places of the rows that repeat the time of the row before them. */
export function repeatsIn(times: Float64Array): readonly number[] {
  const places: number[] = [];
  for (let i = 1; i < times.length; i++) if (times[i] === times[i - 1]) places.push(i);
  return places;
}

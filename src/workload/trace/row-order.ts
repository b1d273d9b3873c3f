import { pickRows, type SeriesRows } from './raw-series.js';
import { momentText } from './time-text.js';

/** Rows in ascending order of time, equal times in the order of the file. */
export interface OrderedRows {
  readonly rows: SeriesRows;
  /** How many rows were earlier than the row before them. */
  readonly out_of_order: number;
  readonly warnings: readonly string[];
}

/** Sorts rows by time; a warning says how many went back in time and where the first one is. */
export function orderRows(unordered: SeriesRows, origin_epoch_seconds: number | undefined): OrderedRows {
  const { times, lines } = unordered;
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
  const where = `first in line ${lines[first]}: ${earlier} after ${later}`;
  const what = out_of_order === 1 ? '1 row goes' : `${out_of_order} rows go`;
  const warnings = [`${what} back in time (${where}); the rows are sorted`];
  return { rows: pickRows(unordered, places), out_of_order, warnings };
}

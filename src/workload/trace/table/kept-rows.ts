import { countText, momentText } from '../reading/moment-text.js';
import { Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import type { LoadColumn } from './load-column.js';
import type { Rows } from './series.js';
import type { Table } from './table.js';
import { namedColumn } from './time-column.js';
import type { TimeOfRows } from './time-of.js';

/** The rows that count, in ascending order of time. */
export interface KeptRows extends Rows {
  /** Times of all rows, with a value or without. */
  readonly grid: Float64Array;
  /** Number of each row in the table, from 0. */
  readonly lines: Uint32Array;
  /** Time of the earliest row, with a value or without. */
  readonly first: number;
}

/** Selects the rows with a time and a value. @throws Refusal if gaps are refused and a value is missing */
export function keptRows(
  table: Table,
  time: TimeOfRows,
  value: LoadColumn | undefined,
  options: ReadingOptions,
  notes: string[],
): KeptRows {
  const { seconds } = time;
  const is_selected = selector(table, options.only);
  const values =
    value !== undefined && options.gaps === 'zero'
      ? value.values.map((one) => (Number.isNaN(one) ? 0 : one))
      : value?.values;
  let missing = 0;
  let first_missing = 0;
  let selected = 0;
  let kept = 0;
  let back = 0;
  const lines = new Uint32Array(seconds.length);
  const grid = new Float64Array(seconds.length);
  for (let i = 0; i < seconds.length; i++) {
    const at = seconds[i]!;
    if (Number.isNaN(at) || !is_selected(i)) continue;
    if (selected > 0 && at < grid[selected - 1]!) back += 1;
    grid[selected++] = at;
    if (values !== undefined && Number.isNaN(values[i]!)) {
      if (missing === 0) first_missing = at;
      missing += 1;
      continue;
    }
    lines[kept++] = i;
  }
  if (missing > 0) {
    const what = `${countText(missing, 'row has', 'rows have')} no value in column "${value!.name}" (first ${momentText(first_missing, time.dated ? 0 : undefined)})`;
    if (options.gaps === 'refuse') throw new Refusal(what, 'fill them in, or add --gaps keep or --gaps zero');
    notes.push(`${what}; nothing arrives then`);
  }
  const order = lines.subarray(0, kept);
  if (back > 0) {
    order.sort((a, b) => seconds[a]! - seconds[b]! || a - b);
    if (!isReversed(back, selected))
      notes.push(`${countText(back, 'row goes', 'rows go')} back in time; the rows are sorted`);
  }
  const is_whole = back === 0 && kept === seconds.length;
  const pick = (from: Float64Array) => (is_whole ? from : Float64Array.from(order, (i) => from[i]!));
  const all = grid.subarray(0, selected);
  if (back > 0) all.sort();
  return {
    times: pick(seconds),
    values: values === undefined ? new Float64Array(kept) : pick(values),
    grid: all,
    lines: order,
    first: all[0] ?? 0,
  };
}

/** Newest first is an order, not a fault. */
function isReversed(back: number, rows: number): boolean {
  return back === rows - 1;
}

function selector(table: Table, only: string | undefined): (row: number) => boolean {
  if (only === undefined) return () => true;
  const at = only.indexOf('=');
  if (at < 1) throw new Refusal(`only: "${only}" selects nothing; expected column=label`);
  const column = namedColumn(table, only.slice(0, at));
  const word = only.slice(at + 1);
  const id = column.words.get(word);
  const labels = column.labels?.values();
  if (labels === undefined || id === undefined)
    throw new Refusal(
      `column "${column.name}" has no label "${word}"; it has ${[...column.words.keys()].slice(0, 8).join(', ')}`,
    );
  return (row) => labels[row] === id;
}

import type { TraceSelection } from '../../trace.js';
import { TraceError } from '../../trace-error.js';
import { splitUnit } from '../cells/cell-unit.js';
import { isMoment } from '../cells/time-reader.js';
import { parseElapsed, parseNumber } from '../cells/time-text.js';
import { isTotalName } from './column-names.js';
import { type ColumnChoice, namedColumn, type Table } from './table.js';
import { timeColumn } from './time-column.js';
import { valueColumn, valueColumns } from './value-column.js';

/** Which columns of a file are the trace. */
export interface TraceLayout {
  readonly has_header: boolean;
  /** Every column's name. */
  readonly columns: readonly string[];
  readonly time: ColumnChoice;
  /** None for `arrivals`, one for a series, one for each tenant of a fleet. */
  readonly values: readonly ColumnChoice[];
  /** Name of a column of numbers that is no tenant of a fleet, since it is the sum of the others. */
  readonly left_out?: string;
}

/** What the layout is chosen for; part of a {@link TraceSelection}. */
export type ColumnSelection = Pick<TraceSelection, 'file' | 'time' | 'value' | 'values' | 'kind'>;

/**
 * Finds the columns of a trace: as named in the selection, else by the usual names, else by what they hold.
 *
 * The first record is a header when none of its fields is a number or a time. Names are compared exactly
 * first, then without regard to case; a number names a column by its place, from 1.
 *
 * @param sample the first records, the header included; at least one
 * @throws TraceError when a column is not there, or several could be meant
 */
export function findLayout(sample: readonly (readonly string[])[], selection: ColumnSelection): TraceLayout {
  const first = sample[0]!;
  const has_header = !first.some((field) => isMoment(field) || isQuantity(field));
  const columns = first.map((field, i) => (has_header && field !== '' ? field : String(i + 1)));
  const rows = has_header ? sample.slice(1) : sample;
  const table: Table = { file: selection.file, columns, has_header, rows };
  if (rows.length === 0) {
    throw new TraceError(table.file, 'the file has a header and no rows; expected one row an interval');
  }
  const { kind, value, values } = selection;
  const time = timeColumn(table, selection.time, kind === 'arrivals');
  const layout = { has_header, columns, time };
  if (kind === 'arrivals') return { ...layout, values: [] };
  if (values === undefined) return { ...layout, values: [valueColumn(table, value, kind, time.index)] };
  if (values !== 'all') return { ...layout, values: values.map((name) => namedColumn(table, name, 'value')) };
  const all = valueColumns(table, kind, time.index);
  const total = all.find((index) => isTotal(table, index, all));
  const numeric = all.filter((index) => index !== total);
  if (numeric.length === 0) throw new TraceError(table.file, 'no column beside the time holds numbers');
  return {
    ...layout,
    ...(total === undefined ? {} : { left_out: columns[total]! }),
    values: numeric.map((index) => ({ index, name: columns[index]!, why: 'a column of numbers' })),
  };
}

/** Whether a column is named like the sum of the others and is it in every row of the sample. */
function isTotal({ columns, rows }: Table, index: number, all: readonly number[]): boolean {
  if (!isTotalName(columns[index]!) || all.length < 3) return false;
  return rows.every((row) => {
    const number = (i: number) => parseNumber(row[i] ?? '') || 0;
    const sum = all.reduce((so_far, i) => (i === index ? so_far : so_far + number(i)), 0);
    return Math.abs(sum - number(index)) <= 1e-3 * Math.max(1, sum);
  });
}

function isQuantity(field: string): boolean {
  return (
    !Number.isNaN(parseNumber(field)) || !Number.isNaN(parseElapsed(field)) || splitUnit(field) !== undefined
  );
}

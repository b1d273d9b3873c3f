import { nearestName } from '../../../kernel/nearest-name.js';
import type { TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import { isTimeName, isValueName } from './column-names.js';
import { isMoment } from './time-reader.js';
import { parseElapsed, parseNumber } from './time-text.js';

/** A column that was chosen, and why. */
export interface ColumnChoice {
  /** From 0. */
  readonly index: number;
  /** As the header has it, or the column's number, from 1, where there is no header. */
  readonly name: string;
  /** In words, as in `named in the scenario`. */
  readonly why: string;
}

/** Which columns of a file are the trace. */
export interface TraceLayout {
  readonly has_header: boolean;
  /** Every column's name. */
  readonly columns: readonly string[];
  readonly time: ColumnChoice;
  /** `undefined` for `arrivals`. */
  readonly value: ColumnChoice | undefined;
}

/** What the layout is chosen for; part of a {@link TraceSelection}. */
export type ColumnSelection = Pick<TraceSelection, 'file' | 'time' | 'value' | 'kind'>;

interface Table {
  readonly file: string;
  readonly columns: readonly string[];
  readonly has_header: boolean;
  readonly rows: readonly (readonly string[])[];
}

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
  const time = timeColumn(table, selection);
  const value = selection.kind === 'arrivals' ? undefined : valueColumn(table, selection, time.index);
  return { has_header, columns, time, value };
}

function timeColumn(table: Table, selection: ColumnSelection): ColumnChoice {
  if (selection.time !== undefined) return named(table, selection.time, 'time');
  const { columns, rows } = table;
  if (table.has_header) {
    const usual = columns.findIndex(isTimeName);
    if (usual >= 0) return { index: usual, name: columns[usual]!, why: 'a usual name for the time' };
  }
  const moment = columns.findIndex((_, i) => rows.every((row) => isMoment(row[i] ?? '')));
  if (moment >= 0) return { index: moment, name: columns[moment]!, why: 'the first that holds timestamps' };
  const rising = columns.findIndex((_, i) => isRising(rows, i));
  if (rising >= 0 && (columns.length > 1 || selection.kind === 'arrivals')) {
    return { index: rising, name: columns[rising]!, why: 'the first whose numbers rise from row to row' };
  }
  const reason = `no column holds the time of a row; expected one with timestamps, Unix times or seconds. Say which: time: ${exampleName(table)}`;
  throw new TraceError(table.file, `${reason}${listed(table)}`);
}

function valueColumn(table: Table, selection: ColumnSelection, time: number): ColumnChoice {
  if (selection.value !== undefined) return named(table, selection.value, 'value');
  const { columns, rows } = table;
  const kind = selection.kind === 'level' ? 'level' : 'counts';
  if (table.has_header) {
    const usual = columns.flatMap((name, i) => (i !== time && isValueName(name, kind) ? [i] : []));
    if (usual.length === 1) {
      return { index: usual[0]!, name: columns[usual[0]!]!, why: `a usual name for ${kindWords(kind)}` };
    }
    if (usual.length > 1) throw ambiguous(table, usual);
  }
  if (columns.length === 2) {
    const other = 1 - time;
    return { index: other, name: columns[other]!, why: 'the only other column' };
  }
  const numeric = columns.map((_, i) => i).filter((i) => i !== time && allNumbers(rows, i));
  if (numeric.length === 1) {
    const only = numeric[0]!;
    return { index: only, name: columns[only]!, why: 'the only other column of numbers' };
  }
  if (numeric.length > 1) throw ambiguous(table, numeric);
  const reason = `no column holds ${kindWords(kind)}; expected a column of numbers beside the time (single arrivals are kind: arrivals)`;
  throw new TraceError(table.file, `${reason}${listed(table)}`);
}

function named(table: Table, typed: string, role: 'time' | 'value'): ColumnChoice {
  const { columns } = table;
  const why = `named as ${role}`;
  let index = columns.indexOf(typed);
  if (index < 0) index = columns.findIndex((name) => name.toLowerCase() === typed.toLowerCase());
  if (index < 0 && /^[1-9]\d*$/.test(typed) && Number(typed) <= columns.length) index = Number(typed) - 1;
  if (index >= 0) return { index, name: columns[index]!, why };
  const nearest = table.has_header ? nearestName(typed, columns) : undefined;
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  throw new TraceError(table.file, `there is no column "${typed}" (${role})${hint}${listed(table)}`);
}

function ambiguous(table: Table, candidates: readonly number[]): TraceError {
  const names = candidates.map((i) => `"${table.columns[i]!}"`).join(', ');
  const example = table.columns[candidates[0]!]!;
  return new TraceError(
    table.file,
    `several columns could be the value: ${names}; say which, as in value: ${example}`,
  );
}

function listed(table: Table): string {
  if (!table.has_header) {
    return `. The file has no header line and ${table.columns.length} column(s), named by number from 1`;
  }
  return `. The file has the columns ${table.columns.map((name) => `"${name}"`).join(', ')}`;
}

function exampleName(table: Table): string {
  return table.columns[0] ?? '1';
}

function kindWords(kind: 'counts' | 'level'): string {
  return kind === 'counts' ? 'a count' : 'a level';
}

function isQuantity(field: string): boolean {
  return !Number.isNaN(parseNumber(field)) || !Number.isNaN(parseElapsed(field));
}

function allNumbers(rows: readonly (readonly string[])[], column: number): boolean {
  return rows.every((row) => !Number.isNaN(parseNumber(row[column] ?? '')));
}

function isRising(rows: readonly (readonly string[])[], column: number): boolean {
  const moments = rows.map((row) => {
    const field = row[column] ?? '';
    const number = parseNumber(field);
    return Number.isNaN(number) ? parseElapsed(field) : number;
  });
  return moments.every((moment, i) => !Number.isNaN(moment) && (i === 0 || moment >= moments[i - 1]!));
}

import { nearestName } from '../../../../kernel/nearest-name.js';
import { TraceError } from '../../trace-error.js';

/** The beginning of a file, of which columns are chosen. */
export interface Table {
  readonly file: string;
  /** Every column's name; its number, from 1, where there is no header. */
  readonly columns: readonly string[];
  readonly has_header: boolean;
  /** The first records without the header; at least one. */
  readonly rows: readonly (readonly string[])[];
}

/** A column that was chosen, and why. */
export interface ColumnChoice {
  /** From 0. */
  readonly index: number;
  /** As the header has it, or the column's number, from 1, where there is no header. */
  readonly name: string;
  /** In words, as in `named in the scenario`. */
  readonly why: string;
}

/**
 * The column that somebody names: exactly, then without regard to case; a number names a column by its place.
 * @throws TraceError when there is none
 */
export function namedColumn(table: Table, typed: string, role: 'time' | 'value'): ColumnChoice {
  const { columns } = table;
  const why = `named as ${role}`;
  let index = columns.indexOf(typed);
  if (index < 0) index = columns.findIndex((name) => name.toLowerCase() === typed.toLowerCase());
  if (index < 0 && /^[1-9]\d*$/.test(typed) && Number(typed) <= columns.length) index = Number(typed) - 1;
  const alike = index < 0 ? [] : columns.flatMap((name, i) => (name === columns[index] ? [i + 1] : []));
  if (alike.length > 1 && !/^[1-9]\d*$/.test(typed)) {
    throw new TraceError(
      table.file,
      `columns ${alike.join(' and ')} are both called "${columns[index]!}"; name one of them by its number (${role})`,
    );
  }
  if (index >= 0) return { index, name: columns[index]!, why };
  const nearest = table.has_header ? nearestName(typed, columns) : undefined;
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  throw new TraceError(table.file, `there is no column "${typed}" (${role})${hint}${listedColumns(table)}`);
}

/** How many columns a message names. */
const LISTED = 30;

/** A sentence that lists the columns of a file. */
export function listedColumns(table: Table): string {
  const { columns } = table;
  if (!table.has_header) {
    return `. The file has no header line and ${columns.length} column(s), named by number from 1`;
  }
  const names = columns.slice(0, LISTED).map((name) => `"${name}"`);
  const rest = columns.length > LISTED ? ` and ${columns.length - LISTED} more` : '';
  return `. The file has the columns ${names.join(', ')}${rest}`;
}

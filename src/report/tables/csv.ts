import { type Options, stringify } from 'csv-stringify/sync';
import type { FileCell, FileColumn } from './file-table.js';

/**
 * RFC 4180: commas, CRLF, quotes where needed. Texts that a spreadsheet would take for a formula (leading
 * `=`, `+`, `-`, `@`, tab or CR) get a leading apostrophe; numbers are written in full precision as they are.
 */
const FORMAT: Options = { record_delimiter: '\r\n', quote_record_delimiter: true, escape_formulas: true };

/** By this spreadsheets know UTF-8 from their system's own encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * Whether a file needs {@link BYTE_ORDER_MARK}: only with letters beyond ASCII, so that programs that do not know it
 * see it nowhere else.
 */
export function needsMark(text: string): boolean {
  return /[^\p{ASCII}]/u.test(text);
}

export function csvLines(rows: readonly (readonly FileCell[])[]): string {
  return rows.length === 0 ? '' : stringify(rows as FileCell[][], FORMAT);
}

/** A whole file. @param rows the headers, then the data */
export function csvText(rows: readonly (readonly FileCell[])[]): string {
  const text = csvLines(rows);
  return needsMark(text) ? BYTE_ORDER_MARK + text : text;
}

/** The cells of one row, read at once: the caller may reuse a row. */
export function cellsOf<Row>(
  columns: readonly FileColumn<Row>[],
  row: Row,
  index: number,
): readonly FileCell[] {
  return columns.map(({ cell }) => cell(row, index));
}

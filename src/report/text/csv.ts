import { type Options, stringify } from 'csv-stringify/sync';

/** What a cell may hold; `null` and `undefined` leave it empty. */
export type Cell = string | number | null | undefined;

/** One column of a table: its name with the unit last, and how a row's cell is found. */
export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => Cell;
  /** What typed tables take its cells for, `time` for ISO 8601; by what they hold unless given. */
  readonly kind?: 'number' | 'text' | 'time';
  /** What the data dictionary says of it, and its unit there unless the header ends with it. */
  readonly meaning?: string;
  readonly unit?: string;
}

/** What a column holds that does not say so, by its rows; numbers where there are none. */
export function kindOf(
  cells: readonly (readonly Cell[])[],
  index: number,
): NonNullable<Column<never>['kind']> {
  return cells.some((row) => isText(row[index])) ? 'text' : 'number';
}

/** Whether a cell holds words. */
export function isText(cell: Cell): boolean {
  return typeof cell === 'string' && cell !== '';
}

/** What the file of a table has to know of its columns. */
export type Head = Pick<Column<never>, 'header' | 'kind' | 'meaning' | 'unit'>;

/** Columns that show the field of their name as it is. */
export function fields<Row>(...names: readonly (keyof Row & string)[]): readonly Column<Row>[] {
  return names.map((name) => ({ header: name, cell: (row) => row[name] as Cell }));
}

/** The same for columns of words, some of which may be empty. */
export function texts<Row>(...names: readonly (keyof Row & string)[]): readonly Column<Row>[] {
  return fields<Row>(...names).map((column) => ({ ...column, kind: 'text' }));
}

/** The same columns of a part of a row. */
export function columnsOf<Row, Part>(part: (row: Row) => Part, columns: readonly Column<Part>[]) {
  return columns.map(({ cell, ...column }): Column<Row> => ({ ...column, cell: (row) => cell(part(row)) }));
}

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

/** The header line of a table. */
export function csvHeader(columns: readonly Head[]): string {
  return csvLines([columns.map((column) => column.header)]);
}

/** The cells of one row, read at once: a row may be reused by whoever handed it out. */
export function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): readonly Cell[] {
  return columns.map((column) => column.cell(row));
}

/** Rows of cells as lines of CSV. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.length === 0 ? '' : stringify(rows as Cell[][], FORMAT);
}

/** A whole table: header and rows. */
export function csvTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return csvText(
    columns,
    rows.map((row) => cellsOf(columns, row)),
  );
}

/** A whole table whose cells have been read. */
export function csvText(columns: readonly Head[], cells: readonly (readonly Cell[])[]): string {
  const text = csvHeader(columns) + csvLines(cells);
  return needsMark(text) ? BYTE_ORDER_MARK + text : text;
}

import { type Format, Formula, type Worksheet } from 'wasm-xlsxwriter';
import { type CellStyle, styleOfColumn } from './cell-format.js';
import { isLive, type SheetCell } from './live.js';

/** One column of a table on a sheet. */
export interface SheetColumn<Row> {
  readonly header: string;
  readonly style: CellStyle;
  readonly cell: (row: Row, index: number) => SheetCell;
  /** Characters; by the header and the style unless given. */
  readonly width?: number;
}

/** A column that looks as its header says unless a style is given. */
export function column<Row>(
  header: string,
  cell: SheetColumn<Row>['cell'],
  style: CellStyle = styleOfColumn(header),
  width?: number,
): SheetColumn<Row> {
  return { header, style, cell, ...(width === undefined ? {} : { width }) };
}

/** Where a table stands on its sheet, counted from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The first row of a {@link Sheet.listing} below its head. */
export const LISTING_ROW = 2;

/** Characters of the most usual contents. */
const WIDTHS: Readonly<Partial<Record<CellStyle, number>>> = { date: 20, text: 16, wrapped: 60, hours: 16 };
const MIN_WIDTH = 10;
const MAX_WIDTH = 70;
/** The longest text of a cell in the format. */
const MAX_CHARACTERS = 32_767;

/** One sheet of a workbook. Cells are written in whole columns: one at a time takes several times as long. */
export class Sheet {
  readonly name: string;
  readonly #sheet: Worksheet;
  readonly #formatOf: (style: CellStyle) => Format;
  readonly #widths = new Map<number, number>();

  constructor(sheet: Worksheet, name: string, formatOf: (style: CellStyle) => Format) {
    this.name = name;
    // On paper, all columns on one page, and as many pages as it takes.
    this.#sheet = sheet.setName(name).setLandscape().setPrintFitToPages(1, 0);
    this.#formatOf = formatOf;
  }

  /** The sheet as the library knows it, for charts. */
  get worksheet(): Worksheet {
    return this.#sheet;
  }

  /** Writes one cell. */
  put(row: number, column: number, cell: SheetCell, style: CellStyle = 'text'): void {
    const content = contentOf(cell);
    if (content !== undefined) this.#sheet.writeWithFormat(row, column, content, this.#formatOf(style));
  }

  /** Writes a line of headers. */
  headers(row: number, column: number, headers: readonly string[]): void {
    for (const [index, header] of headers.entries()) this.put(row, column + index, header, 'heading');
  }

  /**
   * Writes a table: a line of headers and a line for each row.
   * @returns the first and the last row of its body; the latter is before the former where it is empty
   */
  table<Row>(
    place: CellPlace,
    columns: readonly SheetColumn<Row>[],
    rows: readonly Row[],
  ): { readonly first: number; readonly last: number } {
    columns.forEach(({ header, style, cell, width }, index) => {
      const column = place.column + index;
      this.put(place.row, column, header, 'heading');
      this.widen(column, width ?? Math.max(WIDTHS[style] ?? MIN_WIDTH, header.length + 4));
      if (rows.length === 0) return;
      const contents = rows.map((row, at) => contentOf(cell(row, at)));
      // Empty cells take as long as others.
      if (contents.every((content) => content === undefined)) return;
      this.#sheet.writeColumnWithFormat(place.row + 1, column, contents, this.#formatOf(style));
    });
    return { first: place.row + 1, last: place.row + rows.length };
  }

  /**
   * Writes the table that a sheet is about below a note, with filters and its head in sight.
   * @param frozen columns that stay in sight
   * @returns the first and the last row of its body, as {@link table}
   */
  listing<Row>(
    note: string,
    columns: readonly SheetColumn<Row>[],
    rows: readonly Row[],
    frozen = 0,
  ): { readonly first: number; readonly last: number } {
    const place = { row: LISTING_ROW - 1, column: 0 };
    this.put(0, 0, note, 'quiet');
    this.filter(place, columns.length, rows.length);
    this.freeze(LISTING_ROW, frozen);
    return this.table(place, columns, rows);
  }

  /** Lets the reader filter a table; there is one filter a sheet. */
  filter(place: CellPlace, columns: number, rows: number): void {
    this.#sheet.autofilter(place.row, place.column, place.row + rows, place.column + columns - 1);
  }

  /** Keeps the rows above, and the columns to the left of, a cell in sight. */
  freeze(row: number, column = 0): void {
    this.#sheet.setFreezePanes(row, column);
  }

  /** Makes a column at least so many characters wide. */
  widen(column: number, characters: number): void {
    const width = Math.min(MAX_WIDTH, Math.max(this.#widths.get(column) ?? 0, characters));
    this.#widths.set(column, width);
    this.#sheet.setColumnWidth(column, width);
  }
}

function contentOf(cell: SheetCell): string | number | boolean | Formula | undefined {
  if (cell === null || cell === undefined || cell === '') return undefined;
  if (isLive(cell)) return new Formula(`=${cell.formula}`).setResult(String(cell.value));
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined;
  return typeof cell === 'string' ? printable(cell) : cell;
}

/** Without control characters, which XML cannot hold, and no longer than a cell may be. */
function printable(text: string): string {
  return text.replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '\ufffd').slice(0, MAX_CHARACTERS);
}

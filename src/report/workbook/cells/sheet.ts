import { Formula, type Worksheet } from 'wasm-xlsxwriter';
import { markOf, type Verdict } from '../../text/verdict.js';
import type { Look, SheetExtras } from './book-parts.js';
import { type CellStyle, styleOfColumn } from './cell-format.js';
import type { Formats } from './formats.js';
import { headerText } from './header-text.js';
import { isLive, LISTING_ROW, type SheetCell, type TableRows } from './live.js';
import { type BookTitle, setUpPrinting, wideEnough } from './printing.js';

/** One column of a table on a sheet. */
export interface SheetColumn<Row> {
  /** What stands above it. */
  readonly header: SheetCell;
  readonly style: CellStyle;
  readonly cell: (row: Row, index: number) => SheetCell;
  /** Characters; by the header and the style unless given. */
  readonly width?: number | undefined;
}

/** A column with the header that its name says, and so does the style unless it is given. @param name the unit last */
export function column<Row>(
  name: string,
  cell: SheetColumn<Row>['cell'],
  style: CellStyle = styleOfColumn(name),
  width?: number,
): SheetColumn<Row> {
  return titled(headerText(name), style, width, cell);
}

/** A column with a header of its own. */
export function titled<Row>(
  header: SheetCell,
  style: CellStyle,
  width: number | undefined,
  cell: SheetColumn<Row>['cell'],
): SheetColumn<Row> {
  return { header, style, cell, width };
}

/** Characters of the most usual contents. */
const WIDTHS: Readonly<Partial<Record<CellStyle, number>>> = {
  date: 20,
  text: 16,
  wrapped: 60,
  hours: 16,
  month_name: 18,
  money: 13,
};
/** Styles of words, which begin on the left. */
const WORDS: ReadonlySet<CellStyle> = new Set(['text', 'general', 'wrapped', 'month_name']);
const MIN_WIDTH = 11;
const MAX_WIDTH = 70;
/** The longest word of a header that is not broken, beside some room for the button of a filter. */
const BUTTON = 3;
/** The longest text of a cell in the format. */
const MAX_CHARACTERS = 32_767;
/** Bold letters are wider than others. */
const BOLD = 0.85;
/** Points of a line, and of a title. */
const LINE_HEIGHT = 15;
const TITLE_HEIGHT = 22;
/** Rows that are made to fit their texts: longer tables have none that matter. */
const MAX_FITTED = 2000;
/** Rows of a long listing that are printed. */
const PRINTED_ROWS = 100;

/** One sheet of a workbook. Cells are written in whole columns: one at a time takes several times as long. */
export class Sheet {
  readonly name: string;
  /** The sheet as the library knows it, for charts. */
  readonly worksheet: Worksheet;
  readonly #formats: Formats;
  readonly #extras: SheetExtras;
  readonly #widths = new Map<number, number>();

  constructor(sheet: Worksheet, name: string, title: BookTitle, formats: Formats, extras: SheetExtras) {
    this.name = name;
    this.worksheet = sheet.setName(name);
    setUpPrinting(sheet, title);
    this.#formats = formats;
    this.#extras = extras;
  }

  /** Writes one cell; one that is to be filled in shows that it is even while it is empty. */
  put(row: number, column: number, cell: SheetCell, style: CellStyle = 'text'): void {
    const content = contentOf(cell);
    const format = this.#formats.of(style);
    if (content !== undefined) this.worksheet.writeWithFormat(row, column, content, format);
    else if (style.startsWith('input')) this.worksheet.writeBlank(row, column, format);
  }

  /** Writes the title of the sheet, and what it is about. */
  head(title: string, note: SheetCell): void {
    this.worksheet.setRowHeight(0, TITLE_HEIGHT);
    this.put(0, 0, title, 'title');
    this.put(1, 0, note, 'quiet');
  }

  /**
   * Writes the answer over all columns to one, as many lines as it takes, and below it the command that carries it out.
   * Columns have to have their widths.
   */
  verdict(row: number, last: number, { tone, text, command }: Verdict): void {
    const characters = this.#firstWidths(last + 1).reduce((sum, each) => sum + each, 0);
    const format = this.#formats.of(`verdict_${tone}`);
    this.worksheet.mergeRange(row, 0, row, last, printable(`${markOf({ tone })} ${text}`), format);
    this.worksheet.setRowHeight(row, LINE_HEIGHT * linesOf(text, BOLD * characters));
    if (command !== undefined) this.put(row + 1, 0, command, 'quiet');
  }

  /** Writes texts below each other. @returns the first row below them */
  lines(row: number, texts: readonly SheetCell[], style: CellStyle = 'general'): number {
    for (const [index, text] of texts.entries()) this.put(row + index, 0, text, style);
    return row + texts.length;
  }

  /** Writes a line of headers. */
  headers(row: number, headers: readonly SheetCell[]): void {
    for (const [index, header] of headers.entries()) this.put(row, index, header, 'heading');
  }

  /** Writes a table: a line of headers and a line for each row. @param top of the headers @param left column */
  table<Row>(top: number, columns: readonly SheetColumn<Row>[], rows: readonly Row[], left = 0): TableRows {
    columns.forEach(({ header, style, width }, index) => {
      this.put(top, left + index, header, WORDS.has(style) ? 'heading' : 'heading_right');
      const usual = Math.max(WIDTHS[style] ?? MIN_WIDTH, longestWord(header) + BUTTON);
      this.widen(left + index, width ?? usual);
    });
    this.#fitRows(top, columns, rows, left);
    columns.forEach(({ style, cell }, index) => {
      const column = left + index;
      if (rows.length === 0) return;
      if (style.startsWith('input')) {
        rows.forEach((row, at) => {
          this.put(top + 1 + at, column, cell(row, at), style);
        });
        return;
      }
      const contents = rows.map((row, at) => contentOf(cell(row, at)));
      // Empty cells take as long as others.
      if (contents.every((content) => content === undefined)) return;
      withoutStacks(() =>
        this.worksheet.writeColumnWithFormat(top + 1, column, contents, this.#formats.of(style)),
      );
    });
    return { first: top + 1, last: top + rows.length };
  }

  /**
   * Writes the table that a sheet is about below a title and a note, with filters, its head in sight and on every page
   * of paper; columns beyond what a page can show and rows beyond some pages are not printed.
   * @param frozen columns that stay in sight
   */
  listing<Row>(
    note: string,
    columns: readonly SheetColumn<Row>[],
    rows: readonly Row[],
    frozen = 0,
  ): TableRows {
    const top = LISTING_ROW - 1;
    this.filter(top, columns.length, rows.length);
    this.keepHead(LISTING_ROW, frozen);
    const written = this.table(top, columns, rows);
    const printed = wideEnough(this.#firstWidths(columns.length));
    const left = [
      ...(printed < columns.length ? [`the first ${printed} of ${columns.length} columns`] : []),
      ...(rows.length > PRINTED_ROWS ? [`the first ${PRINTED_ROWS} rows`] : []),
    ];
    this.head(this.name, left.length === 0 ? note : `${note}. On paper: ${left.join(', ')}`);
    this.print(LISTING_ROW + Math.min(rows.length, PRINTED_ROWS) - 1, printed - 1);
    return written;
  }

  /** Says what is printed: all from the first cell to one, counted from 0. */
  print(row: number, column: number): void {
    this.worksheet.setPrintArea(0, 0, Math.max(row, 1), Math.max(column, 0));
  }

  /** The same on one page of paper. */
  printOnOnePage(row: number, column: number): void {
    this.print(row, column);
    this.worksheet.setPrintFitToPages(1, 1);
  }

  /** Lets the reader filter a table; there is one filter a sheet. @param top row of the headers */
  filter(top: number, columns: number, rows: number): void {
    this.worksheet.autofilter(top, 0, top + rows, columns - 1);
  }

  /** Keeps what is above a row, and columns, in sight, and the line of headers above it on every page of paper. */
  keepHead(row: number, columns = 1): void {
    this.freeze(row, columns);
    this.worksheet.setRepeatRows(row - 1, row - 1);
  }

  /** Keeps the rows above, and the columns to the left of, a cell in sight. */
  freeze(row: number, column: number): void {
    this.worksheet.setFreezePanes(row, column);
  }

  /** Makes a column at least so many characters wide. */
  widen(column: number, characters: number): void {
    const width = Math.min(MAX_WIDTH, Math.max(this.#widths.get(column) ?? 0, characters));
    this.#widths.set(column, width);
    this.worksheet.setColumnWidth(column, width);
  }

  /** Lets the reader choose the value of a cell. @param from a range, its name, or a list such as `"a,b"` */
  choice(cell: string, from: string): void {
    this.#extras.choices.push({ cell: cell.replaceAll('$', ''), from });
  }

  /** Makes cells look otherwise while a formula about the first of them is true. */
  mark(cells: string, formula: string, look: Look): void {
    this.#extras.conditions.push({ cells: cells.replaceAll('$', ''), formula, look });
  }

  /** Makes the rows of a table as high as their wrapped texts are: not every reader does. */
  #fitRows<Row>(top: number, columns: readonly SheetColumn<Row>[], rows: readonly Row[], left: number): void {
    const width = (index: number) => this.#width(left + index);
    const heads = columns.map(({ header }, index) => linesOf(textOf(header), width(index) - 1));
    this.worksheet.setRowHeight(top, LINE_HEIGHT * Math.max(1, ...heads));
    if (rows.length > MAX_FITTED || !columns.some(({ style }) => style === 'wrapped')) return;
    rows.forEach((row, at) => {
      const lines = columns.map(({ style, cell }, index) =>
        style === 'wrapped' ? linesOf(textOf(cell(row, at)), width(index) - 2) : 1,
      );
      if (Math.max(...lines) > 1) this.worksheet.setRowHeight(top + 1 + at, LINE_HEIGHT * Math.max(...lines));
    });
  }

  #width(column: number): number {
    return this.#widths.get(column) ?? MIN_WIDTH;
  }

  #firstWidths(columns: number): readonly number[] {
    return Array.from({ length: columns }, (_, index) => this.#width(index));
  }
}

function textOf(cell: SheetCell): string {
  return isLive(cell) ? String(cell.value) : String(cell ?? '');
}

function longestWord(header: SheetCell): number {
  return Math.max(
    ...textOf(header)
      .split(' ')
      .map((word) => word.length),
  );
}

/** Lines that a text takes where so many characters fit on one. */
function linesOf(text: string, characters: number): number {
  let [lines, length] = [1, 0];
  for (const word of text.split(/\s+/)) {
    const whole = length === 0 ? word.length : length + 1 + word.length;
    if (whole > characters && length > 0) {
      lines += 1;
      length = word.length;
    } else length = whole;
  }
  return lines;
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

/**
 * Does something while errors have no stack traces: for every formula the library makes an error that it throws away, and
 * its stack would be most of the time that this takes.
 */
function withoutStacks(work: () => void): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

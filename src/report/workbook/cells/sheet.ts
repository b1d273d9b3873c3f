import { isFormula, type SheetCell } from './cell.js';
import { type CellStyle, isInput, storedValue, totalStyle } from './cell-format.js';
import type { ChartSpecification } from './charts.js';
import { inTable, withReferences } from './references.js';
import { type Look, type SheetColumn, Table } from './table.js';

/** The first row of a listing below its head. */
const LISTING_ROW = 3;
/** Rows of a long listing that are printed. */
const PRINTED_ROWS = 100;

/** Cells that look different while a formula about the first of them is true. */
export interface Condition {
  /** Such as `B5:B16`. */
  readonly cells: string;
  readonly formula: string;
  readonly look: Look;
}

/** A cell with its look. */
export interface StyledCell {
  readonly content: SheetCell;
  readonly style: CellStyle;
}

/** A text over several columns, as many lines as it takes. */
export interface Paragraph {
  readonly row: number;
  /** Last column, counted from 0. */
  readonly last: number;
}

/** One sheet of a workbook, until it is written. */
export class Sheet {
  readonly name: string;
  /** Whether it is working that readers may show. */
  readonly hidden: boolean;
  readonly widths = new Map<number, number>();
  readonly paragraphs: Paragraph[] = [];
  /** Rows of headers, and of tables with wrapped texts: as high as their texts are. */
  readonly fitted: number[] = [];
  readonly charts: { readonly row: number; readonly column: number; readonly chart: ChartSpecification }[] =
    [];
  readonly choices: { readonly cell: string; readonly from: string }[] = [];
  readonly conditions: Condition[] = [];
  frozen: readonly [row: number, column: number] | undefined;
  repeated: number | undefined;
  filtered: { readonly top: number; readonly last: number; readonly columns: number } | undefined;
  printed: { readonly row: number; readonly column: number; readonly on_one_page: boolean } | undefined;
  /** Columns of cells by row. */
  readonly columns = new Map<number, Map<number, StyledCell>>();
  readonly #tables: Map<string, Table>;
  #last = -1;

  /** @param tables those of the workbook by their names in formulas */
  constructor(name: string, hidden: boolean, tables: Map<string, Table>) {
    this.name = name;
    this.hidden = hidden;
    this.#tables = tables;
  }

  /** The row below everything that was written, with a line between. */
  get below(): number {
    return this.#last + 2;
  }

  /** Writes one cell; one that is to be filled in shows that it is even while it is empty. */
  put(row: number, column: number, content: SheetCell, style: CellStyle = 'text'): void {
    const isEmpty = content === undefined || content === null || content === '';
    if (isEmpty && !isInput(style) && !style.endsWith('_total')) return;
    this.#last = Math.max(this.#last, row);
    const cells = this.columns.get(column) ?? new Map<number, StyledCell>();
    this.columns.set(
      column,
      cells.set(row, { content: isEmpty ? undefined : storedValue(content, style), style }),
    );
  }

  /** What a cell holds. */
  contentAt(row: number, column: number): SheetCell {
    return this.columns.get(column)?.get(row)?.content;
  }

  /** Writes the title of the sheet, and what it is about. */
  head(title: string, note: SheetCell): void {
    this.put(0, 0, title, 'title');
    this.put(1, 0, note, 'quiet');
  }

  /** Writes a text over the first columns, as many lines as it takes. @param last column, counted from 0 */
  paragraph(row: number, last: number, content: SheetCell, style: CellStyle = 'wrapped'): void {
    this.put(row, 0, content, style);
    this.paragraphs.push({ row, last });
  }

  /** Writes texts below each other. @returns the first row below them */
  lines(row: number, texts: readonly SheetCell[], style: CellStyle = 'general'): number {
    for (const [index, text] of texts.entries()) this.put(row + index, 0, text, style);
    return row + texts.length;
  }

  /**
   * Writes a table: a line of headers, a line for each row, and one of totals if columns have any.
   * @param id its name in formulas @param top row of the headers @param left column
   */
  table<Row>(
    id: string,
    top: number,
    columns: readonly SheetColumn<Row>[],
    rows: readonly Row[],
    left = 0,
  ): Table {
    const table = new Table(this.name, [top, left], columns, rows);
    if (this.#tables.has(id)) throw new Error(`a workbook has two tables ${id}`);
    this.#tables.set(id, table);
    columns.forEach(({ header, style, width }, index) => {
      const usual = typeof style === 'string' ? style : 'general';
      this.put(top, left + index, header, WORDS.has(usual) ? 'heading' : 'heading_right');
      this.widen(left + index, width ?? Math.max(WIDTHS[usual] ?? MIN_WIDTH, longestWord(header) + BUTTON));
    });
    this.fitted.push(top);
    if (
      rows.length <= MAX_FITTED &&
      columns.some(({ style }) => style === 'wrapped' || typeof style !== 'string')
    ) {
      this.fitted.push(...rows.map((_, index) => top + 1 + index));
    }
    columns.forEach((column, at) => {
      this.#fill(table, column, rows, left + at);
    });
    return table;
  }

  /** Writes the cells of a column, its total, and how they look. */
  #fill<Row>(table: Table, column: SheetColumn<Row>, rows: readonly Row[], at: number): void {
    const { key, style, cell, total, looks = {} } = column;
    rows.forEach((row, index) => {
      const content = typeof cell === 'function' ? cell(row, index) : cell;
      const own = isFormula(content) ? { formula: inTable(content.formula, table, index) } : content;
      this.put(table.first + index, at, own, typeof style === 'string' ? style : style(row));
    });
    if (total !== undefined) {
      const sum = { formula: `SUM(${table.cells(key, 0)})` };
      this.put(table.last + 1, at, total === 'sum' ? sum : total, totalStyle(style as CellStyle, total));
    }
    for (const [look, holds] of Object.entries(looks) as [Look, string][]) {
      // Of the first row; those below it have it in their own rows.
      const formula = withReferences(holds, (_, cells) => table.cells(cells, 0).replace(/\$(\d+)$/, '$1'));
      this.mark(table.cells(key, 0), formula, look);
    }
  }

  /**
   * Writes the table that a sheet is about below a title and a note, with filters, its head in sight and on every page
   * of paper; rows beyond some pages are not printed. @param id its name in formulas
   * @param frozen columns that stay in sight
   */
  listing<Row>(
    id: string,
    note: string,
    columns: readonly SheetColumn<Row>[],
    rows: readonly Row[],
    frozen = 0,
  ): Table {
    const top = LISTING_ROW - 1;
    const cut = rows.length > PRINTED_ROWS ? `. On paper: the first ${PRINTED_ROWS} rows` : '';
    this.head(this.name, note + cut);
    this.filter(top, columns.length, rows.length);
    this.keepHead(LISTING_ROW, frozen);
    this.print(LISTING_ROW + Math.min(rows.length, PRINTED_ROWS) - 1, columns.length - 1);
    return this.table(id, top, columns, rows);
  }

  /** Draws a chart, its upper left corner in a cell. */
  chart(row: number, column: number, chart: ChartSpecification): void {
    this.charts.push({ row, column, chart });
  }

  /** Says what is printed: all from the first cell to one, counted from 0. */
  print(row: number, column: number, on_one_page = false): void {
    this.printed = { row: Math.max(row, 1), column: Math.max(column, 0), on_one_page };
  }

  /** Lets the reader filter a table; there is one filter a sheet. @param top row of the headers */
  filter(top: number, columns: number, rows: number): void {
    this.filtered = { top, last: top + rows, columns };
  }

  /** Keeps what is above a row, and columns, in sight, and the line of headers above it on every page of paper. */
  keepHead(row: number, columns = 1): void {
    this.frozen = [row, columns];
    this.repeated = row - 1;
  }

  /** Makes a column at least so many characters wide. */
  widen(column: number, characters: number): void {
    this.widths.set(column, Math.min(MAX_WIDTH, Math.max(this.width(column), characters)));
  }

  /** Characters that a column has room for. */
  width(column: number): number {
    return this.widths.get(column) ?? MIN_WIDTH;
  }

  /** Lets the reader choose the value of a cell. @param from a range, its name, or a list such as `"a,b"` */
  choice(cell: string, from: string): void {
    this.choices.push({ cell: cell.replaceAll('$', ''), from });
  }

  /** Makes cells look different while a formula about the first of them is true. */
  mark(cells: string, formula: string, look: Look): void {
    this.conditions.push({ cells: cells.replaceAll('$', ''), formula, look });
  }

  /** Replaces the references in formulas: all tables are known. */
  resolve(resolved: (formula: string) => string): void {
    for (const cells of this.columns.values()) {
      for (const [row, { content, style }] of cells) {
        if (isFormula(content)) cells.set(row, { content: { formula: resolved(content.formula) }, style });
      }
    }
  }
}

/** Characters of the most usual contents. */
const WIDTHS: Readonly<Partial<Record<CellStyle, number>>> = {
  date: 20,
  text: 16,
  wrapped: 60,
  hours: 16,
  month_name: 18,
  money: 14,
};
/** Styles of words, which begin on the left. */
const WORDS: ReadonlySet<CellStyle> = new Set(['text', 'general', 'wrapped', 'month_name', 'quiet']);
const MIN_WIDTH = 11;
const MAX_WIDTH = 70;
/** Room for the button of a filter beside the longest word of a header. */
const BUTTON = 3;
/** Rows that are made to fit their texts: longer tables have none that matter. */
const MAX_FITTED = 2000;

/** By the words of a formula as well: it has those of its value, and a few more. */
function longestWord(header: SheetCell): number {
  const words = isFormula(header) ? header.formula.split(/[ "&,]+/) : String(header ?? '').split(' ');
  return Math.max(...words.map((word) => word.length));
}

import { isFormula, type SheetCell, withReferences } from './cell.js';
import type { ChartSpecification } from './charts.js';
import { type CellPlace, type CellStyle, isInput, isOfWords, storedValue } from './style.js';
import { type Look, type SheetColumn, Table } from './table.js';

/** Rows of a sheet that a chart covers. */
export const CHART_ROWS = 17;
/** Rows of a long table that are printed. */
const PRINTED_ROWS = 100;

/** Cells that look different while a formula about the first of them is true. */
interface Condition {
  /** Such as `B5:B16`. */
  readonly cells: string;
  readonly formula: string;
  readonly look: Look;
}

export interface StyledCell {
  readonly content: SheetCell;
  readonly style: CellStyle;
  readonly place: CellPlace;
}

/** Where a table begins: in the first column, a line below everything that was written, unless given. */
interface TablePlace {
  /** Row of the headers. */
  readonly row?: number;
  readonly left?: number;
  /** A line above the headers. */
  readonly title?: string;
}

/** One sheet of a workbook, until it is written. Rows and columns count from 0. */
export class Sheet {
  readonly name: string;
  /** Whether it is working that readers may show. */
  readonly hidden: boolean;
  readonly widths = new Map<number, number>();
  /** Texts over the columns up to the last, as many lines as they take. */
  readonly paragraphs: { readonly row: number; readonly last: number }[] = [];
  readonly charts: { readonly row: number; readonly chart: ChartSpecification }[] = [];
  readonly choices: { readonly cell: string; readonly from: string }[] = [];
  readonly conditions: Condition[] = [];
  /** Columns of cells by row. */
  readonly columns = new Map<number, Map<number, StyledCell>>();
  /** Columns that stay in sight with the headers of the first table, while the last one can be filtered. */
  keeps: number | undefined;
  /** Tables from the first column: the rows of their headers, their last rows, and how many columns they have. */
  readonly tables: { readonly top: number; readonly last: number; readonly columns: number }[] = [];
  /** Whether paper has it on one page. */
  one_page = false;
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

  /** The last row and column of paper: a long table at the end is cut. */
  get printed(): readonly [row: number, column: number] {
    const { top, last } = this.tables.at(-1) ?? { top: 0, last: 0 };
    const row = last - top > PRINTED_ROWS ? top + PRINTED_ROWS : this.#last;
    return [row, Math.max(...this.columns.keys(), ...this.paragraphs.map((each) => each.last))];
  }

  /** Writes one cell; one that is to be filled in shows that it is even while it is empty. */
  put(row: number, column: number, content: SheetCell, style: CellStyle = 'text', place?: CellPlace): void {
    const isEmpty = content === undefined || content === null || content === '';
    if (isEmpty && !isInput(style) && place !== 'total') return;
    this.#last = Math.max(this.#last, row);
    const cells = this.columns.get(column) ?? new Map<number, StyledCell>();
    const stored = isEmpty ? undefined : storedValue(content, style);
    this.columns.set(column, cells.set(row, { content: stored, style, place }));
  }

  /** Writes the title of the sheet, and what it is about. @param keeps columns that stay in sight with the headers */
  head(title: string, note: SheetCell, keeps?: number): void {
    this.put(0, 0, title, 'title');
    this.put(1, 0, note, 'quiet');
    this.keeps = keeps;
  }

  /** Writes a text over the first columns, as many lines as it takes. @param last column */
  paragraph(row: number, last: number, content: SheetCell, style: CellStyle = 'wrapped'): void {
    this.put(row, 0, content, style);
    this.paragraphs.push({ row, last });
  }

  /**
   * Writes a table: a line of headers, a line for each row, and one of totals if columns have any.
   * @param id its name in formulas
   */
  table<Row>(
    id: string,
    columns: readonly SheetColumn<Row>[],
    rows: readonly Row[],
    { left = 0, title, row = this.below + (title === undefined ? 0 : 1) }: TablePlace = {},
  ): Table {
    const table = new Table(this.name, [row, left], columns, rows);
    if (this.#tables.has(id)) throw new Error(`a workbook has two tables ${id}`);
    this.#tables.set(id, table);
    if (left === 0) this.tables.push({ top: row, last: table.last, columns: columns.length });
    this.put(row - 1, 0, title, 'section');
    columns.forEach((column, at) => {
      this.#fill(table, column, rows, left + at);
    });
    return table;
  }

  /** Writes a column: its header, its cells, its total, and how they look. */
  #fill<Row>(table: Table, column: SheetColumn<Row>, rows: readonly Row[], at: number): void {
    const { key, header, style, cell, total, looks = {} } = column;
    const usual = typeof style === 'string' ? style : 'general';
    this.put(table.first - 1, at, header, usual, isOfWords(usual) ? 'heading' : 'heading_right');
    const { width = Math.max(WIDTHS[usual] ?? MIN_WIDTH, longestWord(header) + BUTTON) } = column;
    this.widths.set(at, Math.min(MAX_WIDTH, Math.max(this.width(at), width)));
    rows.forEach((row, index) => {
      const content = typeof cell === 'function' ? cell(row, index) : cell;
      const inRow = (id: string | undefined, cells: string) =>
        id === undefined ? table.cells(cells, index) : undefined;
      const own = isFormula(content) ? { formula: withReferences(content.formula, inRow) } : content;
      this.put(table.first + index, at, own, typeof style === 'string' ? style : style(row));
    });
    if (total !== undefined) {
      const sum = total === 'sum' ? { formula: `SUM(${table.cells(key)})` } : total;
      this.put(table.last + 1, at, sum, isFormula(sum) ? (TOTALS[usual] ?? usual) : 'general', 'total');
    }
    for (const [look, holds] of Object.entries(looks) as [Look, string][]) {
      // That of the first row; those below it have the same in their rows.
      const formula = withReferences(holds, (_, cells) => table.cells(cells).replace(/\$(\d+)$/, '$1'));
      this.mark(table.cells(key), formula, look);
    }
  }

  /** Writes the table that a sheet is about below its title and a note. @param keeps columns that stay in sight */
  listing<Row>(
    id: string,
    note: string,
    columns: readonly SheetColumn<Row>[],
    rows: readonly Row[],
    keeps = 0,
  ): Table {
    this.head(this.name, note, keeps);
    return this.table(id, columns, rows, { row: 2 });
  }

  /** Draws a chart below everything that was written. */
  chart(chart: ChartSpecification): void {
    this.charts.push({ row: this.below, chart });
    this.#last += CHART_ROWS + 1;
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
      for (const [row, cell] of cells) {
        const { content } = cell;
        if (isFormula(content)) cells.set(row, { ...cell, content: { formula: resolved(content.formula) } });
      }
    }
  }
}

/** Characters of the most usual contents. */
const WIDTHS: Readonly<Partial<Record<CellStyle, number>>> = {
  text: 16,
  wrapped: 60,
  hours: 16,
  month_name: 18,
  money: 14,
};
/** How sums look whose column has another look. */
const TOTALS: Readonly<Partial<Record<CellStyle, CellStyle>>> = { input_money: 'money_or_none' };
const MIN_WIDTH = 11;
const MAX_WIDTH = 70;
/** Room for the button of a filter next to the longest word of a header. */
const BUTTON = 3;

/** By the words of a formula as well: it has those of its value, and a few more. */
function longestWord(header: SheetCell): number {
  const words = isFormula(header) ? header.formula.split(/[ "&,]+/) : String(header ?? '').split(' ');
  return Math.max(...words.map((word) => word.length));
}

import { cellName, rangeName, type SheetCell } from './cell.js';
import { type CellStyle, styleOfColumn } from './cell-format.js';
import { headerText } from './header-text.js';

/** The cells of a row of a table by the keys of their columns, as formulas name them; or those of another row, from 0. */
export type RowCells = (key: string, row?: number) => string;

/** One column of a table on a sheet. */
export interface SheetColumn<Row> {
  /** What formulas know the column by; absent where none reads it. */
  readonly key?: string;
  /** What is above it. */
  readonly header: SheetCell;
  /** Of all its cells, or by row. */
  readonly style: CellStyle | ((row: Row) => CellStyle);
  /** Called when the workbook is whole, so that tables may refer to each other in any order. */
  readonly cell: (row: Row, cells: RowCells, index: number) => SheetCell;
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
  return { key: name, header: headerText(name), style, cell, width };
}

/** A column with a header and a key of its own. */
export function keyed<Row>(
  key: string,
  header: SheetCell,
  style: SheetColumn<Row>['style'],
  cell: SheetColumn<Row>['cell'],
  width?: number,
): SheetColumn<Row> {
  return { key, header, style, cell, width };
}

/** The same without a key: no formula reads it. */
export function titled<Row>(
  header: SheetCell,
  style: SheetColumn<Row>['style'],
  width: number | undefined,
  cell: SheetColumn<Row>['cell'],
): SheetColumn<Row> {
  return { header, style, cell, width };
}

/** Cells of one column that a chart draws. */
export interface ChartCells {
  readonly sheet: string;
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

/** Where a table is: formulas, names and charts find its cells by row and by the key of the column. */
export class Table {
  readonly sheet: string;
  /** Rows of its body, counted from 0; the last is before the first where it is empty. */
  readonly first: number;
  readonly last: number;
  readonly #columns: ReadonlyMap<string, number>;
  /** By key, for tables whose rows have one. */
  readonly #rows: ReadonlyMap<string, number>;

  constructor(
    sheet: string,
    { top, left }: Readonly<Record<'top' | 'left', number>>,
    columns: readonly { readonly key?: string }[],
    rows: readonly unknown[],
  ) {
    this.sheet = sheet;
    this.first = top + 1;
    this.last = top + rows.length;
    this.#columns = placesOf(columns, left);
    this.#rows = placesOf(rows, this.first);
  }

  /** A cell, from any sheet. @param row from 0, or its key */
  cell(row: number | string, key: string): string {
    return cellName(this.row(row), this.column(key), this.sheet);
  }

  /** The header of a column, from any sheet. */
  header(key: string): string {
    return cellName(this.first - 1, this.column(key), this.sheet);
  }

  /** All cells of a column, or those of some rows, from any sheet. */
  range(key: string, from = 0, to = this.last - this.first): string {
    const column = this.column(key);
    return rangeName([this.first + from, column], [this.first + Math.max(from, to), column], this.sheet);
  }

  /** The cells of several columns side by side. @param from,to keys of the first and the last */
  block(from: string, to: string): string {
    return rangeName(
      [this.first, this.column(from)],
      [Math.max(this.first, this.last), this.column(to)],
      this.sheet,
    );
  }

  /** The same cells for a chart. */
  charted(key: string): ChartCells {
    return { sheet: this.sheet, column: this.column(key), first: this.first, last: this.last };
  }

  /** The row of the sheet, counted from 0. */
  row(row: number | string): number {
    if (typeof row === 'number') return this.first + row;
    const found = this.#rows.get(row);
    if (found === undefined) throw new Error(`the table on ${this.sheet} has no row ${row}`);
    return found;
  }

  /** The column of the sheet, counted from 0. */
  column(key: string): number {
    const found = this.#columns.get(key);
    if (found === undefined) throw new Error(`the table on ${this.sheet} has no column ${key}`);
    return found;
  }
}

function placesOf(items: readonly unknown[], from: number): ReadonlyMap<string, number> {
  return new Map(
    items.flatMap((item, index) => {
      const key = typeof item === 'object' && item !== null && 'key' in item ? item.key : undefined;
      return typeof key === 'string' ? [[key, from + index] as const] : [];
    }),
  );
}

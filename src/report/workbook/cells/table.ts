import { cellName, type Formula, formula, type SheetCell } from './cell.js';
import type { CellStyle } from './style.js';

/** How cells look while something holds. */
export type Look = 'bad' | 'good' | 'doubtful';

interface ColumnOptions {
  /** Characters; by the header and the style unless given. */
  readonly width?: number | undefined;
  /** In the row below the table: the sum of the column, or what is given. */
  readonly total?: SheetCell | 'sum';
  /** Looks of its cells while a formula holds. */
  readonly looks?: Readonly<Partial<Record<Look, string>>>;
}

export interface SheetColumn<Row> extends ColumnOptions {
  /** The name of the column in formulas. */
  readonly key: string;
  /** What is above it. */
  readonly header: SheetCell;
  /** Of all its cells, or by row. */
  readonly style: CellStyle | ((row: Row) => CellStyle);
  readonly cell: SheetCell | ((row: Row, index: number) => SheetCell);
}

/** A column by its key, header, style and cells. @param more the width, or several options */
export function column<Row>(
  key: string,
  header: SheetCell,
  style: SheetColumn<Row>['style'],
  cell: SheetColumn<Row>['cell'],
  more: number | ColumnOptions = {},
): SheetColumn<Row> {
  return { key, header, style, cell, ...(typeof more === 'number' ? { width: more } : more) };
}

/** A label or header of money: it names the currency. */
export function moneyHeader(text: string): Formula {
  return formula(`"${text}, "&currency`);
}

export function moneyColumn<Row>(
  key: string,
  header: string,
  cell: SheetColumn<Row>['cell'],
  more: number | ColumnOptions = 15,
): SheetColumn<Row> {
  return column(key, moneyHeader(header), 'money', cell, more);
}

/** Where a table is: references find its cells by row and by the key of the column. */
export class Table {
  readonly sheet: string;
  /** Rows of its body, counted from 0; the last is before the first if it is empty. */
  readonly first: number;
  readonly last: number;
  readonly #columns: ReadonlyMap<string, number>;
  /** By key, for tables whose rows have one. */
  readonly #rows: ReadonlyMap<string, number>;

  constructor(
    sheet: string,
    [top, left]: readonly [top: number, left: number],
    columns: readonly { readonly key: string }[],
    rows: readonly unknown[],
  ) {
    this.sheet = sheet;
    this.first = top + 1;
    this.last = top + rows.length;
    this.#columns = placesOf(columns, left);
    this.#rows = placesOf(rows, this.first);
  }

  /** The cells of a reference, without the sheet. @param own the row of its formula, from 0 */
  cells(reference: string, own = 0): string {
    if (reference.startsWith('@')) return cellName(this.first + own, this.#column(reference.slice(1)));
    const [, header, from = '', to, rows] = /^(#?)([^@:]+)(?::#?([^@]+))?(?:@(.+))?$/.exec(reference) ?? [];
    const [first, last] = header === '#' ? [this.first - 1, this.first - 1] : this.#rowsOf(rows);
    const corner = cellName(first, this.#column(from));
    if (to === undefined && (header === '#' || (rows !== undefined && !rows.includes('..')))) return corner;
    return `${corner}:${cellName(last, this.#column(to ?? from))}`;
  }

  #rowsOf(rows: string | undefined): readonly [first: number, last: number] {
    if (rows === undefined) return [this.first, Math.max(this.first, this.last)];
    const [first = '', last = first] = rows.split('..');
    return [this.#row(first), this.#row(last)];
  }

  #row(row: string): number {
    if (/^\d+$/.test(row)) return this.first + Number(row);
    const found = row === 'sum' ? this.last + 1 : this.#rows.get(row);
    if (found === undefined) throw new Error(`the table on ${this.sheet} has no row ${row}`);
    return found;
  }

  #column(key: string): number {
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

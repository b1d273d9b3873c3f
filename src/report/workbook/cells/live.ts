/** A formula with the value that it has: readers that do not compute show the same as those that do. */
export interface Live {
  /** Without the leading `=`. */
  readonly formula: string;
  readonly value: number | string;
}

/** What a cell of a workbook may hold; nothing leaves it empty. */
export type SheetCell = string | number | boolean | null | undefined | Live;

/** Whether a cell recalculates. */
export function isLive(cell: SheetCell): cell is Live {
  return typeof cell === 'object' && cell !== null;
}

/** A formula with its value. */
export function live(formula: string, value: number | string): Live {
  return { formula, value };
}

/**
 * The name of a cell in a formula, counted from 0: `$B$3`, with the sheet where it is another one.
 * @param sheet name of the sheet; absent within the same one
 */
export function cellName(row: number, column: number, sheet?: string): string {
  const name = `$${columnName(column)}$${row + 1}`;
  return sheet === undefined ? name : `'${sheet}'!${name}`;
}

/** The name of a cell that stands for those below it as well, where a formula is about several: `$B3`. */
export function relativeName(row: number, column: number): string {
  return `$${columnName(column)}${row + 1}`;
}

/** The name of a range in a formula, both corners included. */
export function rangeName(
  from: readonly [row: number, column: number],
  to: readonly [row: number, column: number],
  sheet?: string,
): string {
  return `${cellName(from[0], from[1], sheet)}:${cellName(to[0], to[1])}`;
}

/** The first and the last row of a table's body; the latter is before the former where it is empty. */
export interface TableRows {
  readonly first: number;
  readonly last: number;
}

/** The first row of a listing below its head. */
export const LISTING_ROW = 3;

/** The rows of a listing of so many. */
export function listed(rows: number): TableRows {
  return { first: LISTING_ROW, last: LISTING_ROW + rows - 1 };
}

/** The name of a cell of a listing, rows from 0. */
export function listedCell(row: number, column: number, sheet?: string): string {
  return cellName(LISTING_ROW + row, column, sheet);
}

/** The name of the cells of a column in some rows. */
export function columnRange({ first, last }: TableRows, column: number, sheet?: string): string {
  return rangeName([first, column], [last, column], sheet);
}

/** Columns, or rows, counted from 0 in the order of their names; in groups of what belongs together. */
export function numbered<const Name extends string>(...names: readonly (readonly Name[])[]) {
  return Object.fromEntries(names.flat().map((name, index) => [name, index])) as Readonly<
    Record<Name, number>
  >;
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

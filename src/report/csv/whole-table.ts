import { type Cell, type Column, cellsOf, type Head } from '../text/csv.js';
import { finite } from '../text/finite.js';

/** A table by its columns, with those rows that are at hand. */
export interface DescribedTable {
  /** Name of its file without the ending. */
  readonly name: string;
  readonly columns: readonly Head[];
  /** The cells of each row. */
  readonly cells?: readonly (readonly Cell[])[];
}

/** A table whose rows are all there. */
export type WholeTable = Required<DescribedTable>;

/** A table from its columns and rows. @param name of its file, without the ending */
export function wholeTable<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): WholeTable {
  return { name, columns, cells: rows.map((row) => cellsOf(columns, row)) };
}

/** A mean, and beside it half of its interval. */
export function meanColumns<Row>(
  header: string,
  of: (row: Row) => { readonly mean: number; readonly half_width: number } | null | undefined,
): readonly Column<Row>[] {
  return [
    { header, cell: (row) => of(row)?.mean },
    { header: `${header}_half_width`, cell: (row) => finite(of(row)?.half_width) },
  ];
}

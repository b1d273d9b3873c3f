import type { Candidate } from '../figures/candidate.js';
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

/** The values of what was varied. @param axes by their paths */
export function settingColumns<Row extends Pick<Candidate, 'settings'>>(
  axes: readonly { readonly path: string }[],
): readonly Column<Row>[] {
  return axes.map(({ path }) => ({ header: path, kind: 'text', cell: ({ settings }) => settings[path] }));
}

/** Columns of what is the same for every row, by their headers. */
export function alike(values: Readonly<Record<string, Cell>>): readonly Column<unknown>[] {
  return Object.entries(values).map(([header, value]) => ({ header, cell: () => value }));
}

/** `yes` or `no`; empty where neither is known. */
export function yesOrNo<Row>(header: string, of: (row: Row) => boolean | null | undefined): Column<Row> {
  const word = (is: boolean | null | undefined) => (is === true ? 'yes' : is === false ? 'no' : null);
  return { header, kind: 'text', cell: (row) => word(of(row)) };
}

import type { Cell, Head } from '../text/csv.js';

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

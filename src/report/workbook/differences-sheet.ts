import type { Cell } from '../csv.js';
import type { Book } from './book.js';
import type { SheetColumn } from './sheet.js';

/** How candidates differ, as the cells of a table. */
export interface DifferenceTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Columns that hold words. */
const WORDS = new Set(['variant', 'baseline', 'figure', 'unit', 'significant']);

/** Adds the sheet of paired differences: the columns of `comparison.csv`, as they were at the price of the run. */
export function addDifferences(book: Book, { headers, rows }: DifferenceTable): void {
  const sheet = book.sheet('Differences');
  sheet.put(0, 0, 'at the prices of the runs: these do not follow the assumptions', 'quiet');
  const columns = headers.map(
    (header, index): SheetColumn<readonly Cell[]> => ({
      header,
      style: WORDS.has(header) ? 'text' : 'general',
      cell: (row) => row[index],
    }),
  );
  sheet.table({ row: 1, column: 0 }, columns, rows);
  sheet.filter({ row: 1, column: 0 }, columns.length, rows.length);
  sheet.freeze(2, 1);
}

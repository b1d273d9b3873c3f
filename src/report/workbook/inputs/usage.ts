import type { Book } from '../cells/book.js';
import type { SheetColumn } from '../cells/table.js';
import { type Check, controlTotal } from './checks-sheet.js';

/** Rows beyond which replications are shown by their mean alone. */
export const MAX_USAGE_ROWS = 30_000;

/** The use that costs are formulas over. */
interface UsageOf<Row, Replication> {
  readonly columns: readonly SheetColumn<Row>[];
  readonly rows: readonly Row[];
  readonly replication_columns: readonly SheetColumn<Replication>[];
  readonly replications: readonly Replication[];
  /** What rows are the mean of, if that is too much to list. */
  readonly averaged: string | undefined;
}

/** Adds the sheet with a row per calendar month, and a table of replications beside it. @returns its control total */
export function addUsage<Row extends { readonly cu_hours: number }, Replication>(
  book: Book,
  { columns, rows, replication_columns, replications, averaged }: UsageOf<Row, Replication>,
): Check {
  const sheet = book.working('Usage');
  const note =
    averaged === undefined
      ? 'what every cost is computed from; a month costs its fee and its CU-hours beyond the included ones, at least the minimum'
      : `the mean of ${averaged}, too many to list: on plans with included hours or a minimum, costs differ a little from the mean of their costs`;
  const { first } = sheet.listing('Usage', note, columns, rows);
  sheet.table('Replications', first - 1, replication_columns, replications, columns.length + 1);
  const hours = rows.map(({ cu_hours }) => cu_hours);
  return controlTotal('CU-hours used', 'Usage[cu_hours]', hours);
}

import type { Summary } from '../../figures/summary.js';
import type { Book } from '../cells/book.js';
import { listedCell, type TableRows } from '../cells/live.js';
import { column } from '../cells/sheet.js';
import { spreadsheetMonth } from '../cells/spreadsheet-time.js';
import { moneyColumn } from '../inputs/pricing.js';
import type { RunUse } from './run-use.js';

/** The name of the sheet. */
export const RUN_MONTHS = 'Cost by month';

/** Adds the sheet of calendar months that were simulated. */
export function addRunMonths(book: Book, use: RunUse): TableRows {
  const sheet = book.sheet(RUN_MONTHS);
  const note = 'calendar months of the run, in UTC: only what was simulated of them';
  const month = (index: number) => listedCell(index, 0);
  const columns = [
    column<Month>('month', (row) => spreadsheetMonth(row.month), 'month_name'),
    column<Month>('cu_hours', ({ cu_hours }, index) => use.ofMonth('cu_hours', month(index), cu_hours)),
    moneyColumn<Month>('Cost', 14, ({ cost_usd }, index) => use.ofMonth('cost_usd', month(index), cost_usd)),
    column<Month>('as_simulated_usd', ({ cost_usd }) => cost_usd),
  ];
  return sheet.listing(note, columns, use.summary.cost_by_month);
}

type Month = Summary['cost_by_month'][number];

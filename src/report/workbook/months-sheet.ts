import { costOfMonth, HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import type { Summary } from '../figures/summary.js';
import type { Book } from './book.js';
import { cellName, live } from './live.js';
import { MONTHS_AHEAD, monthFormula, NAMES, priceOfRun } from './pricing.js';
import type { RunUse } from './run-use.js';
import { column, LISTING_ROW, type SheetColumn } from './sheet.js';
import { spreadsheetMonth } from './spreadsheet-time.js';

/** The name of the sheet. */
export const MONTHS = 'Cost by month';

/** Where a chart finds the projected months. */
export interface MonthRows {
  readonly first: number;
  readonly last: number;
}

/** Adds the sheet of calendar months that were simulated, and of the twelve months ahead. */
export function addMonths(
  book: Book,
  use: RunUse,
): { readonly simulated: MonthRows; readonly ahead: MonthRows } {
  const sheet = book.sheet(MONTHS);
  const note = 'Calendar months of the run, in UTC';
  const simulated = sheet.listing(note, simulatedColumns(use), use.summary.cost_by_month);
  const row = simulated.last + 2;
  sheet.put(row, 0, 'Twelve months ahead, at the mean rate of use of the run and with growth', 'quiet');
  const months = Array.from({ length: MONTHS_AHEAD }, (_, month) => month + 1);
  const ahead = sheet.table({ row: row + 1, column: 0 }, aheadColumns(use, row + 2), months);
  return { simulated, ahead };
}

function simulatedColumns(use: RunUse): readonly SheetColumn<Summary['cost_by_month'][number]>[] {
  const at = (index: number, place: number) => cellName(LISTING_ROW + index, place);
  return [
    column('month', ({ month }) => spreadsheetMonth(month)),
    column('cu_hours', ({ cu_hours }, index) => use.ofMonth('cu_hours', at(index, 0), cu_hours)),
    column('cost_usd', ({ cost_usd }, index) => use.ofMonth('cost_usd', at(index, 0), cost_usd)),
    column('as_simulated_usd', ({ cost_usd }) => cost_usd),
    column('difference_usd', (_, index) => live(`${at(index, 2)}-${at(index, 3)}`, 0)),
  ];
}

function aheadColumns({ summary }: RunUse, first: number): readonly SheetColumn<number>[] {
  const at = (index: number, place: number) => cellName(first + index, place);
  const cu_hours = (summary.total.cu_hours / (summary.duration_seconds / 3600)) * HOURS_PER_MONTH;
  const cost_usd = costOfMonth(cu_hours, priceOfRun(summary));
  return [
    column('month_ahead', (month) => month),
    column('cu_hours', (_, index) => {
      const factor = `INDEX(${NAMES.factors},${at(index, 0)})`;
      const rate = `${NAMES.total_cu_hours}/${NAMES.simulated_hours}*${NAMES.hours}`;
      return live(`${rate}*${factor}`, cu_hours);
    }),
    column('cost_usd', (_, index) => live(monthFormula(at(index, 1)), cost_usd)),
  ];
}

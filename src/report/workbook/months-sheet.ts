import { costOfMonth, HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import type { Summary } from '../summary.js';
import type { Book } from './book.js';
import { cellName, live } from './live.js';
import { MONTHS_AHEAD, monthFormula, NAMES, priceOfRun } from './pricing.js';
import type { RunUse } from './run-use.js';
import type { SheetColumn } from './sheet.js';
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
  sheet.put(0, 0, 'Calendar months of the run, in UTC', 'quiet');
  const place = { row: 1, column: 0 };
  const columns = simulatedColumns(use);
  const simulated = sheet.table(place, columns, use.summary.cost_by_month);
  const row = simulated.last + 2;
  sheet.put(row, 0, 'Twelve months ahead, at the mean rate of use of the run and with growth', 'quiet');
  const months = Array.from({ length: MONTHS_AHEAD }, (_, month) => month + 1);
  const ahead = sheet.table({ row: row + 1, column: 0 }, aheadColumns(use, row + 2), months);
  sheet.filter(place, columns.length, use.summary.cost_by_month.length);
  sheet.freeze(2);
  return { simulated, ahead };
}

function simulatedColumns(use: RunUse): readonly SheetColumn<Summary['cost_by_month'][number]>[] {
  const at = (index: number, column: number) => cellName(2 + index, column);
  return [
    { header: 'month', style: 'month', cell: ({ month }) => spreadsheetMonth(month) },
    {
      header: 'cu_hours',
      style: 'hours',
      cell: ({ cu_hours }, index) => use.ofMonth('cu_hours', at(index, 0), cu_hours),
    },
    {
      header: 'cost_usd',
      style: 'usd',
      cell: ({ cost_usd }, index) => use.ofMonth('cost_usd', at(index, 0), cost_usd),
    },
    { header: 'as_simulated_usd', style: 'usd', cell: ({ cost_usd }) => cost_usd },
    {
      header: 'difference_usd',
      style: 'difference',
      cell: (_, index) => live(`${at(index, 2)}-${at(index, 3)}`, 0),
    },
  ];
}

function aheadColumns({ summary }: RunUse, first: number): readonly SheetColumn<number>[] {
  const at = (index: number, column: number) => cellName(first + index, column);
  const cu_hours = (summary.total.cu_hours / (summary.duration_seconds / 3600)) * HOURS_PER_MONTH;
  const cost_usd = costOfMonth(cu_hours, priceOfRun(summary));
  return [
    { header: 'month_ahead', style: 'count', cell: (month) => month },
    {
      header: 'cu_hours',
      style: 'hours',
      cell(_, index) {
        const factor = `INDEX(${NAMES.factors},${at(index, 0)})`;
        const rate = `${NAMES.total_cu_hours}/${NAMES.simulated_hours}*${NAMES.hours}`;
        return live(`${rate}*${factor}`, cu_hours);
      },
    },
    {
      header: 'cost_usd',
      style: 'usd',
      cell: (_, index) => live(monthFormula(at(index, 1)), cost_usd),
    },
  ];
}

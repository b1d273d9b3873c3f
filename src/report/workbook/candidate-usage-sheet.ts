import type { Book } from './book.js';
import {
  type CandidateUse,
  COLUMNS,
  FIRST_ROW,
  type MonthRow,
  type ReplicationRow,
} from './candidate-use.js';
import { cellName, live, rangeName } from './live.js';
import { monthFormula, monthlyFormula, type PriceCells } from './pricing.js';
import { USAGE } from './run-use.js';
import type { SheetColumn } from './sheet.js';
import { spreadsheetMonth } from './spreadsheet-time.js';

/**
 * Adds the sheet of CU-hours that the costs of candidates are computed from.
 * @param priceOf the cells that hold the price of a candidate, counted from 0
 */
export function addCandidateUsage(
  book: Book,
  use: CandidateUse,
  priceOf: (candidate: number) => PriceCells,
): void {
  const sheet = book.sheet(USAGE);
  const note = use.averaged
    ? 'the mean of the replications, too many to list: where a plan includes hours or has a minimum, costs differ a little from the mean of their costs'
    : 'what every cost is computed from; a month costs its CU-hours beyond the included ones, at least the minimum';
  sheet.put(0, 0, note, 'quiet');
  const place = { row: FIRST_ROW - 1, column: 0 };
  const columns = monthColumns(priceOf);
  sheet.table(place, columns, use.months);
  sheet.filter(place, columns.length, use.months.length);
  sheet.table(
    { row: FIRST_ROW - 1, column: COLUMNS.of.candidate },
    replicationColumns(priceOf),
    use.replications,
  );
  sheet.freeze(FIRST_ROW);
}

function monthColumns(priceOf: (candidate: number) => PriceCells): readonly SheetColumn<MonthRow>[] {
  return [
    { header: 'candidate', style: 'count', cell: ({ candidate }) => candidate + 1 },
    { header: 'replication', style: 'count', cell: ({ replication }) => replication },
    { header: 'month', style: 'month', cell: ({ month }) => spreadsheetMonth(month) },
    { header: 'cu_hours', style: 'hours', cell: ({ cu_hours }) => cu_hours },
    {
      header: 'cost_usd',
      style: 'usd',
      cell({ candidate, cost_usd }, index) {
        const hours = cellName(FIRST_ROW + index, COLUMNS.cu_hours);
        return live(monthFormula(hours, priceOf(candidate)), cost_usd);
      },
    },
  ];
}

function replicationColumns(
  priceOf: (candidate: number) => PriceCells,
): readonly SheetColumn<ReplicationRow>[] {
  const sum = ({ first, last }: ReplicationRow, column: number): string =>
    `SUM(${rangeName([FIRST_ROW + first, column], [FIRST_ROW + last, column])})`;
  return [
    { header: 'candidate', style: 'count', cell: ({ candidate }) => candidate + 1 },
    { header: 'replication', style: 'count', cell: ({ replication }) => replication },
    { header: 'cu_hours', style: 'hours', cell: (row) => live(sum(row, COLUMNS.cu_hours), row.cu_hours) },
    { header: 'cost_usd', style: 'usd', cell: (row) => live(sum(row, COLUMNS.cost_usd), row.cost_usd) },
    {
      header: 'cost_usd_per_month',
      style: 'usd',
      cell(row, index) {
        const hours = cellName(FIRST_ROW + index, COLUMNS.of.cu_hours);
        const formula = monthlyFormula(hours, String(row.run_hours), priceOf(row.candidate));
        return live(formula, row.cost_usd_per_month);
      },
    },
  ];
}

import type { Summary } from '../summary.js';
import type { Book } from './book.js';
import { cellName, live, rangeName } from './live.js';
import { monthFormula, monthlyFormula, NAMES, shareFormula } from './pricing.js';
import { COLUMNS, FIRST_ROW, type RunUse, USAGE, type UsageRow } from './run-use.js';
import type { SheetColumn } from './sheet.js';
import { spreadsheetMonth } from './spreadsheet-time.js';

/** Adds the sheet of CU-hours that every cost is computed from, and each month's and replication's cost. */
export function addUsage(book: Book, use: RunUse): void {
  const sheet = book.sheet(USAGE);
  const note = use.averaged
    ? `the mean of ${use.summary.replications} replications, too many to list: where a plan includes hours or has a minimum, costs differ a little from the mean of their costs`
    : 'what every cost is computed from; a month costs its CU-hours beyond the included ones, at least the minimum';
  sheet.put(0, 0, note, 'quiet');
  const place = { row: FIRST_ROW - 1, column: 0 };
  const columns = usageColumns(use);
  sheet.table(place, columns, use.rows);
  sheet.filter(place, columns.length, use.rows.length);
  sheet.table(
    { row: FIRST_ROW - 1, column: COLUMNS.of.replication },
    replicationColumns(use),
    use.replications,
  );
  sheet.freeze(FIRST_ROW);
}

function usageColumns(use: RunUse): readonly SheetColumn<UsageRow>[] {
  const { computes, rowsOfReplication } = use;
  const own = (index: number, column: number) => cellName(FIRST_ROW + index, column);
  return [
    { header: 'replication', style: 'count', cell: (row) => row.replication },
    { header: 'month', style: 'month', cell: (row) => spreadsheetMonth(row.month) },
    { header: 'compute_number', style: 'count', cell: (row) => row.compute },
    { header: 'compute', style: 'text', cell: (row) => row.name },
    { header: 'cu_hours', style: 'hours', cell: (row) => row.cu_hours },
    {
      header: 'month_cu_hours',
      style: 'hours',
      cell(row, index) {
        const first = FIRST_ROW + index - ((row.compute - 1) % computes);
        const range = rangeName([first, COLUMNS.cu_hours], [first + computes - 1, COLUMNS.cu_hours]);
        return live(`SUM(${range})`, row.month_cu_hours);
      },
    },
    {
      header: 'month_cost_usd',
      style: 'usd',
      cell: (row, index) => live(monthFormula(own(index, COLUMNS.month_cu_hours)), row.month_cost_usd),
    },
    {
      header: 'cost_usd',
      style: 'usd',
      cell(row, index) {
        const [whole, part, all] = [COLUMNS.month_cost_usd, COLUMNS.cu_hours, COLUMNS.month_cu_hours].map(
          (column) => own(index, column),
        );
        return live(shareFormula(whole!, part!, all!, computes), row.cost_usd);
      },
    },
    {
      header: 'cost_usd_per_month',
      style: 'usd',
      cell(row, index) {
        const replication = FIRST_ROW + row.replication - 1;
        const whole = cellName(replication, COLUMNS.of.cost_usd_per_month);
        const all = cellName(replication, COLUMNS.of.cu_hours);
        const formula = shareFormula(whole, own(index, COLUMNS.cu_hours), all, rowsOfReplication);
        return live(formula, row.cost_usd_per_month);
      },
    },
  ];
}

function replicationColumns({ rowsOfReplication }: RunUse): readonly SheetColumn<Summary>[] {
  const sum = (column: number, index: number): string => {
    const first = FIRST_ROW + index * rowsOfReplication;
    return `SUM(${rangeName([first, column], [first + rowsOfReplication - 1, column])})`;
  };
  return [
    { header: 'replication', style: 'count', cell: (_, index) => index + 1 },
    {
      header: 'cu_hours',
      style: 'hours',
      cell: ({ total }, index) => live(sum(COLUMNS.cu_hours, index), total.cu_hours),
    },
    {
      header: 'cost_usd',
      style: 'usd',
      cell: ({ total }, index) => live(sum(COLUMNS.cost_usd, index), total.cost_usd),
    },
    {
      header: 'cost_usd_per_month',
      style: 'usd',
      cell({ total }, index) {
        const hours = cellName(FIRST_ROW + index, COLUMNS.of.cu_hours);
        return live(monthlyFormula(hours, NAMES.simulated_hours), total.cost_usd_per_month);
      },
    },
  ];
}

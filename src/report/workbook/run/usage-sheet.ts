import type { Summary } from '../../figures/summary.js';
import type { Book } from '../cells/book.js';
import { columnRange, LISTING_ROW, listedCell, live } from '../cells/live.js';
import { column, type SheetColumn } from '../cells/sheet.js';
import { spreadsheetMonth } from '../cells/spreadsheet-time.js';
import type { Check } from '../inputs/checks-sheet.js';
import {
  IN_USE,
  moneyColumn,
  monthFormula,
  monthlyFormula,
  priceOfRun,
  shareFormula,
} from '../inputs/pricing.js';
import { USAGE, usageNote, usedHours } from '../inputs/usage.js';
import { RUN_COLUMNS, RUN_NAMES, type RunUse, type UsageRow } from './run-use.js';

/** Adds the sheet of CU-hours that every cost is computed from, and each month's and replication's cost. @returns what can be checked */
export function addUsage(book: Book, use: RunUse): Check {
  const sheet = book.sheet(USAGE);
  const note = usageNote(use.averaged ? `${use.summary.replications} replications` : undefined);
  sheet.listing(note, usageColumns(use), use.rows);
  sheet.table(LISTING_ROW - 1, replicationColumns(use), use.replications, RUN_COLUMNS.of.replication);
  return usedHours(use.rows, RUN_COLUMNS.cu_hours);
}

function usageColumns(use: RunUse): readonly SheetColumn<UsageRow>[] {
  const { computes, rowsOfReplication, summary } = use;
  const price = priceOfRun(summary);
  const { cu_hours, month_cu_hours, month_cost_usd, of } = RUN_COLUMNS;
  return [
    column('replication', (row) => row.replication),
    column('month', (row) => spreadsheetMonth(row.month)),
    column('compute_number', (row) => row.compute),
    column('compute', (row) => row.name),
    column('cu_hours', (row) => row.cu_hours),
    column('month_cu_hours', (row, index) => {
      const first = LISTING_ROW + index - ((row.compute - 1) % computes);
      return live(`SUM(${columnRange({ first, last: first + computes - 1 }, cu_hours)})`, row.month_cu_hours);
    }),
    moneyColumn('Cost of the month', 14, (row, index) => {
      const month = { cu_hours: row.month_cu_hours, cost_usd: row.month_cost_usd, price };
      return live(monthFormula(listedCell(index, month_cu_hours), IN_USE, month), row.month_cost_usd);
    }),
    moneyColumn('Cost', 14, (row, index) => {
      const [whole, part, all] = [month_cost_usd, cu_hours, month_cu_hours].map((at) =>
        listedCell(index, at),
      );
      return live(shareFormula(whole!, part!, all!, computes), row.cost_usd);
    }),
    moneyColumn('Cost per month', 14, (row, index) => {
      const whole = listedCell(row.replication - 1, of.cost_usd_per_month);
      const all = listedCell(row.replication - 1, of.cu_hours);
      const formula = shareFormula(whole, listedCell(index, cu_hours), all, rowsOfReplication);
      return live(formula, row.cost_usd_per_month);
    }),
  ];
}

function replicationColumns({ rowsOfReplication }: RunUse): readonly SheetColumn<Summary>[] {
  const sum = (at: number, index: number): string => {
    const first = LISTING_ROW + index * rowsOfReplication;
    return `SUM(${columnRange({ first, last: first + rowsOfReplication - 1 }, at)})`;
  };
  return [
    column('replication', (_, index) => index + 1),
    column('cu_hours', ({ total }, index) => live(sum(RUN_COLUMNS.cu_hours, index), total.cu_hours)),
    moneyColumn('Cost', 14, ({ total }, index) => live(sum(RUN_COLUMNS.cost_usd, index), total.cost_usd)),
    moneyColumn('Cost per month', 14, ({ total, running_time }, index) => {
      const hours = listedCell(index, RUN_COLUMNS.of.cu_hours);
      return live(monthlyFormula(hours, RUN_NAMES.run_hours, IN_USE, running_time), total.cost_usd_per_month);
    }),
  ];
}

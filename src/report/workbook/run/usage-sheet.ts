import type { Summary } from '../../figures/summary.js';
import type { Book } from '../cells/book.js';
import { cellName, live, rangeName } from '../cells/live.js';
import { column, LISTING_ROW, type SheetColumn } from '../cells/sheet.js';
import { spreadsheetMonth } from '../cells/spreadsheet-time.js';
import type { Check } from '../inputs/checks.js';
import { IN_USE, moneyColumn, monthFormula, monthlyFormula, shareFormula } from '../inputs/pricing.js';
import { USAGE, usageNote } from '../inputs/usage.js';
import { RUN_COLUMNS, RUN_NAMES, type RunUse, type UsageRow } from './run-use.js';

/** Adds the sheet of CU-hours that every cost is computed from, and each month's and replication's cost. @returns what can be checked */
export function addUsage(book: Book, use: RunUse): Check {
  const sheet = book.sheet(USAGE);
  const note = usageNote(use.averaged ? `${use.summary.replications} replications` : undefined);
  sheet.listing(note, usageColumns(use), use.rows);
  const place = { row: LISTING_ROW - 1, column: RUN_COLUMNS.of.replication };
  sheet.table(place, replicationColumns(use), use.replications);
  const hours = [LISTING_ROW, LISTING_ROW + use.rows.length - 1] as const;
  return {
    label: 'Control total of CU-hours used',
    formula: `SUM(${rangeName([hours[0], RUN_COLUMNS.cu_hours], [hours[1], RUN_COLUMNS.cu_hours], USAGE)})`,
    written: use.rows.reduce((sum, { cu_hours }) => sum + cu_hours, 0),
    of_inputs: false,
  };
}

function usageColumns(use: RunUse): readonly SheetColumn<UsageRow>[] {
  const { computes, rowsOfReplication } = use;
  const { cu_hours, month_cu_hours, month_cost_usd, of } = RUN_COLUMNS;
  const own = (index: number, at: number) => cellName(LISTING_ROW + index, at);
  return [
    column('replication', (row) => row.replication),
    column('month', (row) => spreadsheetMonth(row.month)),
    column('compute_number', (row) => row.compute),
    column('compute', (row) => row.name),
    column('cu_hours', (row) => row.cu_hours),
    column('month_cu_hours', (row, index) => {
      const first = LISTING_ROW + index - ((row.compute - 1) % computes);
      return live(
        `SUM(${rangeName([first, cu_hours], [first + computes - 1, cu_hours])})`,
        row.month_cu_hours,
      );
    }),
    moneyColumn('Cost of the month', 14, (row, index) =>
      live(monthFormula(own(index, month_cu_hours)), row.month_cost_usd),
    ),
    moneyColumn('Cost', 14, (row, index) => {
      const [whole, part, all] = [month_cost_usd, cu_hours, month_cu_hours].map((at) => own(index, at));
      return live(shareFormula(whole!, part!, all!, computes), row.cost_usd);
    }),
    moneyColumn('Cost per month', 14, (row, index) => {
      const replication = LISTING_ROW + row.replication - 1;
      const whole = cellName(replication, of.cost_usd_per_month);
      const all = cellName(replication, of.cu_hours);
      const formula = shareFormula(whole, own(index, cu_hours), all, rowsOfReplication);
      return live(formula, row.cost_usd_per_month);
    }),
  ];
}

function replicationColumns({ rowsOfReplication }: RunUse): readonly SheetColumn<Summary>[] {
  const sum = (at: number, index: number): string => {
    const first = LISTING_ROW + index * rowsOfReplication;
    return `SUM(${rangeName([first, at], [first + rowsOfReplication - 1, at])})`;
  };
  return [
    column('replication', (_, index) => index + 1),
    column('cu_hours', ({ total }, index) => live(sum(RUN_COLUMNS.cu_hours, index), total.cu_hours)),
    moneyColumn('Cost', 14, ({ total }, index) => live(sum(RUN_COLUMNS.cost_usd, index), total.cost_usd)),
    moneyColumn('Cost per month', 14, ({ total, running_time }, index) => {
      const hours = cellName(LISTING_ROW + index, RUN_COLUMNS.of.cu_hours);
      return live(monthlyFormula(hours, RUN_NAMES.run_hours, IN_USE, running_time), total.cost_usd_per_month);
    }),
  ];
}

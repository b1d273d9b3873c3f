import type { Summary } from '../../figures/summary.js';
import type { Book } from '../cells/book.js';
import { formula, withoutSheet } from '../cells/cell.js';
import { LISTING_ROW } from '../cells/sheet.js';
import { column, keyed, type SheetColumn, type Table } from '../cells/table.js';
import { spreadsheetMonth } from '../formula/spreadsheet-time.js';
import type { Check } from '../inputs/checks-sheet.js';
import {
  IN_USE,
  moneyColumn,
  monthFormula,
  monthlyFormula,
  priceOfRun,
  shareFormula,
} from '../inputs/pricing.js';
import { type CostFigure, MAX_USAGE_ROWS, USAGE, usageNote, usedHours } from '../inputs/usage.js';

/** Figures of a run that formulas know by name, and its length. */
export const RUN_NAMES = {
  cost: 'total_cost',
  cost_per_month: 'total_cost_per_month',
  cu_hours: 'total_cu_hours',
  run_hours: 'simulated_hours',
} as const;

/** What one compute used in one calendar month of one replication. */
interface UsageRow {
  /** From 1. */
  readonly replication: number;
  /** `YYYY-MM`. */
  readonly month: string;
  /** From 1, in the order of the computes. */
  readonly compute: number;
  readonly name: string;
  readonly cu_hours: number;
  readonly month_cu_hours: number;
  readonly month_cost_usd: number;
}

/** Columns between the table of use and that of replications beside it. */
const GAP = 1;

/** The use of a run by replication, month and compute: every cost of its workbook is a formula over these rows. */
export class RunUsage {
  readonly summary: Summary;
  readonly check: Check;
  readonly #count: number;
  readonly #computes: number;
  readonly #rows: Table;
  readonly #replications: Table;

  /** Adds the sheet. @param replications a summary a replication; empty for a single run */
  constructor(book: Book, summary: Summary, replications: readonly Summary[]) {
    const all = replications.length === 0 ? [summary] : replications;
    const count = all.reduce((sum, { cost_by_month }) => sum + cost_by_month.length, 0);
    const averaged = all.length > 1 && count * summary.computes.length > MAX_USAGE_ROWS;
    const kept = averaged ? [summary] : all;
    const rows = kept.flatMap(usageRows);
    this.summary = summary;
    this.#count = kept.length;
    this.#computes = summary.computes.length;
    const sheet = book.working(USAGE);
    const columns = this.#usageColumns();
    this.#rows = sheet.listing(
      usageNote(averaged ? `${summary.replications} replications` : undefined),
      columns,
      rows,
    );
    this.#replications = sheet.table(LISTING_ROW - 1, this.#replicationColumns(), kept, columns.length + GAP);
    this.check = usedHours(this.#rows, rows);
    book.name(RUN_NAMES.run_hours, String(summary.duration_seconds / 3600));
    book.name(RUN_NAMES.cost, `AVERAGE(${this.#replications.range('cost_usd')})`);
    book.name(RUN_NAMES.cost_per_month, `AVERAGE(${this.#replications.range('cost_usd_per_month')})`);
    book.name(RUN_NAMES.cu_hours, `AVERAGE(${this.#replications.range('cu_hours')})`);
  }

  /** The half-width of the mean of a cost over the replications, with Student's t; `undefined` for a single run. */
  halfWidth(figure: CostFigure): string | undefined {
    const interval = this.summary.ci?.total[figure];
    if (interval === undefined || interval === null || this.#count < 2) return undefined;
    const range = this.#replications.range(figure);
    return `TINV(${1 - interval.confidence},${this.#count - 1})*STDEV(${range})/SQRT(${this.#count})`;
  }

  /** What is attributed to a compute, from 0. */
  ofCompute(figure: CostFigure, index: number): string {
    return this.#sumWhere(figure, 'compute', String(index + 1));
  }

  /** A sum over a calendar month, over replications the mean. @param at the cell that holds the month */
  ofMonth(of: 'cu_hours' | 'cost_usd', at: string): string {
    return this.#sumWhere(of, 'month', at);
  }

  #sumWhere(of: CostFigure | 'cu_hours', by: 'compute' | 'month', value: string): string {
    return `SUMIFS(${this.#rows.range(of)},${this.#rows.range(by)},${value})/${this.#count}`;
  }

  /** Rows of a replication: each month has one for every compute. */
  get #rowsOfReplication(): number {
    return this.summary.cost_by_month.length * this.#computes;
  }

  #usageColumns(): readonly SheetColumn<UsageRow>[] {
    const price = priceOfRun(this.summary);
    const whole = ({ replication }: UsageRow, key: string) =>
      withoutSheet(this.#replications.cell(replication - 1, key));
    return [
      column('replication', (row) => row.replication),
      column('month', (row) => spreadsheetMonth(row.month)),
      keyed('compute', 'Compute number', 'count', (row) => row.compute),
      keyed('name', 'Compute', 'text', (row) => row.name),
      column('cu_hours', (row) => row.cu_hours),
      column('month_cu_hours', (row, _, index) => {
        const first = index - ((row.compute - 1) % this.#computes);
        return formula(
          `SUM(${withoutSheet(this.#rows.range('cu_hours', first, first + this.#computes - 1))})`,
        );
      }),
      moneyColumn('month_cost', 'Cost of the month', (row, at) => {
        const month = { cu_hours: row.month_cu_hours, cost_usd: row.month_cost_usd, price };
        return formula(monthFormula(at('month_cu_hours'), IN_USE, month));
      }),
      moneyColumn('cost_usd', 'Cost', (_, at) =>
        formula(shareFormula(at('month_cost'), at('cu_hours'), at('month_cu_hours'), this.#computes)),
      ),
      moneyColumn('cost_usd_per_month', 'Cost per month', (row, at) =>
        formula(
          shareFormula(
            whole(row, 'cost_usd_per_month'),
            at('cu_hours'),
            whole(row, 'cu_hours'),
            this.#rowsOfReplication,
          ),
        ),
      ),
    ];
  }

  #replicationColumns(): readonly SheetColumn<Summary>[] {
    const sum = (key: string): SheetColumn<Summary>['cell'] => {
      return (_, __, index) => {
        const first = index * this.#rowsOfReplication;
        return formula(
          `SUM(${withoutSheet(this.#rows.range(key, first, first + this.#rowsOfReplication - 1))})`,
        );
      };
    };
    return [
      column('replication', (_, __, index) => index + 1),
      column('cu_hours', sum('cu_hours')),
      moneyColumn('cost_usd', 'Cost', sum('cost_usd')),
      moneyColumn('cost_usd_per_month', 'Cost per month', ({ running_time }, at) =>
        formula(monthlyFormula(at('cu_hours'), RUN_NAMES.run_hours, IN_USE, running_time)),
      ),
    ];
  }
}

function usageRows({ cost_by_month }: Summary, replication: number): readonly UsageRow[] {
  return cost_by_month.flatMap(({ month, cu_hours: month_cu_hours, cost_usd: month_cost_usd, computes }) =>
    computes.map(({ name, cu_hours }, index) => ({
      replication: replication + 1,
      month,
      compute: index + 1,
      name,
      cu_hours,
      month_cu_hours,
      month_cost_usd,
    })),
  );
}

import type { Summary } from '../../figures/summary.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { column, namedColumn, type SheetColumn } from '../cells/table.js';
import { spreadsheetMonth } from '../formula/spreadsheet-time.js';
import type { Check } from '../inputs/checks-sheet.js';
import {
  type CostFigure,
  moneyColumn,
  monthFormula,
  monthlyFormula,
  priceOfRun,
  shareFormula,
} from '../inputs/pricing.js';
import { addUsage, MAX_USAGE_ROWS } from '../inputs/usage.js';

/** Names of a run's costs in formulas. */
export const COST_NAMES: Readonly<Record<CostFigure, string>> = {
  cost_usd: 'total_cost',
  cost_usd_per_month: 'total_cost_per_month',
};

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

/** The use of a run by replication, month and compute: every cost of its workbook is a formula over these rows. */
export class RunUsage {
  readonly summary: Summary;
  readonly check: Check;
  readonly #count: number;

  /** Adds the sheet. @param replications a summary a replication; empty for a single run */
  constructor(book: Book, summary: Summary, replications: readonly Summary[]) {
    const all = replications.length === 0 ? [summary] : replications;
    const count = all.reduce((sum, { cost_by_month }) => sum + cost_by_month.length, 0);
    const averaged = all.length > 1 && count * summary.computes.length > MAX_USAGE_ROWS;
    const kept = averaged ? [summary] : all;
    this.summary = summary;
    this.#count = kept.length;
    this.check = addUsage(book, {
      columns: this.#usageColumns(),
      rows: kept.flatMap(usageRows),
      replication_columns: this.#replicationColumns(),
      replications: kept,
      averaged: averaged ? `${summary.replications} replications` : undefined,
    });
    book.name('simulated_hours', String(summary.duration_seconds / 3600));
    book.name(COST_NAMES.cost_usd, 'AVERAGE(Replications[cost_usd])');
    book.name(COST_NAMES.cost_usd_per_month, 'AVERAGE(Replications[cost_usd_per_month])');
    book.name('total_cu_hours', 'AVERAGE(Replications[cu_hours])');
  }

  /** The half-width of the mean of a cost over the replications, with Student's t; `undefined` for a single run. */
  halfWidth(figure: CostFigure): string | undefined {
    const interval = this.summary.ci?.total[figure];
    if (interval === undefined || interval === null || this.#count < 2) return undefined;
    const range = `Replications[${figure}]`;
    return `TINV(${1 - interval.confidence},${this.#count - 1})*STDEV(${range})/SQRT(${this.#count})`;
  }

  /** The sum of a column of the use over the rows of a compute or a month, over replications the mean. */
  sumWhere(of: CostFigure | 'cu_hours', by: 'compute' | 'month', value: string): string {
    return `SUMIFS(Usage[${of}],Usage[${by}],${value})/${this.#count}`;
  }

  /** Rows of a replication: each month has one for every compute. */
  get #rowsOfReplication(): number {
    return this.summary.cost_by_month.length * this.summary.computes.length;
  }

  #usageColumns(): readonly SheetColumn<UsageRow>[] {
    const computes = this.summary.computes.length;
    const price = priceOfRun(this.summary);
    const ofMonth = ({ compute }: UsageRow, index: number) => {
      const first = index - ((compute - 1) % computes);
      return formula(`SUM([cu_hours@${first}..${first + computes - 1}])`);
    };
    const monthCost = ({ month_cu_hours: cu_hours, month_cost_usd: cost_usd }: UsageRow) =>
      formula(monthFormula('[@month_cu_hours]', undefined, { cu_hours, cost_usd, price }));
    const cost = shareFormula('[@month_cost]', '[@cu_hours]', '[@month_cu_hours]', computes);
    const perMonth = ({ replication }: UsageRow) => {
      const whole = (key: string) => `Replications[${key}@${replication - 1}]`;
      const [all, hours] = [whole('cost_usd_per_month'), whole('cu_hours')];
      return formula(shareFormula(all, '[@cu_hours]', hours, this.#rowsOfReplication));
    };
    return [
      namedColumn('replication', (row) => row.replication),
      namedColumn('month', (row) => spreadsheetMonth(row.month)),
      column('compute', 'Compute number', 'count', (row) => row.compute),
      column('name', 'Compute', 'text', (row) => row.name),
      namedColumn('cu_hours', (row) => row.cu_hours),
      namedColumn('month_cu_hours', ofMonth),
      moneyColumn('month_cost', 'Cost of the month', monthCost),
      moneyColumn('cost_usd', 'Cost', formula(cost)),
      moneyColumn('cost_usd_per_month', 'Cost per month', perMonth),
    ];
  }

  #replicationColumns(): readonly SheetColumn<Summary>[] {
    const rows = this.#rowsOfReplication;
    const sum =
      (key: string): SheetColumn<Summary>['cell'] =>
      (_, index) =>
        formula(`SUM(Usage[${key}@${index * rows}..${(index + 1) * rows - 1}])`);
    return [
      namedColumn('replication', (_, index) => index + 1),
      namedColumn('cu_hours', sum('cu_hours')),
      moneyColumn('cost_usd', 'Cost', sum('cost_usd')),
      moneyColumn('cost_usd_per_month', 'Cost per month', ({ running_time }) =>
        formula(monthlyFormula('[@cu_hours]', 'simulated_hours', undefined, running_time)),
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

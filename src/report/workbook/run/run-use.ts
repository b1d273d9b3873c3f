import type { Summary } from '../../figures/summary.js';
import { columnRange, type Live, listed, live } from '../cells/live.js';
import { type CostFigure, MAX_USAGE_ROWS, USAGE } from '../inputs/usage.js';

/** Figures of a run that formulas know by name, and its length. */
export const RUN_NAMES = {
  cost: 'total_cost',
  cost_per_month: 'total_cost_per_month',
  cu_hours: 'total_cu_hours',
  run_hours: 'simulated_hours',
} as const;

/** What one compute used in one calendar month of one replication. */
export interface UsageRow {
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
  readonly cost_usd: number;
  readonly cost_usd_per_month: number;
}

/** Columns of the table of use and of that of replications beside it, counted from 0. */
export const RUN_COLUMNS = {
  replication: 0,
  month: 1,
  compute: 2,
  name: 3,
  cu_hours: 4,
  month_cu_hours: 5,
  month_cost_usd: 6,
  cost_usd: 7,
  cost_usd_per_month: 8,
  of: { replication: 10, cu_hours: 11, cost_usd: 12, cost_usd_per_month: 13 },
} as const;

/**
 * What a run used, by replication, month and compute, and where that stands in the workbook: every cost of a run's
 * workbook is a formula over these rows.
 */
export class RunUse {
  readonly summary: Summary;
  /** A summary a replication, or the one of a single run. */
  readonly replications: readonly Summary[];
  /** Whether there are more replications than the rows stand for. */
  readonly averaged: boolean;
  readonly rows: readonly UsageRow[];
  readonly computes: number;

  constructor(summary: Summary, replications: readonly Summary[]) {
    const all = replications.length === 0 ? [summary] : replications;
    const rows = all.reduce((sum, { cost_by_month }) => sum + cost_by_month.length, 0);
    this.summary = summary;
    this.computes = summary.computes.length;
    this.averaged = all.length > 1 && rows * this.computes > MAX_USAGE_ROWS;
    this.replications = this.averaged ? [summary] : all;
    this.rows = this.replications.flatMap(usageRows);
  }

  /** Rows of a replication: each month has one for every compute. */
  get rowsOfReplication(): number {
    return this.summary.cost_by_month.length * this.computes;
  }

  /** The mean of the replications' costs; a month has as many hours as the reader says. */
  total(figure: CostFigure): Live {
    return live(`AVERAGE(${this.#replicationRange(figure)})`, this.summary.total[figure]);
  }

  /** The half-width of the mean of a column of the replications, with Student's t; `undefined` for a single run. */
  halfWidth(figure: CostFigure): Live | undefined {
    const interval = this.summary.ci?.total[figure];
    const count = this.replications.length;
    if (interval === undefined || interval === null || count < 2) return undefined;
    const range = this.#replicationRange(figure);
    const formula = `TINV(${1 - interval.confidence},${count - 1})*STDEV(${range})/SQRT(${count})`;
    return live(formula, interval.half_width);
  }

  /** What is attributed to a compute, from 0. */
  ofCompute(figure: CostFigure, index: number): Live {
    return live(this.#sumWhere(figure, 'compute', String(index + 1)), this.summary.computes[index]![figure]);
  }

  /**
   * A sum over the rows of a calendar month, over replications the mean.
   * @param at the cell that holds the month
   */
  ofMonth(column: 'cu_hours' | 'cost_usd', at: string, value: number): Live {
    return live(this.#sumWhere(column, 'month', at), value);
  }

  #replicationRange(figure: CostFigure): string {
    const column = RUN_COLUMNS.of[figure];
    return columnRange(listed(this.replications.length), column, USAGE);
  }

  #sumWhere(column: CostFigure | 'cu_hours', criterion: 'compute' | 'month', value: string): string {
    const range = (of: typeof column | typeof criterion) =>
      columnRange(listed(this.rows.length), RUN_COLUMNS[of], USAGE);
    return `SUMIFS(${range(column)},${range(criterion)},${value})/${this.replications.length}`;
  }
}

function usageRows({ cost_by_month, total }: Summary, replication: number): readonly UsageRow[] {
  const parts = cost_by_month.reduce((sum, { computes }) => sum + computes.length, 0);
  return cost_by_month.flatMap(({ month, cu_hours: month_cu_hours, cost_usd: month_cost_usd, computes }) =>
    computes.map(({ name, cu_hours, cost_usd }, index) => ({
      replication: replication + 1,
      month,
      compute: index + 1,
      name,
      cu_hours,
      month_cu_hours,
      month_cost_usd,
      cost_usd,
      cost_usd_per_month:
        total.cu_hours === 0
          ? total.cost_usd_per_month / parts
          : (total.cost_usd_per_month * cu_hours) / total.cu_hours,
    })),
  );
}

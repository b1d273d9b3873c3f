import {
  costOfMonth,
  cuHoursOfMonth,
  HOURS_PER_MONTH,
  type RunningTime,
} from '../../../cost/compute-cost.js';
import type { MonthHours, PricedUse } from '../../../cost/priced-use.js';
import type { CandidateUse as PlannedUse } from '../../../study/plan/plan-result.js';
import type { PriceEntry } from '../../../vendors/price-book.js';
import type { Candidate } from '../../figures/candidate.js';
import { columnRange, LISTING_ROW, type Live, live } from '../cells/live.js';
import { MAX_USAGE_ROWS, USAGE } from '../inputs/usage.js';

/** Columns of the table of use, and of that of replications beside it, counted from 0. */
export const CANDIDATE_COLUMNS = {
  candidate: 0,
  replication: 1,
  month: 2,
  cu_hours: 3,
  cost_usd: 4,
  of: { candidate: 6, replication: 7, cu_hours: 8, cost_usd: 9, cost_usd_per_month: 10 },
} as const;

/** What one candidate used in one calendar month of one replication. */
export interface MonthRow extends MonthHours {
  /** From 0, in the order of the candidates. */
  readonly candidate: number;
  /** From 1. */
  readonly replication: number;
  readonly cost_usd: number;
  readonly price: PriceEntry;
}

/** One replication of a candidate. */
export interface ReplicationRow extends Pick<MonthRow, 'candidate' | 'replication' | 'cost_usd'> {
  /** Rows of its months in the table of use, counted from 0. */
  readonly first: number;
  readonly last: number;
  readonly run_hours: number;
  /** Where a cap cuts a month short. */
  readonly running_time: RunningTime | null;
  readonly cu_hours: number;
  readonly cost_usd_per_month: number;
}

/** What of a candidate's use does not grow with the load, as a share: computes that never suspend, at their smallest. */
export function alwaysOnShare({ always_on_cu, duration_seconds, replications }: PlannedUse): number {
  const hours = meanHours(replications);
  return hours > 0 ? Math.min(1, (always_on_cu * duration_seconds) / 3600 / hours) : 0;
}

/** CU-hours of a run, mean over the replications. */
export function meanHours(replications: PricedUse['replications']): number {
  return replications.flat().reduce((sum, { cu_hours }) => sum + cu_hours, 0) / replications.length;
}

/** What candidates used, and where that stands in the workbook: their costs are formulas over these rows. */
export class CandidateUse {
  readonly months: readonly MonthRow[];
  readonly replications: readonly ReplicationRow[];
  /** Whether there are more replications than the rows stand for. */
  readonly averaged: boolean;
  /** By candidate: the first of its replications, and how many. */
  readonly #places = new Map<number, { readonly first: number; readonly count: number }>();

  constructor(list: readonly Candidate[]) {
    const all = list.reduce((sum, { use }) => sum + (use?.replications.flat().length ?? 0), 0);
    this.averaged = all > MAX_USAGE_ROWS;
    const months: MonthRow[] = [];
    const replications: ReplicationRow[] = [];
    for (const [candidate, { use }] of list.entries()) {
      if (use === undefined) continue;
      const kept = this.averaged ? [meanOf(use.replications)] : use.replications;
      const running_times = this.averaged ? [meanRunningTime(use)] : (use.running_times ?? []);
      this.#places.set(candidate, { first: replications.length, count: kept.length });
      for (const [index, own] of kept.entries()) {
        const place = { candidate, replication: index + 1 };
        const { price } = use;
        const rows = own.map((each): MonthRow => {
          return { ...place, price, cost_usd: costOfMonth(each.cu_hours, price), ...each };
        });
        const costs = costsOf(rows, use, running_times[index] ?? null);
        const [first, last] = [months.length, months.length + rows.length - 1];
        replications.push({ ...place, first, last, ...costs });
        months.push(...rows);
      }
    }
    this.months = months;
    this.replications = replications;
  }

  /** The mean of a candidate's replications; `undefined` where what it used is not known. */
  mean(candidate: number, figure: 'cu_hours' | 'cost_usd' | 'cost_usd_per_month'): Live | undefined {
    const place = this.#places.get(candidate);
    if (place === undefined) return undefined;
    const { first, count } = place;
    const column = CANDIDATE_COLUMNS.of[figure];
    const range = columnRange(
      { first: LISTING_ROW + first, last: LISTING_ROW + first + count - 1 },
      column,
      USAGE,
    );
    const rows = this.replications.slice(first, first + count);
    return live(`AVERAGE(${range})`, rows.reduce((sum, row) => sum + row[figure], 0) / count);
  }
}

function costsOf(
  months: readonly MonthRow[],
  { price, duration_seconds }: PricedUse,
  running_time: RunningTime | null,
) {
  const sum = (figure: 'cu_hours' | 'cost_usd') => months.reduce((total, month) => total + month[figure], 0);
  const cu_hours = sum('cu_hours');
  const period = { duration_seconds, running_time };
  return {
    run_hours: duration_seconds / 3600,
    running_time,
    cu_hours,
    cost_usd: sum('cost_usd'),
    cost_usd_per_month: costOfMonth(cuHoursOfMonth(cu_hours * 3600, period), price),
  };
}

/** The mean over replications; `null` where no cap cuts a month of any of them short. */
function meanRunningTime({ running_times, duration_seconds }: PricedUse): RunningTime | null {
  if (running_times === undefined) return null;
  const all = running_times.map(
    (each) => each ?? { run_seconds: duration_seconds, month_hours: HOURS_PER_MONTH },
  );
  const mean = (of: (each: RunningTime) => number) =>
    all.reduce((sum, each) => sum + of(each), 0) / all.length;
  return { run_seconds: mean((each) => each.run_seconds), month_hours: mean((each) => each.month_hours) };
}

/** The mean of replications, month by month: all have the same months. */
function meanOf(replications: readonly (readonly MonthHours[])[]): readonly MonthHours[] {
  const [sample = []] = replications;
  return sample.map(({ month }, index) => ({
    month,
    cu_hours: replications.reduce((sum, months) => sum + months[index]!.cu_hours, 0) / replications.length,
  }));
}

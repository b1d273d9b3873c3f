import { costOfMonth, HOURS_PER_MONTH, type RunningTime } from '../../../cost/compute-cost.js';
import type { MonthHours, PricedUse } from '../../../cost/priced-use.js';
import type { PriceEntry } from '../../../vendors/price-book.js';
import type { Candidate } from '../../figures/candidate.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { namedColumn, type SheetColumn } from '../cells/table.js';
import { spreadsheetMonth } from '../formula/spreadsheet-time.js';
import type { Check } from '../inputs/checks-sheet.js';
import { moneyColumn, monthFormula, monthlyFormula, priceCells } from '../inputs/pricing.js';
import { addUsage, MAX_USAGE_ROWS } from '../inputs/usage.js';

/** One replication of a candidate. */
interface ReplicationRow {
  /** From 0, in the order of the candidates. */
  readonly candidate: number;
  /** From 1. */
  readonly replication: number;
  /** Rows of its months in the table of use, counted from 0. */
  readonly months: string;
  readonly run_hours: number;
  /** If a cap cuts a month short. */
  readonly running_time: RunningTime | null;
}

/** What one candidate used in one calendar month of one replication. */
interface MonthRow extends MonthHours, Pick<ReplicationRow, 'candidate' | 'replication'> {
  readonly cost_usd: number;
  readonly price: PriceEntry;
}

/** The cells that hold a candidate's price. */
export const priceOf = (candidate: number) => priceCells((of) => `Candidates[${of}@${candidate}]`);

/** Adds the use of candidates by replication and month: their costs are formulas over these rows. */
export function addCandidateUsage(book: Book, list: readonly Candidate[]): Check {
  const averaged = isAveraged(list);
  const rows: MonthRow[] = [];
  const replications: ReplicationRow[] = [];
  for (const [candidate, { use }] of list.entries()) {
    if (use === undefined) continue;
    const { price, duration_seconds } = use;
    const running_times = averaged ? [meanRunningTime(use)] : (use.running_times ?? []);
    for (const [index, own] of (averaged ? [meanOf(use.replications)] : use.replications).entries()) {
      const place = { candidate, replication: index + 1 };
      const months = `${rows.length}..${rows.length + own.length - 1}`;
      const running_time = running_times[index] ?? null;
      replications.push({ ...place, months, run_hours: duration_seconds / 3600, running_time });
      rows.push(
        ...own.map((each) => ({ ...place, price, cost_usd: costOfMonth(each.cu_hours, price), ...each })),
      );
    }
  }
  return addUsage(book, {
    columns: MONTH_COLUMNS,
    rows,
    replication_columns: REPLICATION_COLUMNS,
    replications,
    averaged: averaged ? 'the replications' : undefined,
  });
}

/** The mean over each candidate's replications, as formulas; `undefined` if its use is not known. */
export function meansOfUse(
  list: readonly Candidate[],
): readonly (((figure: string) => string) | undefined)[] {
  const averaged = isAveraged(list);
  let first = 0;
  return list.map(({ use }) => {
    if (use === undefined) return undefined;
    const rows = `${first}..${first + (averaged ? 1 : use.replications.length) - 1}`;
    first += averaged ? 1 : use.replications.length;
    return (figure) => `AVERAGE(Replications[${figure}@${rows}])`;
  });
}

function isAveraged(list: readonly Candidate[]): boolean {
  return list.reduce((sum, { use }) => sum + (use?.replications.flat().length ?? 0), 0) > MAX_USAGE_ROWS;
}

const MONTH_COLUMNS: readonly SheetColumn<MonthRow>[] = [
  namedColumn('candidate', ({ candidate }) => candidate + 1),
  namedColumn('replication', ({ replication }) => replication),
  namedColumn('month', ({ month }) => spreadsheetMonth(month)),
  namedColumn('cu_hours', ({ cu_hours }) => cu_hours),
  moneyColumn('cost_usd', 'Cost', (row) => formula(monthFormula('[@cu_hours]', priceOf(row.candidate), row))),
];

const REPLICATION_COLUMNS: readonly SheetColumn<ReplicationRow>[] = [
  namedColumn('candidate', ({ candidate }) => candidate + 1),
  namedColumn('replication', ({ replication }) => replication),
  namedColumn('cu_hours', ({ months }) => formula(`SUM(Usage[cu_hours@${months}])`)),
  moneyColumn('cost_usd', 'Cost', ({ months }) => formula(`SUM(Usage[cost_usd@${months}])`)),
  moneyColumn('cost_usd_per_month', 'Cost per month', ({ run_hours, running_time, candidate }) =>
    formula(monthlyFormula('[@cu_hours]', String(run_hours), priceOf(candidate), running_time)),
  ),
];

/** The mean over replications; `null` if no cap cuts a month of any of them short. */
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

import { costOfMonth, HOURS_PER_MONTH, type RunningTime } from '../../../cost/compute-cost.js';
import type { MonthHours, PricedUse } from '../../../cost/priced-use.js';
import type { PriceEntry } from '../../../vendors/price-book.js';
import type { Candidate } from '../../figures/candidate.js';
import type { Book } from '../cells/book.js';
import { formula, withoutSheet } from '../cells/cell.js';
import { LISTING_ROW } from '../cells/sheet.js';
import { column, type SheetColumn, type Table } from '../cells/table.js';
import { spreadsheetMonth } from '../formula/spreadsheet-time.js';
import type { Check } from '../inputs/checks-sheet.js';
import { moneyColumn, monthFormula, monthlyFormula, type PriceCells } from '../inputs/pricing.js';
import { MAX_USAGE_ROWS, USAGE, usageNote, usedHours } from '../inputs/usage.js';

/** Figures of a candidate that are computed from its use. */
export type UseFigure = 'cu_hours' | 'cost_usd' | 'cost_usd_per_month';

/** What one candidate used in one calendar month of one replication. */
interface MonthRow extends MonthHours {
  /** From 0, in the order of the candidates. */
  readonly candidate: number;
  /** From 1. */
  readonly replication: number;
  readonly cost_usd: number;
  readonly price: PriceEntry;
}

/** One replication of a candidate. */
interface ReplicationRow extends Pick<MonthRow, 'candidate' | 'replication'> {
  /** Rows of its months in the table of use, counted from 0. */
  readonly first: number;
  readonly last: number;
  readonly run_hours: number;
  /** If a cap cuts a month short. */
  readonly running_time: RunningTime | null;
}

const GAP = 1;

/** The use of candidates by replication and month: their costs are formulas over these rows. */
export class CandidateUsage {
  readonly check: Check;
  readonly #rows: Table;
  readonly #replications: Table;
  /** By candidate: the first of its replications, and how many. */
  readonly #places = new Map<number, { readonly first: number; readonly count: number }>();

  /** Adds the sheet. @param priceOf the cells that hold the price of a candidate, counted from 0 */
  constructor(book: Book, list: readonly Candidate[], priceOf: (candidate: number) => PriceCells) {
    const all = list.reduce((sum, { use }) => sum + (use?.replications.flat().length ?? 0), 0);
    const averaged = all > MAX_USAGE_ROWS;
    const [months, replications] = this.#rowsOf(list, averaged);
    const sheet = book.working(USAGE);
    const columns = monthColumns(priceOf);
    this.#rows = sheet.listing(usageNote(averaged ? 'the replications' : undefined), columns, months);
    this.#replications = sheet.table(
      LISTING_ROW - 1,
      this.#replicationColumns(priceOf),
      replications,
      columns.length + GAP,
    );
    this.check = usedHours(this.#rows, months);
  }

  /** The mean of a candidate's replications; `undefined` if its use is not known. */
  mean(candidate: number, figure: UseFigure): string | undefined {
    const place = this.#places.get(candidate);
    if (place === undefined) return undefined;
    const { first, count } = place;
    return `AVERAGE(${this.#replications.range(figure, first, first + count - 1)})`;
  }

  #rowsOf(
    list: readonly Candidate[],
    averaged: boolean,
  ): readonly [readonly MonthRow[], readonly ReplicationRow[]] {
    const months: MonthRow[] = [];
    const replications: ReplicationRow[] = [];
    for (const [candidate, { use }] of list.entries()) {
      if (use === undefined) continue;
      const { price, duration_seconds } = use;
      const kept = averaged ? [meanOf(use.replications)] : use.replications;
      const running_times = averaged ? [meanRunningTime(use)] : (use.running_times ?? []);
      this.#places.set(candidate, { first: replications.length, count: kept.length });
      for (const [index, own] of kept.entries()) {
        const place = { candidate, replication: index + 1 };
        const [first, last] = [months.length, months.length + own.length - 1];
        const running_time = running_times[index] ?? null;
        replications.push({ ...place, first, last, run_hours: duration_seconds / 3600, running_time });
        months.push(
          ...own.map((each) => ({ ...place, price, cost_usd: costOfMonth(each.cu_hours, price), ...each })),
        );
      }
    }
    return [months, replications];
  }

  #replicationColumns(priceOf: (candidate: number) => PriceCells): readonly SheetColumn<ReplicationRow>[] {
    const sum =
      (key: string): SheetColumn<ReplicationRow>['cell'] =>
      ({ first, last }) =>
        formula(`SUM(${withoutSheet(this.#rows.range(key, first, last))})`);
    return [
      column('candidate', ({ candidate }) => candidate + 1),
      column('replication', ({ replication }) => replication),
      column('cu_hours', sum('cu_hours')),
      moneyColumn('cost_usd', 'Cost', sum('cost_usd')),
      moneyColumn('cost_usd_per_month', 'Cost per month', ({ run_hours, running_time, candidate }, at) =>
        formula(monthlyFormula(at('cu_hours'), String(run_hours), priceOf(candidate), running_time)),
      ),
    ];
  }
}

function monthColumns(priceOf: (candidate: number) => PriceCells): readonly SheetColumn<MonthRow>[] {
  return [
    column('candidate', ({ candidate }) => candidate + 1),
    column('replication', ({ replication }) => replication),
    column('month', ({ month }) => spreadsheetMonth(month)),
    column('cu_hours', ({ cu_hours }) => cu_hours),
    moneyColumn('cost_usd', 'Cost', (row, at) =>
      formula(monthFormula(at('cu_hours'), priceOf(row.candidate), row)),
    ),
  ];
}

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

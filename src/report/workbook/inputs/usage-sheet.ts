import { HOURS_PER_MONTH, type RunningTime } from '../../../cost/compute-cost.js';
import type { MonthHours, PricedUse } from '../../../cost/priced-use.js';
import { costOfMonth } from '../../../vendors/price-book.js';
import type { Book } from '../cells/book.js';
import { formula, spreadsheetDay } from '../cells/cell.js';
import { column, moneyColumn, type SheetColumn } from '../cells/table.js';
import { monthFormula, monthlyFormula, type PriceCells } from './pricing.js';

/** Rows beyond which replications are shown by their mean alone. */
const MAX_ROWS = 30_000;
const NOTE =
  'what every cost is computed from; a month costs its fee and its CU-hours beyond the included ones, at least the minimum';
const AVERAGED =
  'the mean of the replications, too many to list: on plans with included hours or a minimum, costs differ a little from the mean of their costs';

/** Use with the cells that hold its price; `undefined` if it is unknown. */
export type UseWithPrice = (PricedUse & { readonly cells: PriceCells }) | undefined;

/** One replication of a candidate: its months are rows of the table of use, from one to another. */
interface ReplicationRow {
  readonly of: NonNullable<UseWithPrice>;
  /** From 1. */
  readonly candidate: number;
  readonly replication: number;
  readonly months: string;
  /** If a cap cuts a month short. */
  readonly running_time: RunningTime | null;
}

type MonthRow = MonthHours & Pick<ReplicationRow, 'of' | 'candidate' | 'replication'>;

/** The mean of a figure over replications, as a formula; `undefined` if the use is not known. */
export type MeanOfUse = ((figure: 'cu_hours' | 'cost_usd' | 'cost_usd_per_month') => string) | undefined;

/** Adds use by replication and month: costs are formulas over these rows. */
export function addUsage(book: Book, uses: readonly UseWithPrice[]): readonly MeanOfUse[] {
  const all = uses.reduce((sum, use) => sum + (use?.replications.flat().length ?? 0), 0);
  const rows: MonthRow[] = [];
  const replications: ReplicationRow[] = [];
  const means = uses.map((use, index) => {
    if (use === undefined) return undefined;
    const of = all > MAX_ROWS ? averaged(use) : use;
    const first = replications.length;
    for (const [replication, months] of of.replications.entries()) {
      const place = { of, candidate: index + 1, replication: replication + 1 };
      const running_time = of.running_times?.[replication] ?? null;
      replications.push({
        ...place,
        months: `${rows.length}..${rows.length + months.length - 1}`,
        running_time,
      });
      rows.push(...months.map((month) => ({ ...place, ...month })));
    }
    const last = replications.length - 1;
    return (figure: string) => `AVERAGE(Replications[${figure}@${first}..${last}])`;
  });
  const sheet = book.sheet('Usage', true);
  sheet.listing('Usage', all > MAX_ROWS ? AVERAGED : NOTE, MONTH_COLUMNS, rows);
  sheet.table('Replications', REPLICATION_COLUMNS, replications, { row: 2, left: MONTH_COLUMNS.length + 1 });
  return means;
}

const PLACES: readonly SheetColumn<Pick<ReplicationRow, 'candidate' | 'replication'>>[] = [
  column('candidate', 'Candidate', 'count', ({ candidate }) => candidate),
  column('replication', 'Replication', 'count', ({ replication }) => replication),
];

const MONTH_COLUMNS: readonly SheetColumn<MonthRow>[] = [
  ...(PLACES as readonly SheetColumn<MonthRow>[]),
  column('month', 'Month', 'month_name', ({ month }) => spreadsheetDay(month)),
  column('cu_hours', 'CU-hours', 'hours', ({ cu_hours }) => cu_hours),
  moneyColumn(
    'cost_usd',
    'Cost',
    ({ of: { cells, price }, cu_hours, cost_usd = costOfMonth(cu_hours, price) }) =>
      formula(monthFormula('[@cu_hours]', cells, { price, cu_hours, cost_usd })),
  ),
];

const REPLICATION_COLUMNS: readonly SheetColumn<ReplicationRow>[] = [
  ...(PLACES as readonly SheetColumn<ReplicationRow>[]),
  column('cu_hours', 'CU-hours', 'hours', ({ months }) => formula(`SUM(Usage[cu_hours@${months}])`)),
  moneyColumn('cost_usd', 'Cost', ({ months }) => formula(`SUM(Usage[cost_usd@${months}])`)),
  moneyColumn('cost_usd_per_month', 'Cost per month', ({ of, running_time }) =>
    formula(monthlyFormula(of.duration_seconds / 3600, of.cells, running_time)),
  ),
];

/** The mean of replications, month by month: all have the same months. */
function averaged(use: NonNullable<UseWithPrice>): NonNullable<UseWithPrice> {
  const { replications, running_times, duration_seconds } = use;
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const times = running_times?.map(
    (each) => each ?? { run_seconds: duration_seconds, month_hours: HOURS_PER_MONTH },
  );
  const months = replications[0]!.map(({ month }, index) => {
    return { month, cu_hours: mean(replications.map((each) => each[index]!.cu_hours)) };
  });
  return {
    ...use,
    replications: [months],
    ...(times && {
      running_times: [
        {
          run_seconds: mean(times.map(({ run_seconds }) => run_seconds)),
          month_hours: mean(times.map(({ month_hours }) => month_hours)),
        },
      ],
    }),
  };
}

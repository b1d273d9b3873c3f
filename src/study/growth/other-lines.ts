import { stretchInvoice } from '../../cost/bill/bill.js';
import { billPreviews } from '../../cost/bill/bill-previews.js';
import { extraLines } from '../../cost/bill/extra-lines.js';
import type { InvoiceLine } from '../../cost/bill/invoice.js';
import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { sumOf } from '../../kernel/sums.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import { hasEgress } from '../../scenario/sections/data.js';
import { foreseenTransfer } from '../../simulation/foreseen-work.js';
import { sampleMoments } from '../../statistics/sample-moments.js';
import { cents } from '../../vendors/cents.js';
import { priceOn } from '../../vendors/price-book.js';
import { stretchesOf } from '../../vendors/price-stretch.js';
import { growsWithUse } from '../../workload/scaled-load.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import type { MonthDays } from '../runs/calendar-days.js';
import { factorOn } from './forecast-months.js';
import type { Forecast, ForecastMonth, OtherLine, QueriesADay } from './forecast-result.js';
import { dayText } from './load-growth.js';

/** The metric of compute time: among the other lines, that of short-lived branches. */
export const COMPUTE = 'compute_unit_seconds';
/** The part of an invoice's compute line that short-lived branches cause. */
export const PREVIEW_COMPUTE = 'Compute of branches that come and go';

/** The lines other than compute time for a stretch of days at one price: usually a calendar month. */
export interface StretchLines {
  readonly month: number;
  /** The first day, as Unix time. */
  readonly epoch_seconds: number;
  readonly days: number;
  /** Its part of the month. */
  readonly share: number;
  /** The share of its queries that arrive before a cap is exhausted. */
  readonly served: number;
  /** The minimum total of all lines, compute time included. */
  readonly minimum_usd: number;
  /** Compute is that of short-lived branches only. */
  readonly lines: readonly InvoiceLine[];
}

/**
 * The lines other than compute time of every stretch of days at one price. Stored data has the age of the stretch, counted
 * from the scenario's start; before it, the age at the start. Transfer follows the queries, each day's by its
 * load.
 *
 * @param load multiple of the scenario's load on a day, by its beginning
 * @param served the share of a month's queries that arrive before a cap is exhausted
 * @throws RangeError for a plan that has no usage-based invoice on one of the days
 */
export function otherStretches(
  scenario: Scenario,
  months: readonly MonthDays[],
  load: (day_epoch_seconds: number) => number,
  queries_a_day: QueriesADay,
  served: (month: number) => number,
): readonly StretchLines[] {
  const { data, computes, fleet, plan, start_epoch_seconds } = scenario;
  const branches = fleet === undefined ? new Set(computes.map(({ branch }) => branch)).size - 1 : 0;
  const { egress_bytes_per_query: same } = data;
  // Mean bytes sent for a query of either kind.
  const { egress_bytes: each = { fixed: same, growing: same } } = queries_a_day;
  const previews = billPreviews(scenario, data.branches + branches, []) ?? null;
  return months.flatMap(({ month, days }, index) => {
    const stretches = stretchesOf(plan, month);
    return stretches.map(({ since, share }, at): StretchLines => {
      const [first, end] = [since ?? '', stretches[at + 1]?.since ?? '9999'];
      const own = days.filter(({ epoch_seconds: day }) => dayText(day) >= first && dayText(day) < end);
      const grown = own.reduce((sum, { epoch_seconds }) => sum + load(epoch_seconds), 0);
      const asked = queries_a_day.fixed * own.length + queries_a_day.growing * grown;
      const queries = served(index) * asked;
      const sent =
        queries_a_day.fixed * own.length * each.fixed + queries_a_day.growing * grown * each.growing;
      const { epoch_seconds } = own[0]!;
      const invoice = stretchInvoice(
        scenario,
        {
          bytes_per_query: asked > 0 ? sent / asked : 0,
          cu_hours_per_month: 0,
          queries_per_month: (queries / own.length) * (HOURS_PER_MONTH / 24),
          previews,
        },
        {
          from_seconds: epoch_seconds - start_epoch_seconds,
          seconds: own.length * DAY_SECONDS,
          day: dayText(epoch_seconds),
          share,
        },
      );
      const minimum_usd = share * priceOn(plan, dayText(epoch_seconds)).minimum_usd;
      return {
        month: index,
        epoch_seconds,
        days: own.length,
        share,
        served: served(index),
        minimum_usd,
        lines: invoice.lines,
      };
    });
  });
}

/**
 * The months of a forecast with the other lines of their bills, if the scenario specifies storage and transfer; else
 * unchanged.
 * @param growth of the load per month, as a factor
 */
export function billedMonths(
  scenario: Scenario,
  months: readonly MonthDays[],
  growth: number,
  forecast: Pick<Forecast, 'months' | 'total'>,
  queries_a_day: QueriesADay,
): {
  readonly forecast: Pick<Forecast, 'months' | 'total' | 'queries_a_day'>;
  readonly warnings: readonly string[];
} {
  if (extraLines(scenario).length === 0) return { forecast, warnings: [] };
  try {
    const load = (day: number) => factorOn(growth, scenario.start_epoch_seconds, day);
    const served = (month: number) => forecast.months[month]!.served_share;
    const stretches = otherStretches(scenario, months, load, queries_a_day, served);
    const billed = forecast.months.map((one, index) => {
      const { cost_usd, cu_hours, usd_per_cu_hour } = one;
      const compute = { cost_usd: cost_usd.mean, cu_hours: cu_hours.mean, usd_per_cu_hour };
      const own = stretches.filter(({ month }) => month === index);
      return { ...one, ...monthBill(compute, own) };
    });
    const sum = (of: 'other_usd' | 'bill_usd') =>
      billed.reduce((all, month) => all + cents(month[of]), 0) / 100;
    const total = { ...forecast.total, other_usd: sum('other_usd'), bill_usd: sum('bill_usd') };
    return { forecast: { months: billed, total, queries_a_day }, warnings: [] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { forecast, warnings: [`only compute time is forecast: ${error.message}`] };
  }
}

/** Queries per day: of scheduled jobs, which do not grow, and of the others at the present load. */
export function queriesADay(
  scenario: Scenario,
  idle: LoadLevel,
  present: LoadLevel,
  days: number,
): QueriesADay {
  const of = ({ runs }: LoadLevel): number =>
    sampleMoments(runs.map(({ figures }) => figures.queries_completed ?? 0)).mean / days;
  const fixed = of(idle);
  const growing = Math.max(0, of(present) - fixed);
  if (!scenario.load.some(hasEgress)) return { fixed, growing };
  // The mix within either kind is that of the expected arrivals.
  const mean = (grows: boolean): number => {
    const load = scenario.load.filter((one) => growsWithUse(one) === grows);
    const { queries, sent_bytes } = foreseenTransfer({ ...scenario, load });
    return queries > 0 ? sent_bytes / queries : 0;
  };
  return { fixed, growing, egress_bytes: { fixed: mean(false), growing: mean(true) } };
}

interface MonthCompute {
  readonly cost_usd: number;
  readonly cu_hours: number;
  readonly usd_per_cu_hour: number;
}

/** The other lines of a month's bill, and its total. @param own the stretches of days of the month */
export function monthBill(
  compute: MonthCompute,
  own: readonly StretchLines[],
): Required<Pick<ForecastMonth, 'other_lines' | 'other_usd' | 'bill_usd'>> {
  const all = own.flatMap(({ lines }) => lines);
  const other_lines = [...new Set(all.map(({ metric }) => metric))]
    .map((metric) => mergedLine(all.filter((line) => line.metric === metric)))
    .filter(({ quantity }) => quantity > 0);
  const other_cents = other_lines.reduce((sum, { amount_usd }) => sum + cents(amount_usd), 0);
  const least = own.reduce((sum, { minimum_usd }) => sum + minimum_usd, 0);
  const bill_cents = Math.max(cents(least), cents(computeAlone(compute, least)) + other_cents);
  return { other_lines, other_usd: other_cents / 100, bill_usd: bill_cents / 100 };
}

/** The cost of compute time before a minimum, which the other lines count towards as well. */
function computeAlone({ cost_usd, cu_hours, usd_per_cu_hour }: MonthCompute, least: number): number {
  return cost_usd > least ? cost_usd : Math.min(cost_usd, cu_hours * usd_per_cu_hour);
}

function mergedLine(lines: readonly InvoiceLine[]): OtherLine {
  const [{ metric, label, unit } = lines[0]!] = lines;
  return {
    metric,
    label: metric === COMPUTE ? PREVIEW_COMPUTE : label,
    unit,
    quantity: sumOf(lines, ({ quantity }) => quantity),
    billable: sumOf(lines, ({ billable }) => billable),
    amount_usd: sumOf(lines, ({ amount_usd }) => cents(amount_usd)) / 100,
  };
}

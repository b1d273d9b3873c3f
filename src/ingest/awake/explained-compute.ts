import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { HOUR_SECONDS } from '../../kernel/units.js';
import { PLAN_NAMES, planLimits } from '../../vendors/plan-limits.js';
import { type PriceEntry, priceOn } from '../../vendors/price-book.js';
import type { Stretch } from './awake-spans.js';

/** A value that is in the records, follows from them, or is the usual one. */
export type Basis = 'counted' | 'measured' | 'inferred' | 'assumed';

/** Something that wakes a compute periodically, and its cost. */
export interface ExplainedPoller {
  readonly period_seconds: number;
  readonly certainty: 'high' | 'medium' | 'low';
  /** The reason for the certainty, in words. */
  readonly evidence: string;
  /** Share of the wakes; `null` if they are not in the records. */
  readonly share_of_wakes: number | null;
  /** Hours per month that the compute is awake for nothing else. */
  readonly alone_hours_per_month: number;
  /** As `usd_per_month`. */
  readonly alone_usd_per_month: number | null;
}

/** A change, and its estimated effect per month. */
export interface Remedy {
  readonly what: string;
  readonly saves_hours_per_month: number;
  readonly saves_usd_per_month: number;
}

/** Why a compute or a project is awake. */
export interface ExplainedCompute {
  readonly project: string;
  /** A compute or a branch; empty for a whole project. */
  readonly compute: string;
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
  readonly record_hours: number;
  readonly awake_hours: number;
  readonly awake_basis: Basis;
  readonly awake_share: number;
  /** Share of each hour of the day (UTC) that it was awake; `null` if no such hour is in the records. */
  readonly awake_by_hour_of_day: readonly (number | null)[];
  readonly wakes: number | null;
  readonly suspend_timeout_seconds: number;
  readonly timeout_basis: Basis;
  readonly pollers: readonly ExplainedPoller[];
  /** The reason for a missing period; `null` if a poller was found. */
  readonly no_period: string | null;
  readonly mean_cu: number;
  readonly mean_cu_basis: Basis;
  readonly plan: string;
  readonly plan_basis: Basis;
  readonly usd_per_cu_hour: number;
  readonly price_since: string;
  /** `null` if the record is too short to project a month. */
  readonly usd_per_month: number | null;
  readonly try: readonly Remedy[];
  readonly notes: readonly string[];
}

/** The mean size of computes while awake. */
export interface Size {
  readonly mean_cu: number;
  readonly basis: Basis;
}

/** The plan of a history that names none. */
const USUAL_PLAN = 'launch';
/** Shortest record that a month is projected from: it has to hold more than one part of a day. */
const MIN_RECORD_HOURS = 12;

/** A compute without its cost. */
export interface Unpriced
  extends Omit<
    ExplainedCompute,
    | 'from'
    | 'to'
    | 'pollers'
    | 'mean_cu'
    | 'mean_cu_basis'
    | 'plan'
    | 'plan_basis'
    | 'usd_per_cu_hour'
    | 'price_since'
    | 'usd_per_month'
    | 'try'
  > {
  readonly window: Stretch;
  readonly found: readonly Omit<ExplainedPoller, 'alone_usd_per_month'>[];
  readonly size: Size;
  readonly plan: string | undefined;
}

/** Adds cost per month and the changes that reduce it. */
export function priced({ window, found, size, plan: named, ...rest }: Unpriced): ExplainedCompute {
  const isKnown = named !== undefined && PLAN_NAMES.includes(named);
  const plan = isKnown ? named : USUAL_PLAN;
  const day = new Date(1000 * window.end).toISOString().slice(0, 10);
  const price = priceOn({ name: plan, as_of: undefined }, day);
  const usd = costOf(price, size.mean_cu);
  const hours = rest.awake_share * HOURS_PER_MONTH;
  const saving = (what: string, saved_hours: number): Remedy => ({
    what,
    saves_hours_per_month: saved_hours,
    saves_usd_per_month: usd(hours) - usd(hours - Math.min(hours, saved_hours)),
  });
  const isLong = rest.record_hours >= MIN_RECORD_HOURS;
  const pollers = found.map((each) => ({
    ...each,
    alone_usd_per_month: isLong ? usd(hours) - usd(Math.max(0, hours - each.alone_hours_per_month)) : null,
  }));
  return {
    ...rest,
    from: new Date(1000 * window.start).toISOString(),
    to: new Date(1000 * window.end).toISOString(),
    pollers,
    mean_cu: size.mean_cu,
    mean_cu_basis: size.basis,
    plan,
    plan_basis: isKnown ? 'measured' : 'assumed',
    usd_per_cu_hour: price.usd_per_cu_hour,
    price_since: price.from,
    usd_per_month: isLong ? usd(hours) : null,
    try: isLong ? remediesOf(rest, pollers, { plan, day, saving }) : [],
    notes:
      named === undefined || isKnown
        ? rest.notes
        : [...rest.notes, `no prices are known of the plan ${named}: those of ${plan} are taken`],
  };
}

/** Cost per month of compute by hours awake. */
function costOf({ included_cu_hours, usd_per_cu_hour }: PriceEntry, mean_cu: number) {
  return (hours: number): number => Math.max(0, hours * mean_cu - included_cu_hours) * usd_per_cu_hour;
}

function remediesOf(
  {
    wakes,
    awake_hours,
    awake_share,
    suspend_timeout_seconds: timeout,
    timeout_basis,
  }: Omit<Unpriced, 'window' | 'found' | 'size' | 'plan'>,
  pollers: readonly ExplainedPoller[],
  { plan, day, saving }: { plan: string; day: string; saving: (what: string, hours: number) => Remedy },
): readonly Remedy[] {
  const costly = pollers.filter(({ alone_hours_per_month }) => alone_hours_per_month > 0);
  const longer = costly.flatMap(({ period_seconds, alone_hours_per_month }) => [
    saving(`poll half as often, every ${minutes(2 * period_seconds)}`, alone_hours_per_month / 2),
    saving(`stop the poll every ${minutes(period_seconds)} when it is not needed`, alone_hours_per_month),
  ]);
  const shortest = planLimits({ name: plan, as_of: undefined }, day)?.min_suspend_timeout_seconds;
  if (wakes === null || timeout_basis === 'assumed' || shortest === undefined || shortest >= timeout)
    return longer;
  const wakes_per_month = (wakes * awake_share * HOURS_PER_MONTH) / awake_hours;
  const what = `suspend_timeout_seconds: ${shortest}, the shortest of the ${plan} plan`;
  return [...longer, saving(what, (wakes_per_month * (timeout - shortest)) / HOUR_SECONDS)];
}

function minutes(seconds: number): string {
  return `${Number((seconds / 60).toPrecision(3))} min`;
}

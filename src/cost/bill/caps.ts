import { calendarMonths } from '../../kernel/calendar-month.js';
import type { Scenario } from '../../scenario/scenario.js';
import { withMeanEgress } from '../../scenario/sections/data.js';
import { computeBranches, secondsToStored, storedBytes } from '../../scenario/sections/stored-bytes.js';
import { type Allowance, allowancesIn, firstMonth } from '../../simulation/run/allowances.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { cents } from '../../vendors/cents.js';
import { HOURS_PER_MONTH, MONTH_SECONDS, type Period, type RunningTime } from '../compute-cost.js';
import type { Invoice } from './invoice.js';
import { queriesOf } from './queries-sent.js';
import { capName, quotaUse } from './quota-use.js';
import type { RunRecord } from './run-record.js';

/** One cap, and how far a month at the mean rate of use goes towards it. */
export interface Cap {
  /** A field of the API, `spending_limit_cents`, or the hours of the plan. */
  readonly name: string;
  /** In the unit of the name. */
  readonly limit: number;
  /** Use in a month of 730 hours. */
  readonly used_per_month: number;
  /** Hours into a month at which the cap binds at the mean rate; `null` if it never binds. */
  readonly binds_after_hours: number | null;
  /** The consequence: computes suspended until the month ends, writes that fail, or only mails. */
  readonly effect: 'suspends' | 'stops writes' | 'alerts';
  /** Hours of the month without computes; 0 without a suspension. */
  readonly outage_hours: number;
}

/** A quota exhausted within the run. */
export interface Exhaustion {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly reason: string;
}

/** The cap on compute time that holds a budget, with everything else charged as it is. */
export interface BudgetCap {
  readonly budget_usd: number;
  /** Sum of the other lines. */
  readonly other_usd: number;
  /** The value for `quota.compute_time_seconds`; `null` if no cap on compute keeps the budget, or none is needed. */
  readonly compute_time_seconds: number | null;
  /** Reason why no cap exists: the other lines or the plan's minimum use up the budget, or compute is free. */
  readonly why: 'other lines' | 'minimum' | 'free' | null;
  /** `null` if current compute use stays below the cap. */
  readonly binds_after_hours: number | null;
  readonly outage_hours: number;
  /** Possible compute cost beyond the cap, because the platform checks usage up to an hour late. */
  readonly overshoot_usd: number;
}

/** A quota that runs out less than this many seconds before the end runs out at the end: sums are rounded. */
const AT_THE_END = 1e-6;
/** Ten years: what is stored later than that is left out. */
const FAR_SECONDS = 120 * MONTH_SECONDS;
/** How late usage may be noticed. Source: platform documentation, consumption limits, 2026-02. */
const LATE_HOURS = 1;

type RunUsed = Pick<RunObservations, 'duration_seconds' | 'quota_exhausted_seconds' | 'computes'>;

/**
 * How long computes run, in the run and in a month. The month uses the rate that the run shows before a cap binds.
 */
export function runningTime(scenario: Scenario, observations: RunUsed): RunningTime {
  const month_hours = usageCaps(scenario, observations)
    .filter(({ effect }) => effect === 'suspends')
    .reduce((least, { binds_after_hours }) => Math.min(least, binds_after_hours ?? least), HOURS_PER_MONTH);
  return { run_seconds: runningSeconds(observations), month_hours };
}

/** The priced time of a run, and how long computes run if a cap limits them. */
export function pricedPeriod(scenario: Scenario, observations: RunUsed): Period {
  const { duration_seconds, quota_exhausted_seconds } = observations;
  const period = { start_epoch_seconds: scenario.start_epoch_seconds, duration_seconds };
  const running_time = runningTime(scenario, observations);
  const capped = quota_exhausted_seconds > 0 || running_time.month_hours < HOURS_PER_MONTH;
  return capped ? { ...period, running_time } : period;
}

/** The caps of a scenario and its plan, compared with a month at the rate of use without them. */
export function capsOf(scenario: Scenario, observations: RunUsed, { total_usd }: Invoice): readonly Cap[] {
  const { spending_limit_cents } = scenario;
  return [
    ...usageCaps(scenario, observations),
    ...(spending_limit_cents === undefined
      ? []
      : [monthly('spending_limit_cents', spending_limit_cents, total_usd * 100, 'alerts')]),
  ];
}

/** A run's use until a quota is exhausted is its rate without one. */
function runningSeconds({ duration_seconds, quota_exhausted_seconds }: RunUsed): number {
  return duration_seconds - quota_exhausted_seconds;
}

/** The caps on use, compared with a month at the rate of use without them. */
export function usageCaps(scenario: Scenario, observations: RunUsed): readonly Cap[] {
  const { plan } = scenario;
  const { computes } = observations;
  const { data } = withMeanEgress(scenario, queriesOf(computes));
  const running = runningSeconds(observations);
  const scale = running > 0 ? MONTH_SECONDS / running : 0;
  const total = (of: (compute: RunObservations['computes'][number]) => number): number =>
    computes.reduce((sum, compute) => sum + of(compute), 0) * scale;
  const used = quotaUse(data, {
    seconds: MONTH_SECONDS,
    cu_seconds: total(({ cu_seconds }) => cu_seconds),
    active_seconds: total(({ active_seconds }) => active_seconds),
    queries: total(({ completed }) => completed),
  });
  return allowancesIn(scenario, firstMonth(scenario)).map((allowance) => {
    const { name, limit, of, effect } = allowance;
    const called = capName(allowance, plan.name);
    if (name === 'logical_size_bytes') return sizeCap(scenario, of);
    // A plan states its hours in hours.
    const unit = of === 'plan' && name === 'compute_time_seconds' ? 3600 : 1;
    return monthly(called, limit / unit, used[name] / unit, effect);
  });
}

function monthly(name: string, limit: number, used_per_month: number, effect: Cap['effect']): Cap {
  const binds = used_per_month > limit;
  const after = binds ? (limit / used_per_month) * HOURS_PER_MONTH : null;
  return {
    name,
    limit,
    used_per_month,
    binds_after_hours: after,
    effect,
    outage_hours: after === null || effect === 'alerts' ? 0 : HOURS_PER_MONTH - after,
  };
}

/** It is about a size, not about a month's use: nothing brings it back. */
function sizeCap(scenario: Scenario, of: Allowance['of']): Cap {
  const { data, computes, plan } = scenario;
  const { allowance, at_seconds } = sizesReached(scenario, FAR_SECONDS).find(
    (one) => one.allowance.of === of,
  )!;
  const { logical_size_bytes: size, growth_bytes_per_second: growth } = data;
  return {
    name: capName(allowance, plan.name),
    limit: allowance.limit,
    used_per_month:
      of === 'plan'
        ? storedBytes(data, computeBranches(computes), MONTH_SECONDS)
        : size + growth * MONTH_SECONDS,
    binds_after_hours: at_seconds === null ? null : at_seconds / 3600,
    effect: allowance.effect,
    outage_hours: 0,
  };
}

/** A storage limit and when it is reached; writes fail from then on. */
export interface SizeReached {
  /** The allowance of the first month that reaches it, else of the first month. */
  readonly allowance: Allowance;
  /** Since the scenario's start; `null` if it is not reached within the time. */
  readonly at_seconds: number | null;
}

/**
 * When the data is larger than the plan or a quota allows. A plan counts all branches of the project, a quota the root
 * branch; what a plan allows is that of each month.
 *
 * @param duration_seconds from the scenario's start
 */
export function sizesReached(
  scenario: Pick<Scenario, 'plan' | 'quota' | 'data' | 'computes' | 'start_epoch_seconds'>,
  duration_seconds: number,
): readonly SizeReached[] {
  const months = calendarMonths(scenario.start_epoch_seconds, duration_seconds);
  const allowed = months.map(({ month }) =>
    allowancesIn(scenario, month).filter(({ effect }) => effect === 'stops writes'),
  );
  return (allowed.at(-1) ?? []).map((last): SizeReached => {
    for (const [index, { start_seconds }] of months.entries()) {
      const allowance = allowed[index]!.find(({ of }) => of === last.of);
      const after = allowance && secondsToSize(scenario, allowance);
      if (allowance === undefined || after === undefined || after === null) continue;
      const at_seconds = Math.max(0, start_seconds, after);
      if (at_seconds < Math.min(duration_seconds, months[index + 1]?.start_seconds ?? duration_seconds)) {
        return { allowance, at_seconds };
      }
    }
    return { allowance: allowed[0]!.find(({ of }) => of === last.of) ?? last, at_seconds: null };
  });
}

/** Seconds from the start until the data is larger than a limit; `null` if it never is. */
function secondsToSize(
  { data, computes }: Pick<Scenario, 'data' | 'computes'>,
  { limit, of }: Pick<Allowance, 'limit' | 'of'>,
): number | null {
  if (of === 'plan') return secondsToStored(data, computeBranches(computes), limit);
  const { logical_size_bytes: size, growth_bytes_per_second: growth } = data;
  if (size > limit) return 0;
  return growth > 0 ? (limit - size) / growth : null;
}

/** When quotas were exhausted within the run, exactly, at the sizes that computes had. */
export function exhaustionsOf(
  { start_epoch_seconds, duration_seconds }: Scenario,
  record: RunRecord,
): readonly Exhaustion[] {
  const within = record.exhausted.filter(({ at_seconds }) => at_seconds < duration_seconds - AT_THE_END);
  return within.map(({ at_seconds, reason }) => ({
    at: `${new Date(Math.round((start_epoch_seconds + at_seconds) * 1000)).toISOString().slice(0, 19)}Z`,
    reason,
  }));
}

/**
 * The cap on compute time that keeps a month within a budget, with the other lines unchanged.
 * @param month `most_cu`: the largest total size of all computes; `running_hours`: the hours of the charged use
 */
export function budgetCap(
  budget_usd: number,
  { lines, total_usd, minimum_usd: topped_up }: Invoice,
  month: { readonly most_cu: number; readonly minimum_usd: number; readonly running_hours: number },
): BudgetCap {
  const compute = lines.filter(({ metric }) => metric === 'compute_unit_seconds');
  const compute_usd = compute.reduce((sum, { amount_usd }) => sum + amount_usd, 0);
  const cu_hours = compute.reduce((sum, { quantity }) => sum + quantity, 0);
  const rate = compute[0]?.usd_per_unit ?? 0;
  // The top-up to a minimum is not a line: compute counts towards it.
  const other_usd = cents(total_usd - topped_up - compute_usd) / 100;
  const seconds = rate > 0 ? Math.floor((100 * (budget_usd - other_usd) * 3600) / (100 * rate)) : 0;
  const why =
    month.minimum_usd > budget_usd
      ? 'minimum'
      : other_usd > budget_usd
        ? 'other lines'
        : rate === 0
          ? 'free'
          : // A quota of 0 means unlimited.
            seconds < 1
            ? 'other lines'
            : null;
  const cap = why === null ? seconds : null;
  // A month without any cap uses more than one that is cut short.
  const { running_hours } = month;
  const whole = running_hours > 0 ? (cu_hours * HOURS_PER_MONTH) / running_hours : cu_hours;
  const after = cap !== null && whole * 3600 > cap ? (cap / 3600 / whole) * HOURS_PER_MONTH : null;
  return {
    budget_usd,
    other_usd,
    compute_time_seconds: cap,
    why,
    binds_after_hours: after,
    outage_hours: after === null ? 0 : HOURS_PER_MONTH - after,
    overshoot_usd: LATE_HOURS * month.most_cu * rate,
  };
}

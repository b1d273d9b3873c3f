import { sizesReached } from '../../cost/bill/caps.js';
import { capName } from '../../cost/bill/quota-use.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import { meanInterval } from '../../statistics/confidence-interval.js';
import { sampleMoments } from '../../statistics/sample-moments.js';
import type { Constraint } from '../replicate/constraint.js';
import { exhaustionDay, type ForecastGround, factorOn, meanFactor, monthBills } from './forecast-months.js';
import type { ForecastEvent, ForecastMonth } from './forecast-result.js';
import { dayOrNull, dayText } from './load-growth.js';

/**
 * When objectives are missed because of caps, which no level of load shows. Once a month's caps are exhausted, each
 * query of the month fails, and nothing more is billed. The cost of a month is that of a calendar month.
 *
 * @param events of the objectives as levels without the cap show them; others are returned unchanged
 * @returns the events, each objective on answers or availability at its first day by levels or by a cap, and each on
 *   the cost of a month from the first month that costs too much
 */
export function cappedEvents(
  events: readonly ForecastEvent[],
  objectives: readonly Constraint[],
  ground: ForecastGround,
): readonly ForecastEvent[] {
  const isCapped = ground.caps.some((caps) => caps.length > 0);
  return events.map((event) => {
    const objective = objectives.find(({ text }) => text === event.what);
    if (event.kind !== 'objective' || objective === undefined) return event;
    switch (objective.figure) {
      case 'success_rate':
      case 'availability_time':
        if (!isCapped) return event;
        return earlier(event, outageEvent(event, objective, ground));
      case 'cost_usd_per_month':
        return { ...event, ...expensiveMonths(objective, ground), evidence: null };
      default:
        return event;
    }
  });
}

function outageEvent(event: ForecastEvent, objective: Constraint, ground: ForecastGround): ForecastEvent {
  const { growth, start_epoch_seconds } = ground;
  const missed = (rate: number) => outage(objective, ground, rate);
  const middle = missed(growth.middle);
  return {
    ...event,
    load_factor: middle === undefined ? null : factorOn(growth.middle, start_epoch_seconds, middle),
    date: dayOrNull(middle),
    earliest: dayOrNull(missed(growth.high)),
    latest: dayOrNull(missed(growth.low)),
    evidence: null,
  };
}

/** Each date the earlier one. */
function earlier(one: ForecastEvent, other: ForecastEvent): ForecastEvent {
  const first = (a: string | null, b: string | null): string | null =>
    a === null || b === null ? (a ?? b) : a < b ? a : b;
  const sooner = first(one.date, other.date) === one.date ? one : other;
  return {
    ...sooner,
    earliest: first(one.earliest, other.earliest),
    latest: first(one.latest, other.latest),
  };
}

/** The day when a cap is exhausted, in the first month that ends too soon by its mean over the replications. */
function outage({ bound }: Constraint, ground: ForecastGround, growth: number): number | undefined {
  for (const [index, { days }] of ground.months.entries()) {
    const bills = monthBills(ground, growth, index);
    const lasted = bills.map(({ used_up }) => (used_up ?? days.length) / days.length);
    const share = sampleMoments(lasted).mean;
    if (share >= bound) continue;
    const day = exhaustionDay(bills) ?? Math.min(days.length - 1, Math.round(share * days.length));
    return days[day]!.epoch_seconds;
  }
  return undefined;
}

/**
 * The first day of the first calendar month that is expected to cost too much: earliest and latest by the ends of the
 * interval of its expected cost, and of the range of growth.
 */
function expensiveMonths(
  { bound, comparison }: Constraint,
  ground: ForecastGround,
): Pick<ForecastEvent, 'load_factor' | 'date' | 'earliest' | 'latest'> {
  const { start_epoch_seconds, months, growth, confidence } = ground;
  const worse = comparison === '<=' ? 1 : -1;
  /** @param towards 1 for the worse end of the interval, -1 for the better one, 0 for the mean */
  const first = (towards: number, rate: number): number | undefined => {
    const index = months.findIndex((_, month) => {
      const costs = monthBills(ground, rate, month).map(({ cost_usd }) => cost_usd);
      const { mean, half_width } = meanInterval(costs, confidence);
      const cost = mean + (towards === 0 ? 0 : towards * worse * half_width);
      return worse * (cost - bound) > 0;
    });
    return index < 0 ? undefined : index;
  };
  const ends = (towards: number) =>
    [growth.low, growth.high].map((rate) => first(towards, rate) ?? Number.POSITIVE_INFINITY);
  const day = (index: number | undefined): string | null => {
    const begin = index === undefined ? undefined : months[index]?.days[0]?.epoch_seconds;
    return dayOrNull(begin === undefined ? undefined : Math.max(start_epoch_seconds, begin));
  };
  const middle = first(0, growth.middle);
  return {
    load_factor: middle === undefined ? null : meanFactor(ground, middle),
    date: day(middle),
    earliest: day(Math.min(...ends(1))),
    latest: day(Math.max(...ends(-1))),
  };
}

/** When the data exceeds the plan's limit or a quota, so that writes fail, regardless of the load. */
export function sizeEvents(
  scenario: Pick<Scenario, 'plan' | 'quota' | 'data' | 'computes' | 'start_epoch_seconds'>,
  { start_epoch_seconds, months, growth }: Pick<ForecastGround, 'start_epoch_seconds' | 'months' | 'growth'>,
): readonly ForecastEvent[] {
  const end = months.at(-1)!.days.at(-1)!.epoch_seconds + DAY_SECONDS;
  return sizesReached(scenario, end - start_epoch_seconds).map(({ allowance, at_seconds }) => {
    const at = at_seconds === null ? undefined : start_epoch_seconds + at_seconds;
    const date = dayOrNull(at);
    const load_factor = at === undefined ? null : factorOn(growth.middle, start_epoch_seconds, at);
    const { name, of } = allowance;
    const what = of === 'quota' ? `quota.${name}` : capName(allowance, scenario.plan.name);
    return limitEvent(what, load_factor, { date, earliest: date, latest: date });
  });
}

function limitEvent(
  what: string,
  load_factor: number | null,
  dates: Pick<ForecastEvent, 'date' | 'earliest' | 'latest'>,
): ForecastEvent {
  return { what, kind: 'limit', load_factor, ...dates, evidence: null };
}

/**
 * When the bill of a month reaches the organization's spending limit, assuming that it grows evenly over the month.
 * Nothing is suspended then.
 *
 * @param billed the months as forecast
 */
export function spendingEvents(
  { spending_limit_cents }: Pick<Scenario, 'spending_limit_cents'>,
  { months }: Pick<ForecastGround, 'months'>,
  billed: readonly ForecastMonth[],
): readonly ForecastEvent[] {
  if (spending_limit_cents === undefined) return [];
  const limit = spending_limit_cents / 100;
  const reached = (billOf: (month: ForecastMonth) => number): readonly [string, number] | undefined => {
    const index = billed.findIndex((month) => billOf(month) >= limit);
    if (index < 0) return undefined;
    const { days } = months[index]!;
    const day = Math.min(days.length - 1, Math.floor((limit / billOf(billed[index]!)) * days.length));
    return [dayText(days[day]!.epoch_seconds), billed[index]!.load_factor];
  };
  const others = ({ other_usd = 0 }: ForecastMonth): number => other_usd;
  const expected = reached(({ bill_usd, cost_usd }) => bill_usd ?? cost_usd.mean);
  return [
    limitEvent('spending_limit_cents', expected?.[1] ?? null, {
      date: expected?.[0] ?? null,
      earliest: reached((month) => month.cost_high_usd + others(month))?.[0] ?? null,
      latest: reached((month) => month.cost_low_usd + others(month))?.[0] ?? null,
    }),
  ];
}

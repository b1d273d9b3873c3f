import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { sampleMoments } from '../../statistics/sample-moments.js';
import type { Constraint } from '../replicate/constraint.js';
import { type ForecastGround, factorOn, type MonthBill, usedUpOn } from './forecast-months.js';
import type { ForecastEvent } from './forecast-result.js';
import { dayText } from './load-growth.js';

/** Moments at which an objective is first missed, in epoch seconds; `undefined` where it never is. */
type Missed = (growth: number) => number | undefined;

/**
 * When objectives are missed because the CU-hours of a month are used up, which no level of load shows: from then on
 * every query of the month fails, and nothing more is billed.
 *
 * @param events of the objectives as levels without the cap show them; others are left as they are
 * @returns likewise, each objective on what is answered or available at its first day by levels or by a cap, and each on
 *   the cost of a month by the bills of months
 */
export function cappedEvents(
  events: readonly ForecastEvent[],
  objectives: readonly Constraint[],
  ground: ForecastGround,
): readonly ForecastEvent[] {
  if (ground.month_cu_hours === Number.POSITIVE_INFINITY) return events;
  return events.map((event) => {
    const objective = objectives.find(({ text }) => text === event.what);
    if (event.kind !== 'objective' || objective === undefined) return event;
    switch (objective.figure) {
      case 'success_rate':
      case 'availability_time':
        return earlier(
          event,
          eventOf(event, (growth) => outage(objective, ground, growth), ground),
        );
      case 'cost_usd_per_month':
        return eventOf(event, (growth) => dear(objective, ground, growth), ground);
      default:
        return event;
    }
  });
}

function eventOf(event: ForecastEvent, missed: Missed, ground: ForecastGround): ForecastEvent {
  const { growth, start_epoch_seconds } = ground;
  const middle = missed(growth.middle);
  const day = (at: number | undefined): string | null => (at === undefined ? null : dayText(at));
  return {
    ...event,
    load_factor: middle === undefined ? null : factorOn(growth.middle, start_epoch_seconds, middle),
    date: day(middle),
    earliest: day(missed(growth.high)),
    latest: day(missed(growth.low)),
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

/** The day on which the hours end, of the first month that is over too soon by its mean over the replications. */
function outage({ bound }: Constraint, ground: ForecastGround, growth: number): number | undefined {
  for (const [index, { days }] of ground.months.entries()) {
    const bills = billsOf(ground, growth, index);
    const lasted = bills.map(({ used_up }) => (used_up ?? days.length) / days.length);
    const share = sampleMoments(lasted).mean;
    if (share >= bound) continue;
    const day = usedUpOn(bills) ?? Math.min(days.length - 1, Math.round(share * days.length));
    return days[day]!.epoch_seconds;
  }
  return undefined;
}

/** The first day of the first month that costs too much, each scaled to the length of a mean one. */
function dear({ bound }: Constraint, ground: ForecastGround, growth: number): number | undefined {
  for (const [index, { days }] of ground.months.entries()) {
    const costs = billsOf(ground, growth, index).map(({ cost_usd }) => cost_usd);
    const month = (sampleMoments(costs).mean * HOURS_PER_MONTH) / (24 * days.length);
    if (month > bound) return Math.max(ground.start_epoch_seconds, days[0]!.epoch_seconds);
  }
  return undefined;
}

function billsOf(
  { replications, bill }: ForecastGround,
  growth: number,
  month: number,
): readonly MonthBill[] {
  return Array.from({ length: replications }, (_, replication) => bill(growth, replication, month));
}

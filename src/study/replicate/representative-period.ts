import { DAY_SECONDS } from '../../kernel/units.js';
import { firstMonth, planSuspends } from '../../scenario/allowances.js';
import type { Scenario } from '../../scenario/scenario.js';
import { courseOf, type LoadCourse } from '../../workload/load-course.js';
import { monthsFrom } from '../runs/calendar-days.js';
import { weekdayOf } from '../runs/weekday-use.js';

/** The stretch of time that stands for all others in a forecast. */
export interface RepresentativePeriod {
  /** Overrides that make the scenario last for it. */
  readonly set: readonly string[];
  /** How long it is: a week from Monday on, a calendar month, or the scenario as it stands. */
  readonly days: number;
  /** Whether it is the scenario as it stands. */
  readonly as_it_stands: boolean;
  /** What is taken for granted, in words. */
  readonly warnings: readonly string[];
}

/** The overrides that lift the caps of a month whose end suspends computes. */
export function withoutCaps(quota: Scenario['quota']): readonly string[] {
  const caps = Object.keys(quota).filter((name) => name !== 'logical_size_bytes');
  return caps.map((name) => `quota.${name}=0`);
}

/** The same with those that replace a plan that suspends computes by one that does not: what a run uses is priced otherwise. */
export function withoutEnds(scenario: Pick<Scenario, 'plan' | 'quota' | 'start'>): readonly string[] {
  const ends = planSuspends(scenario.plan, firstMonth(scenario));
  return [...(ends ? ['plan=launch'] : []), ...withoutCaps(scenario.quota)];
}

/** What happens to a scenario at moments of its own, in words. */
export function happenings({ events, faults }: Pick<Scenario, 'events' | 'faults'>): readonly string[] {
  return [...(events.length > 0 ? ['it has events'] : []), ...(faults.length > 0 ? ['it has faults'] : [])];
}

/**
 * A week where the load comes back every week but for chance; the first calendar month where a shorter scenario has jobs on
 * days of the month besides; else, as with a recording or a flash crowd, the scenario as it is, taken to happen again and again.
 *
 * A plan or a quota whose hours may run out is simulated without that end: when they do in a month depends on the whole
 * month.
 */
export function representativePeriod(scenario: Scenario): RepresentativePeriod {
  const { start_epoch_seconds, duration_seconds, load } = scenario;
  const hourly = 'timeline_interval=1h';
  const unlimited = withoutEnds(scenario);
  const byCourse = (course: LoadCourse) => load.filter(({ process }) => courseOf(process) === course);
  const [own, monthly] = [byCourse('own'), byCourse('monthly')];
  const reasons = [
    ...own.map(({ name }) => `load ${name} follows a course of its own`),
    ...monthly.map(({ name }) => `load ${name} goes by days of the month`),
    ...happenings(scenario),
  ];
  const [month] = monthsFrom(start_epoch_seconds, 1);
  const month_days = month!.days.length;
  const isMonthly = monthly.length > 0 && monthly.length === reasons.length;
  if (isMonthly && duration_seconds < month_days * DAY_SECONDS) {
    const jobs = monthly.map(({ name }) => name).join(', ');
    return {
      set: [hourly, ...unlimited, `start=${month!.month}-01`, `duration=${month_days}d`],
      days: month_days,
      as_it_stands: false,
      warnings: [
        `every month is taken to be like ${month!.month}, each day on its weekday, for jobs on days of the month: ${jobs}; --exact simulates each month`,
      ],
    };
  }
  if (reasons.length > 0) {
    return {
      set: [hourly, ...unlimited],
      days: duration_seconds / DAY_SECONDS,
      as_it_stands: true,
      warnings: [
        `the scenario as it stands is taken to happen again and again, each day on its weekday: ${reasons.join('; ')}`,
      ],
    };
  }
  const midnight = start_epoch_seconds - (start_epoch_seconds % DAY_SECONDS);
  const monday = new Date((midnight - weekdayOf(midnight) * DAY_SECONDS) * 1000).toISOString();
  return {
    set: [hourly, ...unlimited, `start=${monday.slice(0, 10)}`, 'duration=7d'],
    days: 7,
    as_it_stands: false,
    warnings: [],
  };
}

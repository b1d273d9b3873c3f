import { DAY_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import { firstMonth, planSuspends } from '../../simulation/run/allowances.js';
import { courseOf, type LoadCourse } from '../../workload/load-course.js';
import { monthsFrom } from '../runs/calendar-days.js';
import { weekdayOf } from '../runs/weekday-use.js';

/** The stretch of time that represents all others in a forecast. */
export interface RepresentativePeriod {
  /** Overrides that set the scenario's duration to it. */
  readonly set: readonly string[];
  /** Length: a week from Monday on, a calendar month, or the duration of the scenario. */
  readonly days: number;
  /** Whether it is the unchanged scenario. */
  readonly as_it_stands: boolean;
  /** The assumptions, in words. */
  readonly warnings: readonly string[];
}

/** The overrides that lift the caps of a month whose end suspends computes. */
export function withoutCaps(quota: Scenario['quota']): readonly string[] {
  const caps = Object.keys(quota).filter((name) => name !== 'logical_size_bytes');
  return caps.map((name) => `quota.${name}=0`);
}

/** Also replaces a plan that suspends computes by one that does not; the use of a run is priced separately. */
export function withoutEnds(scenario: Pick<Scenario, 'plan' | 'quota' | 'start'>): readonly string[] {
  const ends = planSuspends(scenario.plan, firstMonth(scenario));
  return [...(ends ? ['plan=launch'] : []), ...withoutCaps(scenario.quota)];
}

/** The scheduled events and faults of a scenario, in words. */
export function happenings({ events, faults }: Pick<Scenario, 'events' | 'faults'>): readonly string[] {
  return [...(events.length > 0 ? ['it has events'] : []), ...(faults.length > 0 ? ['it has faults'] : [])];
}

/**
 * A week if the load repeats weekly except for chance; the first calendar month if a shorter scenario also has jobs on
 * days of the month; else, as with a recording or a flash crowd, the whole scenario, assumed to repeat.
 *
 * A plan or a quota with limited hours is simulated without that limit: when they run out depends on the whole
 * month.
 */
export function representativePeriod(scenario: Scenario): RepresentativePeriod {
  const { start_epoch_seconds, duration_seconds, load } = scenario;
  const hourly = 'timeline_interval=1h';
  const unlimited = withoutEnds(scenario);
  const byCourse = (course: LoadCourse) => load.filter(({ process }) => courseOf(process) === course);
  const [own, monthly] = [byCourse('own'), byCourse('monthly')];
  const reasons = [
    ...own.map(({ name }) => `load ${name} follows its own course`),
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

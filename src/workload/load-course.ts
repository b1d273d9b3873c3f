import type { ProcessSpecification } from './load-specification.js';
import { firesMonthly, firesWeekly } from './rate/cron-schedule.js';
import type { RateSpecification } from './rate/rate-specification.js';

/**
 * How a load varies with time: `steady` is the same at any time except for chance, `weekly` repeats every week except
 * for chance, `monthly` follows the days of the month, and `own` is any other course, such as a recording, a
 * flash crowd or a job at the end of a year.
 */
export type LoadCourse = (typeof COURSES)[number];
const COURSES = ['own', 'monthly', 'weekly', 'steady'] as const;

export function courseOf(process: ProcessSpecification): LoadCourse {
  switch (process.kind) {
    case 'poisson':
    case 'regular':
      return courseOfRate(process.rate);
    case 'renewal':
    case 'closed':
    case 'none':
      return 'steady';
    case 'cron':
      return courseOfCron(process.schedule);
    case 'counts':
    case 'arrivals':
      return 'own';
  }
}

function courseOfRate(rate: RateSpecification): LoadCourse {
  switch (rate.kind) {
    case 'constant':
    case 'mmpp':
    case 'log_ou':
      return 'steady';
    case 'seasonal': {
      const { daily, weekly, weekdays } = rate;
      const flat = daily === 0 && weekly === 0 && weekdays.every((each) => each === weekdays[0]);
      return flat ? 'steady' : 'weekly';
    }
    case 'cron':
      return courseOfCron(rate.schedule);
    case 'steps':
    case 'ramp':
    case 'spikes':
    case 'series':
      return 'own';
    case 'sum':
    case 'product': {
      const parts = rate.parts.map(courseOfRate);
      return COURSES.find((course) => parts.includes(course)) ?? 'steady';
    }
  }
}

function courseOfCron(schedule: string): LoadCourse {
  return firesWeekly(schedule) ? 'weekly' : firesMonthly(schedule) ? 'monthly' : 'own';
}

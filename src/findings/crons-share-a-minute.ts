import { mean } from '../kernel/distribution-moments.js';
import { DAY_SECONDS } from '../kernel/units.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import { cronSchedule } from '../workload/rate/cron-schedule.js';
import { isKeptAwake } from './busy-traffic.js';
import { computesSeen, placeOfLoad } from './computes-seen.js';
import type { FindingRule } from './finding.js';
import { pollsOf } from './poll-under-timeout.js';
import { digits } from './words.js';

/** Jobs with a longer mean delay are scattered beyond their minute. */
const SCATTERED_SECONDS = 30;

/** Jobs that fire in the same minute and share one wake. */
export const CRONS_SHARE_A_MINUTE: FindingRule = {
  title: 'Scheduled jobs share a minute',
  help: 'Jobs whose schedules coincide send their queries in the same second. On a suspended compute all of them wait for one wake and then connect at once, which is when connections are refused. Give each job a different minute, or a random delay.',
  ofScenario(scenario) {
    const { start_epoch_seconds, duration_seconds } = scenario;
    return computesSeen(scenario).flatMap((seen) => {
      const { compute, loads } = seen;
      const jobs = loads.flatMap((load) => {
        const { process } = load;
        return process.kind === 'cron' && mean(process.jitter) < SCATTERED_SECONDS ? [{ load, process }] : [];
      });
      // A compute that never suspends has no wakes to wait for.
      if (jobs.length < 2 || isKeptAwake(seen, scenario) || pollsOf(seen, scenario).length > 0) return [];
      const until = Math.min(duration_seconds, 7 * DAY_SECONDS);
      const minutes = new Map<number, LoadSpecification[]>();
      for (const { load, process } of jobs) {
        const { next } = cronSchedule(process.schedule, start_epoch_seconds, process.timezone);
        for (let time = next(-1); time < until; time = next(time)) {
          const minute = Math.floor(time / 60);
          minutes.set(minute, [...(minutes.get(minute) ?? []), load]);
        }
      }
      const shared = [...minutes.values()].filter((there) => there.length > 1);
      if (shared.length === 0) return [];
      const most = shared.reduce((largest, there) => (there.length > largest.length ? there : largest));
      const per_day = (shared.length * DAY_SECONDS) / until;
      return [
        {
          message: `${most.map(({ name }) => name).join(', ')} fire in the same minute, and jobs of ${compute.name} meet like that ${digits(per_day)} times a day: they all wait for one wake, and connect at once`,
          figure: { name: 'shared_minutes_per_day', value: per_day },
          place: placeOfLoad(most[0]!, 'process'),
        },
      ];
    });
  },
};

import { carriesMonth, MONTH_SECONDS } from '../cost/compute-cost.js';
import { DAY_SECONDS, WEEK_SECONDS } from '../kernel/units.js';
import { expectedQueries } from '../workload/arrival/expected-queries.js';
import { courseOf } from '../workload/load-course.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import { loadLabel, loadNameOf } from '../workload/tenants.js';
import { placeOfLoad } from './computes-seen.js';
import type { FindingRule } from './finding.js';
import { digits, seconds } from './words.js';

/** Tolerated difference of a job's rate from its mean over a year. */
const TOLERATED = 0.25;

/** A job whose rate in the run differs from that over a year, when a month's cost is projected from the run. */
export const JOB_UNLIKE_MONTH: FindingRule = {
  title: 'A job is rarer or more frequent in the run than in other months',
  help: 'The cost of a month is projected from what the run uses. A job that goes by the day of the month or the week costs nothing in it where none of its times lies in the run, and too much where a short run has one. Let duration and start take in as many of its times as other months have, such as 28 d from before the first of a month.',
  ofScenario(scenario) {
    const { duration_seconds, load } = scenario;
    if (!carriesMonth(duration_seconds)) return [];
    // One tenant's job represents the whole fleet's.
    const jobs = new Map(load.filter(isJob).map((job) => [loadNameOf(scenario, job.name), job]));
    return [...jobs].flatMap(([name, load]) => {
      // Whole weeks contain weekly jobs as often as a year does.
      if (courseOf(load.process) === 'weekly' && duration_seconds % WEEK_SECONDS === 0) return [];
      const year = perMonth(load, 365 * DAY_SECONDS);
      const run = perMonth(load, duration_seconds);
      if (Math.abs(run - year) <= TOLERATED * year) return [];
      return [
        {
          message: `${loadLabel(scenario, load)} sends ${digits(run)} queries a month at the pace of the ${seconds(duration_seconds)} simulated, which a month's cost is projected from; over a year it sends ${digits(year)} a month`,
          figure: { name: 'queries_per_month', value: year },
          place: placeOfLoad({ name }, load.process.kind === 'cron' ? 'process' : 'rate'),
        },
      ];
    });
  },
};

/** Whether a cron expression alone determines a load's arrivals. */
function isJob({ process }: LoadSpecification): boolean {
  return process.kind === 'cron' || ('rate' in process && process.rate.kind === 'cron');
}

function perMonth(load: LoadSpecification, within_seconds: number): number {
  const nothingIsDrawn = () => {
    throw new Error('a schedule draws nothing');
  };
  return (expectedQueries(load, within_seconds, nothingIsDrawn) / within_seconds) * MONTH_SECONDS;
}

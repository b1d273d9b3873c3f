import { carriesMonth, MONTH_SECONDS } from '../cost/compute-cost.js';
import { sumOf } from '../kernel/sums.js';
import { DAY_SECONDS, HOUR_SECONDS, WEEK_SECONDS } from '../kernel/units.js';
import type { Scenario } from '../scenario/scenario.js';
import { toCents } from '../vendors/cents.js';
import { priceAtStart } from '../vendors/price-stretch.js';
import { expectedQueries } from '../workload/arrival/expected-queries.js';
import { courseOf } from '../workload/load-course.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import type { RateSpecification } from '../workload/rate/rate-specification.js';
import { loadLabel, loadNameOf } from '../workload/tenants.js';
import { placeOfLoad, usdOf } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { digits, seconds } from './words.js';

/** Tolerated difference of a job's rate from its mean over a year. */
const TOLERATED = 0.25;
const YEAR_SECONDS = 365 * DAY_SECONDS;

/** A load whose rate in the run differs from that over a year, when a month's cost is projected from the run. */
export const JOB_UNLIKE_MONTH: FindingRule = {
  title: 'A load is rarer or more frequent in the run than in other months',
  help: 'The cost of a month is projected from what the run uses. A job that goes by the day of the month or the week costs nothing in it where none of its times lies in the run, and too much where a short run has one. So does a load that happens once, such as a sale of a few hours. Let duration and start take in as many of its times as other months have, such as 28 d from before the first of a month, or simulate it in a separate scenario.',
  ofScenario: (scenario) => remarks(scenario, () => undefined),
  ofRun(scenario, { total, causes, duration_seconds }) {
    const per_month = MONTH_SECONDS / duration_seconds / HOUR_SECONDS;
    const all = Object.values(causes).flat();
    return remarks(scenario, (name) => {
      const own = all.filter((cause) => cause.kind === 'load' && loadNameOf(scenario, cause.name) === name);
      const cu_seconds = sumOf(own, (cause) => cause.cu_seconds);
      return usdOf(cu_seconds * per_month, total.cu_seconds * per_month, priceAtStart(scenario));
    });
  },
};

/** @param costs the cost per month of a load, if it is known */
function remarks(scenario: Scenario, costs: (name: string) => number | undefined): readonly Remark[] {
  const { duration_seconds, load } = scenario;
  if (!carriesMonth(duration_seconds)) return [];
  // One tenant's job represents the whole fleet's.
  const jobs = new Map(load.filter(isScheduled).map((job) => [loadNameOf(scenario, job.name), job]));
  return [...jobs].flatMap(([name, load]) => {
    // Whole weeks contain weekly jobs as often as a year does.
    if (courseOf(load.process) === 'weekly' && duration_seconds % WEEK_SECONDS === 0) return [];
    const year = perMonth(load, YEAR_SECONDS);
    const run = perMonth(load, duration_seconds);
    if (Math.abs(run - year) <= TOLERATED * year) return [];
    const label = loadLabel(scenario, load);
    const found = {
      figure: { name: 'queries_per_month', value: year },
      place: placeOfLoad({ name }, load.process.kind === 'cron' ? 'process' : 'rate'),
    };
    const simulated = `the ${seconds(duration_seconds)} simulated`;
    if (duration_seconds < YEAR_SECONDS && isClose(run * duration_seconds, year * YEAR_SECONDS)) {
      const usd = scenario.fleet === undefined ? costs(name) : undefined;
      const cause = `${label} happens once in ${simulated}`;
      const part = usd === undefined || !(usd > 0) ? '' : `, for $${toCents(usd)} a month`;
      const counted = `${digits(MONTH_SECONDS / duration_seconds)} times${part}`;
      return [
        {
          ...found,
          message: `${cause}, and a month's cost counts it ${counted}`,
          ...(usd !== undefined && { cause: `${cause} and counts ${counted}`, up_to_usd_per_month: usd }),
        },
      ];
    }
    return [
      {
        ...found,
        message: `${label} sends ${digits(run)} queries a month at the pace of ${simulated}, which a month's cost is projected from; over a year it sends ${digits(year)} a month`,
      },
    ];
  });
}

/** Whether two counts differ only by rounding. */
function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * other;
}

/** Whether neither chance nor a recording has a part in how a load repeats, or in what it does once. */
function isScheduled({ process }: LoadSpecification): boolean {
  if (process.kind === 'cron') return true;
  if (!('rate' in process)) return false;
  return process.rate.kind === 'cron' || (courseOf(process) === 'own' && isPlanned(process.rate));
}

function isPlanned(rate: RateSpecification): boolean {
  if (rate.kind === 'sum' || rate.kind === 'product') return rate.parts.every(isPlanned);
  return rate.kind !== 'mmpp' && rate.kind !== 'log_ou' && rate.kind !== 'series';
}

function perMonth(load: LoadSpecification, within_seconds: number): number {
  const nothingIsDrawn = () => {
    throw new Error('a schedule draws nothing');
  };
  return (expectedQueries(load, within_seconds, nothingIsDrawn) / within_seconds) * MONTH_SECONDS;
}

import type { Scenario } from '../scenario/scenario.js';
import type { LoadSpecification, ProcessSpecification } from '../workload/load-specification.js';
import { cronSchedule } from '../workload/rate/cron-schedule.js';
import { computesSeen, keepsAwake, placeOfLoad } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { dollars, seconds } from './words.js';

/** What asks more often than this is an application at work, and no poll. */
const FASTEST_POLL_SECONDS = 1;
/** Firings of a schedule that are looked at: those of a week, of a job every minute. */
const MAX_FIRINGS = 10_080;

/** A job that never leaves a compute alone for as long as it takes to suspend. */
export const POLL_UNDER_TIMEOUT: FindingRule = {
  title: 'A poll is faster than the suspend timeout',
  help: 'Something asks at shorter intervals than the suspend timeout, so that the compute never suspends, however little each query does. Ask less often than the timeout, wait for notifications instead (LISTEN does not count as activity), or accept an always-on compute.',
  ofScenario(scenario) {
    return computesSeen(scenario).flatMap(({ loads, timeout_seconds, awake_usd_per_month, compute }) => {
      if (timeout_seconds === Number.POSITIVE_INFINITY) return [];
      if (loads.some((load) => keepsAwake(load, timeout_seconds))) return [];
      return loads.flatMap((load): readonly Remark[] => {
        const every = longestGap(load, scenario);
        if (every === undefined || every < FASTEST_POLL_SECONDS || every >= timeout_seconds) return [];
        return [
          {
            message: `${load.name} asks every ${seconds(every)}, and ${compute.name} suspends after ${seconds(timeout_seconds)} without activity: it never does, which costs ${dollars(awake_usd_per_month)} a month at its minimum size`,
            figure: { name: 'awake_usd_per_month', value: awake_usd_per_month },
            place: placeOfLoad(load, 'process'),
          },
        ];
      });
    });
  },
};

/** The longest that a load leaves its computes alone, where it comes by the clock; `undefined` where it does not. */
function longestGap({ process, route }: LoadSpecification, scenario: Scenario): number | undefined {
  if (route.targets.length > 1) return undefined;
  switch (process.kind) {
    case 'regular':
      return process.rate.kind === 'constant' ? 1 / process.rate.per_second : undefined;
    case 'renewal':
      return process.gap.kind === 'constant' ? process.gap.value : undefined;
    case 'closed':
      return process.think_seconds.kind === 'constant' && process.clients > 0
        ? process.think_seconds.value
        : undefined;
    case 'cron':
      return process.count > 0 ? longestPause(process, scenario) : undefined;
    default:
      return undefined;
  }
}

function longestPause(
  { schedule, timezone }: Extract<ProcessSpecification, { kind: 'cron' }>,
  { start_epoch_seconds, duration_seconds }: Pick<Scenario, 'start_epoch_seconds' | 'duration_seconds'>,
): number {
  const { next } = cronSchedule(schedule, start_epoch_seconds, timezone);
  let longest = 0;
  let before = 0;
  for (let firing = 0; firing < MAX_FIRINGS && before < duration_seconds; firing++) {
    const time = Math.min(next(firing === 0 ? -1 : before), duration_seconds);
    longest = Math.max(longest, time - before);
    before = time;
  }
  return longest;
}

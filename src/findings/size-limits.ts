import { FIXED_SIZES_CU } from '../compute/size.js';
import { HOURS_PER_MONTH } from '../cost/compute-cost.js';
import { quoted } from '../scenario/document/scenario-document.js';
import type { Scenario } from '../scenario/scenario.js';
import { computesSeen, usdOf } from './computes-seen.js';
import type { FindingPlace, FindingRule, Remark } from './finding.js';
import { digits, seconds, worth } from './words.js';

/** A demand counts as never seen after this much active time without it. */
const SEEN_SECONDS = 3600;

/** A minimum that the load never came near: it is paid for all the time that the compute is active. */
export const MINIMUM_NEVER_USED: FindingRule = {
  title: 'The minimum size is never used',
  help: 'The autoscaler never wanted as much as the minimum size, which is paid for whenever the compute is active. Lower autoscaling_limit_min_cu, unless the cache of the larger size is what it is for: a smaller compute starts with a smaller cache and fewer connections.',
  ofRun(scenario, { computes, total, duration_seconds }) {
    return computesSeen(scenario).flatMap(({ index, compute, place, price }): readonly Remark[] => {
      const { largest_goal_cu, active_seconds } = computes[index]!;
      const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = compute;
      if (largest_goal_cu === undefined || min_cu === max_cu || active_seconds < SEEN_SECONDS) return [];
      const enough = FIXED_SIZES_CU.find((size) => size >= largest_goal_cu) ?? max_cu;
      if (enough >= min_cu) return [];
      const spare_cu_hours = ((min_cu - enough) * active_seconds * HOURS_PER_MONTH) / duration_seconds;
      const spare_usd = usdOf(spare_cu_hours, (total.cu_seconds * HOURS_PER_MONTH) / duration_seconds, price);
      return [
        {
          message: `the autoscaler never wanted more than ${digits(largest_goal_cu)} CU of ${compute.name}, and its minimum is ${min_cu} CU: at ${enough} CU a month would cost about ${worth(spare_cu_hours, spare_usd)} less (estimated)`,
          figure: { name: 'largest_goal_cu', value: largest_goal_cu },
          place: place('autoscaling_limit_min_cu'),
          cause: `${compute.name} never needs its minimum of ${min_cu} CU`,
          up_to_usd_per_month: spare_usd,
          fixes: [
            {
              words: `a minimum of ${enough} CU`,
              set: [setting(place('autoscaling_limit_min_cu'), enough, scenario)],
            },
          ],
        },
      ];
    });
  },
};

function setting({ name, keys }: FindingPlace, value: number, { fleet }: Scenario): string {
  return `computes.${fleet === undefined ? quoted(name) : 'template'}.${keys.join('.')}=${value}`;
}

/** Multiples of the maximum that may be enough. */
const LARGER = [2, 4, 8];

/** Shorter overload than this is a burst, and no limit. */
const OVERLOAD_SECONDS = 10;

/** A maximum below what the load asks for. */
export const MAXIMUM_BINDS: FindingRule = {
  title: 'The maximum size binds',
  help: 'There was more work than the compute could do at its maximum size, and queries waited. Raise autoscaling_limit_max_cu, or make the work smaller or less bunched.',
  ofRun(scenario, { computes }) {
    return computesSeen(scenario).flatMap(({ index, compute, place }): readonly Remark[] => {
      const { largest_goal_cu = 0, max_cu, overload } = computes[index]!;
      const { autoscaling_limit_max_cu: limit } = compute;
      if (overload.seconds < OVERLOAD_SECONDS || max_cu < limit) return [];
      const wanted =
        largest_goal_cu > limit ? `the autoscaler wanted up to ${digits(largest_goal_cu)} CU, and ` : '';
      return [
        {
          message: `${wanted}${compute.name} had too much to do at its maximum of ${limit} CU for ${seconds(overload.seconds)}; at worst the work in hand would have taken ${seconds(overload.longest_backlog_seconds)}`,
          figure: { name: 'overloaded_seconds', value: overload.seconds },
          place: place('autoscaling_limit_max_cu'),
          cause: `${compute.name} has too much to do at its maximum of ${limit} CU`,
          fixes: LARGER.map((times) => ({
            words: `a maximum of ${times * limit} CU`,
            set: [setting(place('autoscaling_limit_max_cu'), times * limit, scenario)],
          })),
        },
      ];
    });
  },
};

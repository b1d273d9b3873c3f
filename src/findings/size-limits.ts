import { FIXED_SIZES_CU } from '../compute/size.js';
import { HOURS_PER_MONTH } from '../cost/compute-cost.js';
import { priceAtStart } from '../vendors/price-stretch.js';
import { computesSeen } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { digits, seconds, worth } from './words.js';

/** Active time from which on what was never asked for may be called so. */
const SEEN_SECONDS = 3600;

/** A minimum that the load never came near: it is paid for all the time that the compute is active. */
export const MINIMUM_NEVER_USED: FindingRule = {
  title: 'The minimum size is never used',
  help: 'The autoscaler never wanted as much as the minimum size, which is paid for whenever the compute is active. Lower autoscaling_limit_min_cu, unless the cache of the larger size is what it is for: a smaller compute starts with a smaller cache and fewer connections.',
  ofRun(scenario, { computes, duration_seconds }) {
    const { usd_per_cu_hour } = priceAtStart(scenario);
    return computesSeen(scenario).flatMap(({ index, compute, place }): readonly Remark[] => {
      const { largest_goal_cu, active_seconds } = computes[index]!;
      const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = compute;
      if (largest_goal_cu === undefined || min_cu === max_cu || active_seconds < SEEN_SECONDS) return [];
      const enough = FIXED_SIZES_CU.find((size) => size >= largest_goal_cu) ?? max_cu;
      if (enough >= min_cu) return [];
      const spare_cu_hours = ((min_cu - enough) * active_seconds * HOURS_PER_MONTH) / duration_seconds;
      return [
        {
          message: `the autoscaler never wanted more than ${digits(largest_goal_cu)} CU of ${compute.name}, and its minimum is ${min_cu} CU: at ${enough} CU a month would cost about ${worth(spare_cu_hours, spare_cu_hours * usd_per_cu_hour)} less (estimated)`,
          figure: { name: 'largest_goal_cu', value: largest_goal_cu },
          place: place('autoscaling_limit_min_cu'),
        },
      ];
    });
  },
};

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
        },
      ];
    });
  },
};

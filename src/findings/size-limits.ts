import { AUTOSCALING_MAX_CU, AUTOSCALING_MAX_SPAN_CU, FIXED_SIZES_CU } from '../compute/size.js';
import { usableMemoryBytes } from '../compute/vm-monitor.js';
import { HOURS_PER_MONTH } from '../cost/compute-cost.js';
import { mean } from '../kernel/distribution-moments.js';
import { sumOf } from '../kernel/sums.js';
import { quoted } from '../scenario/document/scenario-document.js';
import type { ComputeSpecification, Scenario } from '../scenario/scenario.js';
import { computesSeen, usdOf } from './computes-seen.js';
import type { FindingPlace, FindingRule, Remark } from './finding.js';
import type { Fix } from './fix.js';
import { bytes, digits, seconds, worth } from './words.js';

/** Active time after which a demand that was not observed counts as never observed. */
const SEEN_SECONDS = 3600;

/** Up to this share of a fixed size, its mean use shows that a smaller one may do. */
const MAX_USED_SHARE = 0.5;

/** A minimum above the load's demand, which is paid for all the time that the compute is active. */
export const MINIMUM_NEVER_USED: FindingRule = {
  title: 'The minimum size is never used',
  help: 'The autoscaler never wanted as much as the minimum size, or queries use little of a fixed size, which is paid for whenever the compute is active. Lower autoscaling_limit_min_cu, unless the cache of the larger size is what it is for: a smaller compute starts with a smaller cache and fewer connections.',
  ofRun(scenario, { computes, total, duration_seconds }) {
    return computesSeen(scenario).flatMap(({ index, compute, place, price }): readonly Remark[] => {
      const { largest_goal_cu, active_seconds, cpu_seconds, failed } = computes[index]!;
      const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = compute;
      if (active_seconds < SEEN_SECONDS || isMinimumChanged(compute, scenario)) return [];
      const isFixed = min_cu === max_cu;
      // A fixed size may be there for its connections or memory, so one at which queries fail is not called too large;
      // without any CPU time, the scenario leaves it out.
      const isJudged = scenario.vendor === undefined && failed === 0 && cpu_seconds > 0;
      if (isFixed && !isJudged) return [];
      // Nothing scales a fixed size: its mean use shows what is spare, and the autoscaler would follow the rest.
      const used_cu = isFixed ? cpu_seconds / active_seconds : largest_goal_cu;
      if (used_cu === undefined || (isFixed && used_cu > MAX_USED_SHARE * min_cu)) return [];
      const farthest = max_cu > AUTOSCALING_MAX_CU ? 0 : max_cu - AUTOSCALING_MAX_SPAN_CU.platform;
      const least = isFixed ? Math.max(used_cu, farthest) : used_cu;
      const enough = FIXED_SIZES_CU.find((size) => size >= least) ?? max_cu;
      if (enough >= min_cu) return [];
      const spare_cu_hours = ((min_cu - enough) * active_seconds * HOURS_PER_MONTH) / duration_seconds;
      const spare_usd = usdOf(spare_cu_hours, (total.cu_seconds * HOURS_PER_MONTH) / duration_seconds, price);
      const { name } = compute;
      const seen = isFixed
        ? `${name} is fixed at ${min_cu} CU, and its queries use ${digits(used_cu)} vCPU on average`
        : `the autoscaler never wanted more than ${digits(used_cu)} CU of ${name}, and its minimum is ${min_cu} CU`;
      return [
        {
          message: `${seen}: at ${enough} CU a month would cost about ${worth(spare_cu_hours, spare_usd)} less (estimated)`,
          figure: { name: isFixed ? 'mean_vcpu' : 'largest_goal_cu', value: used_cu },
          place: place('autoscaling_limit_min_cu'),
          cause: isFixed
            ? `${name} uses ${digits(used_cu)} vCPU of its ${min_cu} CU`
            : `${name} never needs its minimum of ${min_cu} CU`,
          up_to_usd_per_month: spare_usd,
          fixes: [smallerMinimum(enough, compute, place(), scenario)],
        },
      ];
    });
  },
};

/** Autoscaling from a smaller size on, up to the present maximum as far as there is autoscaling. */
function smallerMinimum(
  min_cu: number,
  { name, autoscaling_limit_max_cu: limit }: ComputeSpecification,
  place: FindingPlace,
  scenario: Scenario,
): Fix {
  const max_cu = Math.min(
    limit,
    AUTOSCALING_MAX_CU,
    limit > AUTOSCALING_MAX_CU ? min_cu + AUTOSCALING_MAX_SPAN_CU.platform : limit,
  );
  const set = (key: string, cu: number): string =>
    setting({ ...place, keys: [`autoscaling_limit_${key}_cu`] }, cu, scenario);
  const isLess = max_cu < limit;
  return {
    words: `a minimum of ${min_cu} CU${isLess ? ` and a maximum of ${max_cu} CU` : ''}${whose(name, scenario)}`,
    set: [set('min', min_cu), ...(isLess ? [set('max', max_cu)] : [])],
  };
}

/** Names the compute of a change, unless there is only one. */
function whose(name: string, { computes, fleet }: Scenario): string {
  return fleet === undefined && computes.length > 1 ? ` for ${name}` : '';
}

/** Whether events change the minimum, so that the run cannot be judged as a whole. */
function isMinimumChanged({ name }: ComputeSpecification, { events }: Scenario): boolean {
  return events.some(
    (event) =>
      event.kind === 'update' && event.compute === name && event.set.autoscaling_limit_min_cu !== undefined,
  );
}

function setting({ name, keys }: FindingPlace, value: number, { fleet }: Scenario): string {
  return `computes.${fleet === undefined ? quoted(name) : 'template'}.${keys.join('.')}=${value}`;
}

/** Multiples of the maximum that may suffice. */
const LARGER = [2, 4, 8];

/** Shorter overload counts as a burst. */
const OVERLOAD_SECONDS = 10;

/** A maximum below the size that the load requires. */
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
            words: `a maximum of ${times * limit} CU${whose(compute.name, scenario)}`,
            set: [setting(place('autoscaling_limit_max_cu'), times * limit, scenario)],
          })),
        },
      ];
    });
  },
};

/** Multiples of a growth time that may be slow enough. */
const SLOWER = [2, 4, 8, 16];

/** Memory that was exhausted before the autoscaler could add enough, or at the maximum size. */
export const MEMORY_RUNS_OUT: FindingRule = {
  title: 'Memory runs out',
  help: 'Connections and queries needed more memory than the machine had, and the kernel killed Postgres with all that ran on it. The autoscaler follows memory that grows slowly: the monitor in the guest asks for another quarter of a CU at most once per second, and the machine has it after five samples and a resize. Memory that is taken at once has to fit into autoscaling_limit_min_cu, and slow growth into autoscaling_limit_max_cu.',
  ofRun(scenario, { computes }) {
    return computesSeen(scenario).flatMap(({ index, compute, loads, place }): readonly Remark[] => {
      const { out_of_memory: times, memory_peak_bytes: needed, max_cu } = computes[index]!;
      const { name, autoscaling_limit_max_cu: limit } = compute;
      if (times === 0) return [];
      const growing = loads.flatMap(({ name: load, query: { memory_bytes, memory_growth_seconds: over } }) =>
        over === undefined ? [] : [{ load, over, peak: mean(memory_bytes) }],
      );
      const growth = growing.map(
        ({ load, over, peak }) => `memory of ${load} grows to ${bytes(peak)} within ${seconds(over)}`,
      );
      const size = max_cu < limit ? `${max_cu} of ${limit} CU` : `its maximum of ${limit} CU`;
      return [
        {
          message: [
            `${name} ran out of memory ${times === 1 ? 'once' : `${digits(times)} times`}: up to ${bytes(needed)} were asked for, and it had grown to ${size}`,
            ...growth,
          ].join('; '),
          figure: { name: 'out_of_memory', value: times },
          place: place('autoscaling_limit_min_cu'),
          cause:
            max_cu < limit
              ? `${name} needs memory faster than it grows`
              : `${name} needs more memory than its maximum of ${limit} CU has`,
          fixes: [
            ...largerFor(needed, needed + sumOf(growing, ({ peak }) => peak), compute, place(), scenario),
            ...growing.flatMap(({ load, over }) => SLOWER.map((factor) => slowerGrowth(load, factor * over))),
          ],
        },
      ];
    });
  },
};

/** Limits with the exhausted amount of memory, with two and four times as much, and with the peak of growing memory. */
function largerFor(
  needed_bytes: number,
  grown_bytes: number,
  { name: compute, autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu }: ComputeSpecification,
  { section, name, keys }: FindingPlace,
  scenario: Scenario,
): readonly Fix[] {
  const { memory_per_cu } = scenario.model;
  const larger = FIXED_SIZES_CU.filter((size) => size > min_cu && size <= AUTOSCALING_MAX_CU);
  const sufficient = (bytes: number) =>
    larger.find((size) => usableMemoryBytes(size * memory_per_cu) >= bytes) ?? [];
  const bytes = [needed_bytes, 2 * needed_bytes, 4 * needed_bytes, grown_bytes];
  const sizes = [...new Set(bytes.flatMap(sufficient))];
  const set = (key: string, cu: number): string =>
    setting({ section, name, keys: [...keys, `autoscaling_limit_${key}_cu`] }, cu, scenario);
  const of = whose(compute, scenario);
  return sizes.flatMap((size): readonly Fix[] => {
    if (size <= max_cu) return [{ words: `a minimum of ${size} CU${of}`, set: [set('min', size)] }];
    return [
      { words: `a maximum of ${size} CU${of}`, set: [set('max', size)] },
      { words: `a fixed size of ${size} CU${of}`, set: [set('min', size), set('max', size)] },
    ];
  });
}

function slowerGrowth(load: string, over_seconds: number): Fix {
  return {
    words: `letting memory of ${load} grow over ${seconds(over_seconds)}`,
    set: [`load.${quoted(load)}.query.memory.over=${over_seconds}s`],
  };
}

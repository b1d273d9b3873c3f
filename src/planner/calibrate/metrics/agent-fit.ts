import type { Scenario } from '../../../scenario/scenario.js';
import {
  type MatchedParameter,
  matchedParameters,
} from '../../../statistics/simulated-moments/matched-parameters.js';
import type { MetricSeries } from '../../../workload/import/series.js';
import { NOBODY, type RunReplication } from '../demand/calibrated-demands.js';
import { SECTIONS } from '../demand/section-sums.js';
import { usualStep } from './warm-up-fit.js';

/** What the sizes of a compute over time tell of its autoscaler. */
export interface FittedAgent {
  /** `load_average_fraction_target`. */
  readonly target: MatchedParameter;
  readonly points: number;
  readonly mean_cu: number;
}

const LEAST_POINTS = 100;
/** Targets between which one is looked for: the agent's own is 0.9, and a scenario takes up to 2. */
const [LEAST_TARGET, MOST_TARGET] = [0.1, 2];
const REPLICATIONS = 3;
/** An interval from half to twice says nothing of a target. */
const WIDEST = Math.log(4);

/** Sizes that a compute had, as its memory tells them; times are seconds after the scenario's start. */
export interface SeenSizes {
  readonly times: Float64Array;
  readonly cu: Float64Array;
  readonly step_seconds: number;
}

/** @returns `undefined` where the export does not tell the memory */
export function seenSizes(series: readonly MetricSeries[], scenario: Scenario): SeenSizes | undefined {
  const total = series.find(({ name }) => name === 'host_memory_total_bytes');
  if (total === undefined || total.times.length < 2) return undefined;
  const { memory_per_cu } = scenario.model;
  const times = total.times.map((time) => time - scenario.start_epoch_seconds);
  return {
    times,
    // Sizes are quarters of a CU, and a kernel keeps some memory for itself.
    cu: total.values.map((bytes) => Math.max(1, Math.round((4 * bytes) / memory_per_cu)) / 4),
    step_seconds: usualStep(times),
  };
}

/**
 * The target of the load average with which the scenario's compute has the same mean size as was seen, on the same random
 * numbers each time.
 *
 * @param scenario with the load of the same time, as `neap import metrics` writes it
 * @returns why nothing is said, as a text, where the sizes do not tell
 */
export async function fittedAgent(
  scenario: Scenario,
  { times, cu, step_seconds }: SeenSizes,
  { run, confidence }: { readonly run: RunReplication; readonly confidence: number },
): Promise<FittedAgent | string> {
  const { duration_seconds } = scenario;
  const width = duration_seconds / SECTIONS;
  const seen = new Float64Array(SECTIONS);
  let points = 0;
  for (const [index, time] of times.entries()) {
    if (time < 0 || time > duration_seconds) continue;
    points += 1;
    seen[Math.min(SECTIONS - 1, Math.floor(time / width))]! += cu[index]! * step_seconds;
  }
  if (points < LEAST_POINTS) {
    return `not enough data: ${points} sizes lie within the time of the scenario, and it takes ${LEAST_POINTS}; expected the scenario that "neap import metrics" writes of the same file`;
  }
  if (cu.every((size) => size === cu[0])) return `not enough data: the size was ${cu[0]} CU all the time`;
  const [compute] = scenario.computes;
  if (compute!.autoscaling_limit_min_cu === compute!.autoscaling_limit_max_cu) {
    return `the compute of the scenario has a fixed size of ${compute!.autoscaling_limit_min_cu} CU; set the limits that it had`;
  }
  const all = seen.reduce((sum, value) => sum + value, 0);
  const { parameters, closed } = await matchedParameters(
    {
      start: [Math.log(scenario.model.load_average_fraction_target)],
      lowest: [Math.log(LEAST_TARGET)],
      highest: [Math.log(MOST_TARGET)],
      gaps: async ([target]) => {
        const model = { ...scenario.model, load_average_fraction_target: Math.exp(target!) };
        const each: Float64Array[] = [];
        for (let replication = 1; replication <= REPLICATIONS; replication++) {
          const own = new Float64Array(SECTIONS);
          const seed = `${scenario.seed} calibration ${replication}`;
          await run(
            { ...scenario, model, seed, timeline_interval_seconds: width },
            {
              ...NOBODY,
              timeline: ({ start_seconds, cu_seconds }) => {
                own[Math.min(SECTIONS - 1, Math.round(start_seconds / width))]! += cu_seconds;
              },
            },
          );
          each.push(own);
        }
        const simulated = seen.map(
          (_, section) => each.reduce((sum, own) => sum + own[section]!, 0) / REPLICATIONS,
        );
        const total = simulated.reduce((sum, value) => sum + value, 0);
        const off = (own: Float64Array): Float64Array =>
          own.map((value, section) => (SECTIONS * (value - simulated[section]!)) / total);
        return [{ gap: Math.log(all / total), sections: off(seen), replications: each.map(off) }];
      },
    },
    confidence,
  );
  const [log] = parameters as [MatchedParameter];
  if (!closed || !(log.high - log.low < WIDEST)) {
    return 'no target of the load average gives these sizes: something else than the CPU decided them, such as memory or the working set, or the load is another one';
  }
  return {
    target: { value: Math.exp(log.value), low: Math.exp(log.low), high: Math.exp(log.high) },
    points,
    mean_cu: all / (points * step_seconds),
  };
}

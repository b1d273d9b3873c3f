import { DAY_SECONDS } from '../../../kernel/units.js';
import {
  addSample,
  type DecayingHistogram,
  decay,
  emptyDecayingHistogram,
  exponentialBuckets,
  percentileOf,
} from '../../../statistics/decaying-histogram.js';
import type { PolicyParameters, PolicyValues } from '../interface/policy-parameter.js';
import { gibibytes, reasonFigure, reasonPercentage } from '../interface/reason-words.js';
import type { SizeContext, SizeLook, SizePolicy } from '../interface/size-policy.js';

const VPA = 'Kubernetes Vertical Pod Autoscaler';
const documented = (place: string) => ({ source: `${VPA}: ${place}`, confidence: 'high' }) as const;

/** Source: `aggregations_config.go` of the VPA; its newest version starts at .001 cores instead of .01. */
export const CPU_BUCKETS = exponentialBuckets(0.01, 1000, 1.05);
export const MEMORY_BUCKETS = exponentialBuckets(1e7, 1e12, 1.05);

/** The use so far, in two histograms. */
export interface PercentileState {
  /** When it last looked; `undefined` before the first look. */
  readonly looked_at_seconds: number | undefined;
  /** CPU use in vCPU, weighted by time. */
  readonly cpu: DecayingHistogram;
  /** Memory peaks in bytes, one for each finished interval, as of the end of the current one. */
  readonly memory: DecayingHistogram;
  /** Start of the current interval, and its peak so far. */
  readonly peak_since_seconds: number;
  readonly peak_bytes: number;
}

const PARAMETERS: PolicyParameters = {
  percentile: {
    unit: 'share',
    default: 0.9,
    description: 'Percentile of the CPU use and of the memory peaks.',
    ...documented('target-cpu-percentile and target-memory-percentile, recommender.go'),
    least: 0,
    most: 1,
  },
  margin: {
    unit: 'share',
    default: 0.15,
    description: 'Margin added to the percentile.',
    ...documented('recommendation-margin-fraction, recommender.go'),
    least: 0,
  },
  half_life_seconds: {
    unit: 'seconds',
    default: DAY_SECONDS,
    description: 'Half-life of the weight of a CPU sample.',
    ...documented('DefaultCPUHistogramDecayHalfLife, aggregations_config.go'),
    least: 1,
  },
  memory_half_life_seconds: {
    unit: 'seconds',
    default: DAY_SECONDS,
    description: 'Half-life of the weight of a memory peak.',
    ...documented('DefaultMemoryHistogramDecayHalfLife, aggregations_config.go'),
    least: 1,
  },
  memory_interval_seconds: {
    unit: 'seconds',
    default: DAY_SECONDS,
    description: 'Length of the intervals for memory peaks.',
    ...documented('DefaultMemoryAggregationInterval, aggregations_config.go'),
    least: 1,
  },
};

/**
 * A percentile of the use so far plus a margin, as recommended by the Vertical Pod Autoscaler: CPU from a histogram of
 * use, memory from one of daily peaks, both decaying by half-lives.
 *
 * Three things differ. A sample is weighted by its time, not by its pod's request, and time without a look is ignored.
 * The recommendation is followed immediately: the confidence multipliers belong to the bounds outside which the VPA
 * restarts a pod, and a change in place restarts nothing. Out-of-memory kills have no effect.
 *
 * It does not see queues. Use limited by the size counts as use at the size, so it grows only by the margin.
 */
export const percentileSize: SizePolicy<PercentileState> = {
  name: 'percentile',
  description:
    'A percentile of a decaying histogram of the CPU use so far, or of the daily peaks of memory, plus a margin. Slow by design: it does not see demand beyond the present size.',
  source: `${VPA}, pkg/recommender of kubernetes/autoscaler; an open relative of Autopilot (EuroSys 2020)`,
  parameters: PARAMETERS,
  foresight: false,
  // Suspends and restarts keep the state: the policy depends on history.
  start: (_values, _context, before) =>
    before ?? {
      looked_at_seconds: undefined,
      cpu: emptyDecayingHistogram(CPU_BUCKETS),
      memory: emptyDecayingHistogram(MEMORY_BUCKETS),
      peak_since_seconds: 0,
      peak_bytes: 0,
    },
  look(before, look, values, context) {
    const state = observe(before, look, values, context);
    const percentile = values['percentile'];
    const margin = values['margin'];
    const vcpu = percentileOf(state.cpu, percentile);
    const bytes = percentileOf(addSample(state.memory, state.peak_bytes, 1, 0), percentile);
    const cpu_cu = vcpu * (1 + margin);
    const memory_cu = (bytes * (1 + margin)) / context.memory_per_cu_bytes;
    const reason =
      memory_cu > cpu_cu
        ? `memory: peaks up to ${gibibytes(bytes)}, plus ${reasonPercentage(margin)}`
        : `CPU: ${reasonPercentage(percentile)} of the time up to ${reasonFigure(vcpu)} vCPU in use, plus ${reasonPercentage(margin)}`;
    return { state, goal_cu: Math.max(cpu_cu, memory_cu), reason };
  },
};

function observe(
  before: PercentileState,
  look: SizeLook,
  values: PolicyValues,
  { metrics_interval_seconds: interval }: SizeContext,
): PercentileState {
  const now = look.now_seconds;
  const elapsed = now - (before.looked_at_seconds ?? now - interval);
  const half_lives = elapsed / values['half_life_seconds'];
  return {
    looked_at_seconds: now,
    cpu: addSample(before.cpu, look.used_vcpu, Math.min(elapsed, interval), half_lives),
    ...addPeak(before, look, values),
  };
}

/** The peaks after a look. Peaks of intervals that ended since the last look decay by whole intervals. */
function addPeak(
  before: PercentileState,
  look: SizeLook,
  values: PolicyValues,
): Pick<PercentileState, 'memory' | 'peak_since_seconds' | 'peak_bytes'> {
  const { memory, peak_since_seconds: since, peak_bytes: peak, looked_at_seconds: lookedAt } = before;
  const bytes = look.memory_usage_bytes;
  const now = look.now_seconds;
  if (lookedAt === undefined) return { memory, peak_since_seconds: now, peak_bytes: bytes };
  const length = values['memory_interval_seconds'];
  const over = Math.floor((now - since) / length);
  if (over === 0) return { memory, peak_since_seconds: since, peak_bytes: Math.max(peak, bytes) };
  const half_lives = (over * length) / values['memory_half_life_seconds'];
  return {
    memory: addSample(memory, peak, decay(half_lives), half_lives),
    peak_since_seconds: since + over * length,
    peak_bytes: bytes,
  };
}

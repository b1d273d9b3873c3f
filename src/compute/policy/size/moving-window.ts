import {
  addSample,
  type DecayingHistogram,
  emptyDecayingHistogram,
  loadPercentileOf,
} from '../../../statistics/decaying-histogram.js';
import { addToMean, type DecayingMean, meanOf, NO_SAMPLES } from '../../../statistics/decaying-mean.js';
import type { PolicyParameter, PolicyParameters, PolicyValues } from '../interface/policy-parameter.js';
import { gibibytes, reasonFigure, reasonPercentage } from '../interface/reason-words.js';
import type { SizeContext, SizeLook, SizePolicy } from '../interface/size-policy.js';
import { CPU_BUCKETS, MEMORY_BUCKETS } from './percentile.js';
import { cpuNeed } from './present-need.js';
import { addToWindow, greatest, type WindowMaximum } from './window-maximum.js';

const AUTOPILOT = 'Rzadca et al., EuroSys 2020';
const REPORTED = {
  source: `assumption: what is reported of Autopilot (${AUTOPILOT}), not verified`,
  confidence: 'low',
} as const;

/** Resolution of maxima: the sample length of Autopilot's recommendations. */
const SAMPLE_SECONDS = 300;

/** The values of a rule's words; values between them are percentiles. */
const AVERAGE = 0;
const PEAK = 1;

const PARAMETERS: PolicyParameters = {
  cpu_rule: rule(0.95, 'CPU', 'A percentile suits queries with a waiting user, average suits batch work.'),
  memory_rule: rule(PEAK, 'memory', 'A percentile below 100% accepts that memory runs out now and then.'),
  half_life_seconds: {
    unit: 'seconds',
    default: 43_200,
    description: 'Half-life of the weight of a CPU sample.',
    ...REPORTED,
    least: 1,
  },
  memory_half_life_seconds: {
    unit: 'seconds',
    default: 172_800,
    description: 'Half-life of the weight of a memory sample.',
    ...REPORTED,
    least: 1,
  },
  peak_window_seconds: {
    unit: 'seconds',
    default: 86_400,
    description: 'Window of the peak, in steps of five minutes.',
    source: "choice: a day, so that yesterday's peak is remembered when today's comes",
    confidence: 'low',
    least: SAMPLE_SECONDS,
    most: 2_419_200,
  },
  margin: {
    unit: 'share',
    default: 0.15,
    description: 'Margin added to the statistic.',
    ...REPORTED,
    least: 0,
  },
  hold_seconds: {
    unit: 'seconds',
    default: 3600,
    description: 'The highest recommendation within this time is followed, in steps of five minutes.',
    ...REPORTED,
    least: 0,
    most: 604_800,
  },
};

/** The use of one resource. */
interface Usage {
  readonly histogram: DecayingHistogram;
  readonly mean: DecayingMean;
  readonly peaks: WindowMaximum;
}

/** The use so far, and recent recommendations. */
export interface MovingWindowState {
  /** When it last looked; `undefined` before the first look. */
  readonly looked_at_seconds: number | undefined;
  /** In vCPU. */
  readonly cpu: Usage;
  /** In bytes. */
  readonly memory: Usage;
  /** In CU. */
  readonly recommended: WindowMaximum;
}

/**
 * The moving-window recommender of Autopilot: a statistic of the use so far that weighs older use less, plus a
 * margin. The statistic of each resource is the weighted average, a percentile of the load-adjusted histogram, or the
 * peak of a window. The highest recommendation of the last hour is followed.
 *
 * Autopilot's jobs may use more CPU than their limit, a compute may not. Load average therefore counts as use, so that
 * waiting work is included. A sample is weighted by its time, and time without a look is ignored. Every look is a
 * sample, of memory as well, while Autopilot samples memory by peaks of five minutes. Autopilot also learns from jobs
 * that ran out of memory, and chooses among many recommenders by past cost; neither is modelled. When medium use grows,
 * the share of the highest use falls, so the percentile may fall for a while.
 */
export const movingWindowSize: SizePolicy<MovingWindowState> = {
  name: 'moving_window',
  description:
    'A statistic of the CPU and memory wanted so far, older times weighing less (average, percentile or peak), plus a margin; the highest recommendation of the last hour is followed.',
  source: `after the moving-window recommender of Google's Autopilot: ${AUTOPILOT}`,
  parameters: PARAMETERS,
  foresight: false,
  // Suspends and restarts keep the state.
  start: (_values, _context, before) =>
    before ?? {
      looked_at_seconds: undefined,
      cpu: { histogram: emptyDecayingHistogram(CPU_BUCKETS), mean: NO_SAMPLES, peaks: [] },
      memory: { histogram: emptyDecayingHistogram(MEMORY_BUCKETS), mean: NO_SAMPLES, peaks: [] },
      recommended: [],
    },
  look(before, look, values, context) {
    const { cpu, memory } = observe(before, look, values, context);
    const vcpu = statistic(cpu, values['cpu_rule']);
    const bytes = statistic(memory, values['memory_rule']);
    const margin = values['margin'];
    const cpu_cu = vcpu * (1 + margin);
    const memory_cu = (bytes * (1 + margin)) / context.memory_per_cu_bytes;
    const wanted = Math.max(cpu_cu, memory_cu);
    const recommended = addToWindow(
      before.recommended,
      sampleOf(look),
      wanted,
      sampleCount(values['hold_seconds']),
    );
    const goal_cu = greatest(recommended);
    return {
      state: { looked_at_seconds: look.now_seconds, cpu, memory, recommended },
      goal_cu,
      // Formatted on request: of hundreds of looks, one leads to a resize.
      get reason() {
        if (goal_cu > wanted) return `${reasonFigure(goal_cu)} CU recommended lately, more than now`;
        return memory_cu > cpu_cu
          ? `memory: ${gibibytes(bytes)}, ${ruleWords(values['memory_rule'])}, plus ${reasonPercentage(margin)}`
          : `CPU: ${reasonFigure(vcpu)} vCPU, ${ruleWords(values['cpu_rule'])}, plus ${reasonPercentage(margin)}`;
      },
    };
  },
};

function observe(
  { looked_at_seconds: before, cpu, memory }: MovingWindowState,
  look: SizeLook,
  values: PolicyValues,
  { metrics_interval_seconds: interval }: SizeContext,
): Pick<MovingWindowState, 'cpu' | 'memory'> {
  const elapsed = look.now_seconds - (before ?? look.now_seconds - interval);
  const weight = Math.min(elapsed, interval);
  const window = sampleCount(values['peak_window_seconds']);
  const using = ({ histogram, mean, peaks }: Usage, value: number, half_life: number, by: number): Usage => {
    const half_lives = elapsed / half_life;
    const isPercentile = by !== AVERAGE && by !== PEAK;
    return {
      // Copying a histogram costs more than the rest of a look.
      histogram: isPercentile ? addSample(histogram, value, weight, half_lives) : histogram,
      mean: addToMean(mean, value, weight, half_lives),
      peaks: addToWindow(peaks, sampleOf(look), value, window),
    };
  };
  const { memory_usage_bytes: bytes } = look;
  return {
    cpu: using(cpu, cpuNeed(look), values['half_life_seconds'], values['cpu_rule']),
    memory: using(memory, bytes, values['memory_half_life_seconds'], values['memory_rule']),
  };
}

function statistic({ histogram, mean, peaks }: Usage, by: number): number {
  if (by === AVERAGE) return meanOf(mean);
  return by === PEAK ? greatest(peaks) : loadPercentileOf(histogram, by);
}

function sampleOf({ now_seconds }: SizeLook): number {
  return Math.floor(now_seconds / SAMPLE_SECONDS);
}

/** Number of samples in a time span, including the current one. */
function sampleCount(seconds: number): number {
  return Math.round(seconds / SAMPLE_SECONDS);
}

function ruleWords(by: number): string {
  if (by === AVERAGE) return 'the weighted average';
  return by === PEAK ? 'the peak' : `${reasonPercentage(by)} of the load`;
}

function rule(value: number, of: string, remark: string): PolicyParameter {
  return {
    unit: 'share',
    default: value,
    description: `Statistic of the ${of}: average, peak, or a percentile of the histogram that weights high use more. ${remark}`,
    ...REPORTED,
    least: 0.01,
    most: 0.9999,
    words: { average: AVERAGE, peak: PEAK },
  };
}

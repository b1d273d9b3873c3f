import type { PolicyParameters, PolicyValues } from '../interface/policy-parameter.js';
import { durationWords } from '../interface/reason-words.js';
import type { IdleMoment, SuspendDecision, SuspendPolicy } from '../interface/suspend-policy.js';
import { addGap, countIn, emptyHistogram, type GapHistogram, needsNewPlan } from './gap-histogram.js';
import { suspendedAfter } from './suspended-after.js';

const IDLE_BIN_SECONDS = 60;
const PAPER = 'Shahrad et al., Serverless in the Wild, USENIX ATC 2020';

const PARAMETERS: PolicyParameters = {
  range_seconds: {
    unit: 'seconds',
    default: 14_400,
    description:
      'Longest idle time that the histogram counts, in bins of a minute; longer ones are out of bounds.',
    source: PAPER,
    confidence: 'high',
    least: IDLE_BIN_SECONDS,
    most: 604_800,
  },
  head_share: share(0.05, 'Share of idle times that may end before the compute is resumed.', PAPER),
  tail_share: share(0.99, 'Share of idle times that end before it is given up.', PAPER),
  margin_share: share(
    0.1,
    'Safety margin: the resume comes this share earlier, the end this share later.',
    PAPER,
  ),
  least_bin_count_cv: {
    unit: 'number',
    default: 2,
    description:
      "Coefficient of variation of the bins' counts below which the histogram is not trusted and the compute kept for the whole range.",
    source: PAPER,
    confidence: 'high',
    least: 0,
  },
  out_of_bounds_share: share(
    0.5,
    'From this share of idle times out of bounds on, the next one is forecast instead.',
    PAPER,
  ),
  forecast_margin_share: share(0.15, 'Margin on either side of that forecast.', PAPER),
};

/** The observations, the resulting plan, and the start of the current idle period. */
export interface HybridHistogramState {
  readonly gaps: GapHistogram;
  /** The latest gaps of a bin or more, oldest first. */
  readonly recent: readonly number[];
  readonly planned_at: number;
  readonly plan: KeepAlivePlan;
  /** `undefined` while it is busy. */
  readonly idle_since_seconds: number | undefined;
}

/**
 * The hybrid histogram policy of Serverless in the Wild: a compute is suspended immediately, resumed shortly before its
 * idle times usually end, and suspended again after they have usually ended.
 *
 * The paper forecasts with ARIMA if most idle times are out of bounds; here it is a first-order autoregression over the
 * last 32 idle times of a minute or more.
 */
export const hybridHistogram: SuspendPolicy<HybridHistogramState> = {
  name: 'hybrid_histogram',
  description:
    'Suspends at once, resumes shortly before idle times usually end and stays until they usually have: percentiles of the observed idle times, or a forecast (a first-order autoregression instead of the ARIMA of the paper) if most are longer than four hours. If idle times are spread evenly it stays up for those four hours.',
  source: PAPER,
  parameters: PARAMETERS,
  foresight: false,
  randomised: false,
  start(values) {
    const gaps = emptyHistogram(idleBins(values['range_seconds']) + 1);
    const plan = keepAlivePlan(gaps, [], values);
    return { gaps, recent: [], planned_at: 0, plan, idle_since_seconds: undefined };
  },
  idle(state, moment) {
    if (moment.cause === 'started') return continueAfterStart(state, moment);
    const { plan } = state;
    const stay = plan.resume_at_seconds === Number.POSITIVE_INFINITY;
    return {
      state: { ...state, idle_since_seconds: moment.now_seconds },
      suspend_after_seconds: stay ? plan.keep_until_seconds : 0,
      resume_after_seconds: plan.resume_at_seconds,
      reason: plan.reason,
    };
  },
  busy: (state, { idle_seconds }, values) => observe(state, idle_seconds, values),
};

/** Continues an idle period after a resume, or begins one after a start. */
function continueAfterStart(
  state: HybridHistogramState,
  moment: IdleMoment,
): SuspendDecision<HybridHistogramState> {
  const { plan } = state;
  const now = moment.now_seconds;
  const since = state.idle_since_seconds ?? now;
  const next = since === state.idle_since_seconds ? state : { ...state, idle_since_seconds: since };
  const resume_after = since + plan.resume_at_seconds - now;
  // Another client started it: the compute's timeout applies, and a later resume is kept.
  if (resume_after < Number.POSITIVE_INFINITY && resume_after > moment.suspend_timeout_seconds) {
    return {
      state: next,
      suspend_after_seconds: moment.suspend_timeout_seconds,
      resume_after_seconds: resume_after,
      reason: `started before it was expected: own suspend timeout; ${plan.reason}`,
    };
  }
  const kept = Math.max(0, since + plan.keep_until_seconds - now);
  return suspendedAfter(next, kept, `kept until the end of the time expected: ${plan.reason}`);
}

function observe(state: HybridHistogramState, gap: number, values: PolicyValues): HybridHistogramState {
  const bins = idleBins(values['range_seconds']);
  const gaps = addGap(state.gaps, Math.min(bins, Math.floor(gap / IDLE_BIN_SECONDS)), gap);
  const long = gap >= IDLE_BIN_SECONDS;
  const recent = long ? addRecentGap(state.recent, gap) : state.recent;
  const idle_since_seconds = undefined;
  // Short gaps rarely change the plan, and a busy compute has a million of them per week.
  if (!long && !needsNewPlan(gaps, state.planned_at)) return { ...state, gaps, idle_since_seconds };
  const plan = keepAlivePlan(gaps, recent, values);
  return { gaps, recent, planned_at: gaps.observed, plan, idle_since_seconds };
}

function share(value: number, description: string, source: string): PolicyParameters[string] {
  return { unit: 'share', default: value, description, source, confidence: 'high', least: 0, most: 1 };
}

/** The plan for an idle period, in seconds since it began. */
interface KeepAlivePlan {
  /** Suspend immediately and resume then; Infinity: stay active, without a pre-warm window. */
  readonly resume_at_seconds: number;
  /** Suspend then, after a resume as well as without a suspend. */
  readonly keep_until_seconds: number;
  readonly reason: string;
}

/** Number of bins for a range of idle times; longer ones are out of bounds and share one more bin. */
export function idleBins(range_seconds: number): number {
  return Math.ceil(range_seconds / IDLE_BIN_SECONDS);
}

/**
 * The two windows of the hybrid histogram policy: by forecast if too many idle times are out of bounds, by percentiles
 * if the histogram is concentrated enough, otherwise the standard keep-alive.
 *
 * The head percentile is rounded down to a whole bin and the tail up before the margins are applied. A head in the
 * first bin therefore leaves no pre-warm window: the compute is not suspended before the tail.
 *
 * @param recent the latest gaps, oldest first; not empty if any is out of bounds
 */
export function keepAlivePlan(
  gaps: GapHistogram,
  recent: readonly number[],
  values: PolicyValues,
): KeepAlivePlan {
  const range = values['range_seconds'];
  const bins = idleBins(range);
  const beyond = countIn(gaps, bins);
  if (beyond > 0 && beyond >= values['out_of_bounds_share'] * gaps.observed) {
    return forecastPlan(forecastGap(recent), values['forecast_margin_share']);
  }
  if (coefficientOfVariation(gaps, bins) < values['least_bin_count_cv']) {
    return {
      resume_at_seconds: Number.POSITIVE_INFINITY,
      keep_until_seconds: range,
      reason: `idle times too evenly spread to plan by: kept for the standard ${durationWords(range)}`,
    };
  }
  return percentilePlan(gaps, bins, values);
}

function forecastPlan(gap: number, margin: number): KeepAlivePlan {
  return {
    resume_at_seconds: Math.max(0, gap * (1 - margin)),
    keep_until_seconds: gap * (1 + margin),
    reason: `most idle times are out of bounds: the next one is forecast at ${durationWords(gap)}`,
  };
}

function percentilePlan(gaps: GapHistogram, bins: number, values: PolicyValues): KeepAlivePlan {
  const margin = values['margin_share'];
  const within = gaps.observed - countIn(gaps, bins);
  const head = percentileBin(gaps, bins, values['head_share'] * within);
  const tail = percentileBin(gaps, bins, values['tail_share'] * within);
  const keep_until_seconds = (tail + 1) * IDLE_BIN_SECONDS * (1 + margin);
  if (head === 0) {
    return {
      resume_at_seconds: Number.POSITIVE_INFINITY,
      keep_until_seconds,
      reason: `queries often come back within a minute: kept for ${durationWords(keep_until_seconds)}`,
    };
  }
  const resume_at_seconds = Math.max(0, head * IDLE_BIN_SECONDS * (1 - margin));
  return {
    resume_at_seconds,
    keep_until_seconds: Math.max(resume_at_seconds, keep_until_seconds),
    reason: `idle times are mostly between ${durationWords(resume_at_seconds)} and ${durationWords(keep_until_seconds)}`,
  };
}

/** The first bin at which the cumulative number of gaps reaches `count`. */
function percentileBin(gaps: GapHistogram, bins: number, count: number): number {
  let counted = 0;
  let last = 0;
  for (let bin = 0; bin < bins; bin++) {
    const here = countIn(gaps, bin);
    if (here === 0) continue;
    counted += here;
    if (counted >= count) return bin;
    last = bin;
  }
  return last;
}

/** Standard deviation of the bins' counts over their mean; 0 for an empty histogram. */
function coefficientOfVariation(gaps: GapHistogram, bins: number): number {
  let sum = 0;
  let squares = 0;
  for (let bin = 0; bin < bins; bin++) {
    const count = countIn(gaps, bin);
    sum += count;
    squares += count * count;
  }
  return sum === 0 ? 0 : Math.sqrt(Math.max(0, (bins * squares) / (sum * sum) - 1));
}

/** Number of gaps that a forecast uses. */
const REMEMBERED = 32;

/** Appends a gap to the latest ones, oldest first, and drops the oldest beyond the maximum. */
export function addRecentGap(recent: readonly number[], gap_seconds: number): readonly number[] {
  return [...recent.slice(1 - REMEMBERED), gap_seconds];
}

/**
 * Forecasts the next gap, in seconds, by a first-order autoregression fitted to the recent gaps by least squares: mean
 * + φ·(last − mean), with φ within ±1 and the forecast within the observed range.
 *
 * It follows gaps that alternate (φ near −1), drift (near 1) or stay near a mean (near 0); two gaps, or equal ones,
 * give the last.
 *
 * @param recent at least one gap, oldest first
 * @throws RangeError without a gap
 */
export function forecastGap(recent: readonly number[]): number {
  const last = recent.at(-1);
  if (last === undefined) throw new RangeError('gap forecast: expected at least one gap, got none');
  const pairs = recent.length - 1;
  if (pairs === 0) return last;
  const before = recent.slice(0, -1);
  const after = recent.slice(1);
  const beforeMean = before.reduce((sum, gap) => sum + gap, 0) / pairs;
  const afterMean = after.reduce((sum, gap) => sum + gap, 0) / pairs;
  let covariance = 0;
  let variance = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const deviation = before[pair]! - beforeMean;
    covariance += deviation * (after[pair]! - afterMean);
    variance += deviation * deviation;
  }
  const slope = variance > 0 ? Math.max(-1, Math.min(1, covariance / variance)) : 0;
  const forecast = afterMean + slope * (last - beforeMean);
  return Math.max(Math.min(...recent), Math.min(Math.max(...recent), forecast));
}

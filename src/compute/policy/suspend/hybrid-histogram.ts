import type { PolicyParameters, PolicyValues } from '../interface/policy-parameter.js';
import type { IdleMoment, SuspendDecision, SuspendPolicy } from '../interface/suspend-policy.js';
import { emptyHistogram, type GapHistogram, outgrown, withGap } from './gap-histogram.js';
import {
  IDLE_BIN_SECONDS,
  idleBins,
  type KeepAlivePlan,
  keepAlivePlan,
  withRecentGap,
} from './keep-alive-plan.js';
import { suspendedAfter } from './suspended-after.js';

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
  margin_share: share(0.1, 'By how much the resume is put earlier and the end later than those.', PAPER),
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
  /** `undefined` while it works. */
  readonly idle_since_seconds: number | undefined;
}

/**
 * The hybrid histogram policy of Serverless in the Wild: a compute is suspended at once, resumed shortly before
 * its idle times usually end, and given up after they have usually ended.
 *
 * The paper forecasts with ARIMA where most idle times are out of bounds; here it is a first-order autoregression
 * over the last 32 idle times of a minute or more.
 */
export const hybridHistogram: SuspendPolicy<HybridHistogramState> = {
  name: 'hybrid_histogram',
  description:
    'Suspends at once, resumes shortly before idle times usually end and stays until they usually have: percentiles of the observed idle times, or a forecast (a first-order autoregression instead of the ARIMA of the paper) where most are longer than four hours. Where idle times are spread evenly it stays up for those four hours.',
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
    if (moment.cause === 'started') return started(state, moment);
    const { plan } = state;
    const stay = plan.resume_at_seconds === Number.POSITIVE_INFINITY;
    return {
      state: { ...state, idle_since_seconds: moment.now_seconds },
      suspend_after_seconds: stay ? plan.keep_until_seconds : 0,
      resume_after_seconds: plan.resume_at_seconds,
      reason: plan.reason,
    };
  },
  busy: (state, { idle_seconds }, values) => observed(state, idle_seconds, values),
};

/** Goes on with an idle period after a resume; or one that begins with a start, as if work had just ended. */
function started(state: HybridHistogramState, moment: IdleMoment): SuspendDecision<HybridHistogramState> {
  const { plan } = state;
  const now = moment.now_seconds;
  const since = state.idle_since_seconds ?? now;
  const next = since === state.idle_since_seconds ? state : { ...state, idle_since_seconds: since };
  const resume_after = since + plan.resume_at_seconds - now;
  // Another client started it: the compute's timeout counts, and a resume after that is kept.
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

function observed(state: HybridHistogramState, gap: number, values: PolicyValues): HybridHistogramState {
  const bins = idleBins(values['range_seconds']);
  const gaps = withGap(state.gaps, Math.min(bins, Math.floor(gap / IDLE_BIN_SECONDS)), gap);
  const long = gap >= IDLE_BIN_SECONDS;
  const recent = long ? withRecentGap(state.recent, gap) : state.recent;
  const idle_since_seconds = undefined;
  // A gap that says little new does not pay for a plan: a busy compute has a million of them a week.
  if (!long && !outgrown(gaps, state.planned_at)) return { ...state, gaps, idle_since_seconds };
  const plan = keepAlivePlan(gaps, recent, values);
  return { gaps, recent, planned_at: gaps.observed, plan, idle_since_seconds };
}

function share(value: number, description: string, source: string): PolicyParameters[string] {
  return { unit: 'share', default: value, description, source, confidence: 'high', least: 0, most: 1 };
}

import type { PolicyParameter, PolicyParameters, PolicyValues } from '../interface/policy-parameter.js';
import type { IdleMoment, SuspendDecision, SuspendPolicy } from '../interface/suspend-policy.js';
import { begun, type LoginHistory, NO_LOGINS } from './login-history.js';
import { afterIdle, SEASON_PARAMETERS, type Season, seasonOf } from './season.js';
import { type SeasonalPlan, seasonalPlan } from './seasonal-plan.js';
import { suspendedAfter } from './suspended-after.js';

const GUESS = 'a guess: the published abstract and patents describe the rule without its values';

/** The parameters of the seasonal policy. */
export const SEASONAL_PARAMETERS: PolicyParameters = {
  history_days: guess(
    'number',
    28,
    'Days of logins remembered; at least one season is, and two weeks where the season is to be found.',
    1,
    366,
  ),
  ...SEASON_PARAMETERS,
  window_seconds: guess(
    'seconds',
    25_200,
    'Width of the sliding window in which logins are counted.',
    60,
    604_800,
  ),
  slide_seconds: guess(
    'seconds',
    300,
    'By how much the window slides; logins are remembered, and plans made, once in so long.',
    60,
    86_400,
  ),
  least_login_share: guess(
    'share',
    0.1,
    'Share of the past seasons that must have had a login in a window for logins to be expected in it.',
    0,
    1,
  ),
  logical_pause_seconds: guess(
    'seconds',
    25_200,
    'A login expected within so long keeps the compute; a compute without history stays so long before it suspends. Unlike in the paper that is paid for.',
    0,
  ),
  lead_seconds: guess('seconds', 300, 'How long before an expected login the compute is resumed.', 0),
  least_idle_seconds: {
    unit: 'seconds',
    default: 60,
    description:
      'Shorter pauses do not count as idle: the compute is not suspended before, nor is the query that ends one a login.',
    source: 'choice: the shortest timeout the platform accepts',
    confidence: 'low',
    least: 0,
  },
  least_history_days: {
    unit: 'number',
    default: 3,
    description: 'Days of history before logins are predicted from it.',
    source: 'choice: few enough that a run of a week shows the policy at work',
    confidence: 'low',
    least: 0,
  },
};

function guess(
  unit: PolicyParameter['unit'],
  value: number,
  description: string,
  least: number,
  most?: number,
): PolicyParameter {
  const parameter = { unit, default: value, description, source: GUESS, confidence: 'low', least } as const;
  return most === undefined ? parameter : { ...parameter, most };
}

/** When people came, and what was last concluded from it. */
export interface SeasonalState {
  readonly history: LoginHistory;
  /** `undefined` before the first plan. */
  readonly season: Season | undefined;
  /** Serves until its slot is over: a past season is what decides, so a login of today changes nothing in it. */
  readonly plan: SeasonalPlan | undefined;
}

/**
 * Proactive pause and resume as in Moneyball and ProRP: a compute whose own history lets expect a login soon stays
 * until the end of the expected activity; otherwise it is suspended, and resumed a lead time ahead of the next
 * activity. Where nobody then comes it stays until the expected end.
 *
 * Here a login is a query that ends an idle period of `least_idle_seconds` or more. The day is that of UTC and knows
 * no holidays. Whether logins recur by the day or by the week is found from the history, see {@link seasonOf}.
 */
export const seasonal: SuspendPolicy<SeasonalState> = {
  name: 'seasonal',
  description:
    'Learns at which times of the day or week somebody comes: stays up when a login is expected soon, else suspends and resumes ahead of the next one. Modelled on the published rule, with guessed values. The logical pause of the paper stops billing; this platform has none, so staying up costs as much as running.',
  source:
    'Moneyball (Poppe et al., PVLDB 15(6), 2022) and ProRP (SIGMOD 2024), by their abstracts and patents US 2025/0086012 and 2025/0086086',
  parameters: SEASONAL_PARAMETERS,
  foresight: false,
  randomised: false,
  start: () => ({ history: NO_LOGINS, season: undefined, plan: undefined }),
  idle(state, moment, values) {
    const now = moment.epoch_seconds;
    const slot = Math.floor(now / values['slide_seconds']);
    if (state.plan?.slot === slot) return decision(state, state.plan, moment, values);
    const history = begun(state.history, now);
    const season = seasonOf(history, now, values, state.season);
    const plan = seasonalPlan(history, now, season.days, values);
    return decision({ history, season, plan }, plan, moment, values);
  },
  busy: (state, moment, values) =>
    afterIdle(state, moment, values['least_idle_seconds'], values['slide_seconds'], values),
};

function decision(
  state: SeasonalState,
  plan: SeasonalPlan,
  moment: IdleMoment,
  values: PolicyValues,
): SuspendDecision<SeasonalState> {
  const { reason, stay_until } = plan;
  if (stay_until === undefined) return suspendedAfter(state, values['logical_pause_seconds'], reason);
  const now = moment.epoch_seconds;
  // Whoever starts a compute when no login is expected gets the compute's own timeout.
  const startedEarly = moment.cause === 'started' && stay_until === Number.NEGATIVE_INFINITY;
  const least = startedEarly ? moment.suspend_timeout_seconds : values['least_idle_seconds'];
  const suspend_after_seconds = Math.max(least, stay_until - now);
  const resume_after_seconds = plan.resume_at - now;
  if (suspend_after_seconds < resume_after_seconds) {
    return { state, suspend_after_seconds, resume_after_seconds, reason };
  }
  return suspendedAfter(state, Math.max(suspend_after_seconds, plan.resumed_until - now), reason);
}

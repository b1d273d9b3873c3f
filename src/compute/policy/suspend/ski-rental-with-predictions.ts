import { DAY_SECONDS } from '../../../kernel/units.js';
import { countBelow } from '../../../statistics/count-below.js';
import type { PolicyParameters, PolicyValues } from '../interface/policy-parameter.js';
import { durationWords } from '../interface/reason-words.js';
import type { IdleMoment, SuspendPolicy } from '../interface/suspend-policy.js';
import { beginHistory, type LoginHistory, NO_LOGINS } from './login-history.js';
import { afterIdle, pastSeasons, SEASON_PARAMETERS, type Season, seasonOf } from './season.js';
import { suspendedAfter } from './suspended-after.js';
import { WAKE_COST } from './wake-cost.js';

const PAPER = 'Kumar, Purohit and Svitkina, Improving Online Algorithms via ML Predictions, NeurIPS 2018';

/** At most one login is retained per slot, and a prediction is valid for one slot. */
const SLOT_SECONDS = 300;
/** Shorter pauses do not count as idle: the platform accepts no shorter timeout. */
const MIN_IDLE_SECONDS = 60;

const PARAMETERS: PolicyParameters = {
  wake_cost_seconds: WAKE_COST,
  lambda: {
    unit: 'share',
    default: 0.5,
    description: 'How little the prediction is trusted: near 0 it decides alone, at 100% it does not count.',
    source: `${PAPER}: any value is a trade-off between the two bounds; 50% is a choice`,
    confidence: 'low',
    least: 0.01,
    most: 1,
  },
  ...SEASON_PARAMETERS,
};

/** The prediction for an idle period: shorter than the break-even time, longer, or none. */
type IdlePrediction = 'shorter' | 'longer' | 'none';

/** Past logins, and the current prediction. */
interface PredictedState {
  readonly history: LoginHistory;
  readonly season: Season | undefined;
  /** Expected time of the next login, in Unix time; Infinity if none is expected; `undefined` without a prediction. */
  readonly expected_at: number | undefined;
  /** End of the prediction's validity. */
  readonly expected_until: number;
  /** The reasons, formatted once. */
  readonly reasons: Readonly<Record<IdlePrediction, string>>;
}

/** The factor on the break-even time: λ if the idle period is predicted to be longer than it, 1/λ if shorter. */
function trustFactor(prediction: IdlePrediction, lambda: number): number {
  if (prediction === 'none') return 1;
  return prediction === 'longer' ? lambda : 1 / lambda;
}

/**
 * Ski rental with a prediction, where K is the cost of a wake: suspends after λ·K if the idle period is predicted to
 * last K or longer, otherwise after K/λ.
 *
 * An idle period costs at most 1 + 1/λ times its cost with foresight for any prediction, and at most 1 + λ times for a
 * right one (Kumar, Purohit and Svitkina, NeurIPS 2018, here in continuous time).
 *
 * The prediction is the median, over the past seasons, of the time from the same moment to the next login. A login is a
 * query that ends an idle period of a minute or more. Days are UTC days, without holidays. The history determines
 * whether logins recur by day or by week, see {@link seasonOf}.
 */
export const skiRentalWithPredictions: SuspendPolicy<PredictedState> = {
  name: 'ski_rental_with_predictions',
  description:
    'Predicts from past days or weeks whether the idle period will outlast the break-even time: suspends early if so, late if not. With lambda at 50%, never more than 3 times the cost of perfect foresight, and 1.5 times if the prediction is right.',
  source: PAPER,
  parameters: PARAMETERS,
  foresight: false,
  randomised: false,
  start(values) {
    const cost = values['wake_cost_seconds'];
    const waits = (prediction: IdlePrediction) =>
      `suspends after ${durationWords(cost * trustFactor(prediction, values['lambda']))}`;
    return {
      history: NO_LOGINS,
      season: undefined,
      expected_at: undefined,
      expected_until: Number.NEGATIVE_INFINITY,
      reasons: {
        shorter: `a login is expected within ${durationWords(cost)}, what a wake costs: ${waits('shorter')}`,
        longer: `no login is expected within ${durationWords(cost)}, what a wake costs: ${waits('longer')}`,
        none: `too little history to expect logins: ${waits('none')}`,
      },
    };
  },
  idle(before, moment, values) {
    const state = withPrediction(before, moment.epoch_seconds, values);
    const prediction = predictionOf(state, moment, values['wake_cost_seconds']);
    const suspend_after = values['wake_cost_seconds'] * trustFactor(prediction, values['lambda']);
    return suspendedAfter(state, suspend_after, state.reasons[prediction]);
  },
  busy: (state, moment, values) => afterIdle(state, moment, MIN_IDLE_SECONDS, SLOT_SECONDS, values),
};

/** The state with a prediction that is valid now. */
function withPrediction(state: PredictedState, now: number, values: PolicyValues): PredictedState {
  if (now < state.expected_until) return state;
  const history = beginHistory(state.history, now);
  const season = seasonOf(history, now, values, state.season);
  const seasons = pastSeasons(history, now, season.days, values);
  const wait =
    seasons === 0
      ? undefined
      : medianNextLogin(history.logins, now, { season_seconds: season.days * DAY_SECONDS, seasons });
  const expected_at = wait === undefined ? undefined : now + wait;
  // A busy compute asks a million times per week: a prediction is reused until it passes, or for a slot.
  const expected_until = Math.min(expected_at ?? Number.POSITIVE_INFINITY, now + SLOT_SECONDS);
  return { ...state, history, season, expected_at, expected_until };
}

function predictionOf(
  { expected_at }: PredictedState,
  { epoch_seconds }: IdleMoment,
  wakeCost: number,
): IdlePrediction {
  if (expected_at === undefined) return 'none';
  return expected_at - epoch_seconds >= wakeCost ? 'longer' : 'shorter';
}

/** The interval after which logins recur, and the number of past seasons. */
interface Seasonality {
  /** A day or a week. */
  readonly season_seconds: number;
  readonly seasons: number;
}

/**
 * The time from this moment of the season to the next login, in seconds: the median of the past seasons, the
 * shorter of the two middle ones if their number is even; Infinity if most seasons have none.
 *
 * @param now the present, Unix time
 */
export function medianNextLogin(
  logins: Float64Array,
  now: number,
  { season_seconds, seasons }: Seasonality,
): number {
  const waits = Float64Array.from({ length: seasons }, (_, past) => {
    const from = now - (past + 1) * season_seconds;
    return (logins[countBelow(logins, from)] ?? Number.POSITIVE_INFINITY) - from;
  }).sort();
  return waits[(seasons - 1) >> 1]!;
}

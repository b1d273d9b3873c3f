import { DAY_SECONDS } from '../../../kernel/units.js';
import { meanInterval } from '../../../statistics/confidence-interval.js';
import type { PolicyParameters, PolicyValues } from '../interface/policy-parameter.js';
import type { BusyMoment } from '../interface/suspend-policy.js';
import { addLogin, beginHistory, type LoginHistory } from './login-history.js';

/** Parts of four hours per day: short enough to separate night from day, long enough for a few logins. */
const PARTS = 6;
const PART_SECONDS = DAY_SECONDS / PARTS;
const WEEK = 7;
/** Weight of the share over all days in the forecast by weekday, in weeks; a weekday has few days to learn from. */
const SHRINKAGE_WEEKS = 2;

/** The value of `auto`: the policy detects the season. */
const AUTO = 0;

export const SEASON_PARAMETERS: PolicyParameters = {
  history_days: {
    unit: 'number',
    default: 28,
    description: 'Days of logins that are retained: at least one season, or two weeks to detect the season.',
    source: 'a guess: the published abstract and patents describe the rule without its values',
    confidence: 'low',
    least: 1,
    most: 366,
  },
  season_days: {
    unit: 'number',
    default: AUTO,
    description:
      'Days after which logins recur: 1 daily, 7 weekly (weekends differ from weekdays), auto for the better predictor of the logins so far.',
    source:
      'published: a daily or weekly season. The choice between them is specific to this policy: by their Brier scores, each day predicted from the days before it',
    confidence: 'medium',
    least: 1,
    most: 7,
    words: { auto: AUTO },
  },
  season_confidence: {
    unit: 'share',
    default: 0.95,
    description:
      'Required confidence that a week predicts the logins better than a day before it becomes the season; with season_days auto.',
    source: 'choice: the usual level of a one-sided test',
    confidence: 'low',
    least: 0.51,
    most: 0.9999,
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

/** The season of a history, and the day it was determined. */
export interface Season {
  /** Days of UTC since 1970. */
  readonly day: number;
  readonly days: number;
}

/** Length of the retained history in seconds: `history_days`, at least one season, two weeks to detect the season. */
export function rememberedSeconds(values: PolicyValues): number {
  const least = values['season_days'] === AUTO ? 2 * WEEK : values['season_days'];
  return DAY_SECONDS * Math.max(values['history_days'], least);
}

/**
 * The interval after which logins recur, determined once per day from the history.
 * @param before the previous result
 */
export function seasonOf(
  history: LoginHistory,
  now: number,
  values: PolicyValues,
  before: Season | undefined,
): Season {
  const day = Math.floor(now / DAY_SECONDS);
  if (before?.day === day) return before;
  if (values['season_days'] !== AUTO) return { day, days: values['season_days'] };
  // Whole UTC days only: days that start at the first login would be cut where they begin to be busy.
  const seen = Math.ceil((history.since_epoch_seconds ?? now) / DAY_SECONDS);
  const first = Math.max(seen, day - Math.floor(rememberedSeconds(values) / DAY_SECONDS));
  const active = activeParts(history.logins, first * DAY_SECONDS, Math.max(0, day - first));
  return { day, days: isWeekly(active, values['season_confidence']) ? WEEK : 1 };
}

/**
 * The state after a query has ended an idle period: a login, if the period was long enough and its slot has none yet.
 * @param slot_seconds at most one login is retained per slot
 */
export function afterIdle<State extends { readonly history: LoginHistory }>(
  state: State,
  { epoch_seconds: now, idle_seconds }: BusyMoment,
  least_idle_seconds: number,
  slot_seconds: number,
  values: PolicyValues,
): State {
  if (idle_seconds < least_idle_seconds) return state;
  const history = addLogin(beginHistory(state.history, now), now, slot_seconds, rememberedSeconds(values));
  return history === state.history ? state : { ...state, history };
}

/** Number of whole past seasons in the history; 0 if it has fewer days than `least_history_days`. */
export function pastSeasons(
  { since_epoch_seconds }: LoginHistory,
  now: number,
  season_days: number,
  values: PolicyValues,
): number {
  const known = now - (since_epoch_seconds ?? now);
  if (known < DAY_SECONDS * values['least_history_days']) return 0;
  return Math.floor(Math.min(known, rememberedSeconds(values)) / (DAY_SECONDS * season_days));
}

/** Parts of `days` days from a time on: 1 for each part with a login. */
function activeParts(logins: Float64Array, from: number, days: number): Uint8Array {
  const active = new Uint8Array(days * PARTS);
  for (const login of logins) {
    const part = Math.floor((login - from) / PART_SECONDS);
    if (part >= 0 && part < active.length) active[part] = 1;
  }
  return active;
}

/**
 * Whether the same time of the same weekday predicts logins better than the same time of all days.
 *
 * Each day from the eighth on is predicted from the preceding days only. The probability that a part of it is active is
 * the share of those days with a login in that part. By weekday, it is the share of the same weekdays, shrunk towards
 * that of all days. Predictions are compared by their Brier score, a proper scoring rule (Brier, Monthly Weather Review
 * 78, 1950). The mean difference of a day's scores is tested by a one-sided t-test, as Diebold and Mariano compare
 * forecasts (Journal of Business and Economic Statistics 13, 1995).
 *
 * @param active by part of a day, six per day: 1 for a part with a login
 */
export function isWeekly(active: Uint8Array, confidence: number): boolean {
  const days = Math.floor(active.length / PARTS);
  if (days <= WEEK) return false;
  const ofDay = new Float64Array(PARTS);
  const ofWeekday = new Float64Array(WEEK * PARTS);
  const gains = new Float64Array(days - WEEK);
  for (let day = 0; day < days; day++) {
    const weeks = Math.floor(day / WEEK);
    let gain = 0;
    for (let part = 0; part < PARTS; part++) {
      const here = active[day * PARTS + part]!;
      const place = (day % WEEK) * PARTS + part;
      if (weeks > 0) {
        const byDay = ofDay[part]! / day;
        const byWeekday = (ofWeekday[place]! + SHRINKAGE_WEEKS * byDay) / (weeks + SHRINKAGE_WEEKS);
        gain += (here - byDay) * (here - byDay) - (here - byWeekday) * (here - byWeekday);
      }
      ofDay[part]! += here;
      ofWeekday[place]! += here;
    }
    if (weeks > 0) gains[day - WEEK] = gain;
  }
  // The bound of a one-sided test is the lower end of the two-sided interval with twice the error probability.
  const { mean, half_width } = meanInterval(gains, 2 * confidence - 1);
  return mean > half_width;
}

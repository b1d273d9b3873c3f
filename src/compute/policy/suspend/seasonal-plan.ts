import { DAY_SECONDS } from '../../../kernel/units.js';
import type { PolicyValues } from '../interface/policy-parameter.js';
import { clockWords, durationWords } from '../interface/reason-words.js';
import type { LoginHistory } from './login-history.js';
import { expectedLogins, type Seasonality } from './login-prediction.js';
import { pastSeasons } from './season.js';

/** What to do with an idle period in a slot of time; Unix times. */
export interface SeasonalPlan {
  /** Number of the slot, of `slide_seconds`, for which it was made. */
  readonly slot: number;
  /** Logins are expected: stay until then; −Infinity: none are soon; `undefined`: too little is known. */
  readonly stay_until: number | undefined;
  /** Resume then; Infinity: never. */
  readonly resume_at: number;
  /** The end of the activity for which it would be resumed. */
  readonly resumed_until: number;
  readonly reason: string;
}

/** Plans from a moment on, by what the history lets expect. @param season_days after how many days logins recur */
export function seasonalPlan(
  history: LoginHistory,
  now: number,
  season_days: number,
  values: PolicyValues,
): SeasonalPlan {
  const slot = Math.floor(now / values['slide_seconds']);
  const seasonality = seasonalityOf(history, now, season_days, values);
  if (seasonality === undefined) {
    const pause = durationWords(values['logical_pause_seconds']);
    return {
      slot,
      stay_until: undefined,
      resume_at: Number.POSITIVE_INFINITY,
      resumed_until: Number.POSITIVE_INFINITY,
      reason: `too little history to expect logins: logical pause of ${pause}`,
    };
  }
  return { slot, ...planFrom(history.logins, now, seasonality, values) };
}

function planFrom(
  logins: Float64Array,
  now: number,
  seasonality: Seasonality,
  values: PolicyValues,
): Omit<SeasonalPlan, 'slot'> {
  const lead = values['lead_seconds'];
  const least = values['least_idle_seconds'];
  // A plan serves a whole slot, so whatever it resumes for must lie beyond the slot and the least idle time.
  const soon = Math.max(values['logical_pause_seconds'], least + lead + seasonality.slide_seconds);
  let stay_until = Number.NEGATIVE_INFINITY;
  let next = expectedLogins(logins, now, now, seasonality);
  if (next !== undefined && next.start <= now + soon) {
    do {
      stay_until = next.end;
      next = expectedLogins(logins, now, stay_until, seasonality);
      // To suspend between two activities that all but touch would be a suspend and a resume for nothing; but
      // where logins are expected round the clock, a season without any ends the wait.
    } while (
      next !== undefined &&
      next.start - lead <= stay_until + least &&
      stay_until < now + seasonality.season_seconds
    );
  }
  const resume_at =
    next === undefined ? Number.POSITIVE_INFINITY : Math.max(next.start - lead, stay_until + least + 1);
  const resumed_until = next === undefined ? Number.POSITIVE_INFINITY : next.end;
  return { stay_until, resume_at, resumed_until, reason: reasonOf(stay_until, next?.start) };
}

/** What recurs and how often it has been seen; `undefined` while the history is too short. */
function seasonalityOf(
  history: LoginHistory,
  now: number,
  season_days: number,
  values: PolicyValues,
): Seasonality | undefined {
  const seasons = pastSeasons(history, now, season_days, values);
  if (seasons === 0) return undefined;
  return {
    season_seconds: DAY_SECONDS * season_days,
    seasons,
    window_seconds: values['window_seconds'],
    slide_seconds: values['slide_seconds'],
    least_share: values['least_login_share'],
  };
}

function reasonOf(stay_until: number, next: number | undefined): string {
  const then = next === undefined ? 'no login expected' : `next login expected at ${clockWords(next)}`;
  return stay_until === Number.NEGATIVE_INFINITY
    ? `${then}${next === undefined ? ' in the coming season' : ''}`
    : `logins expected until ${clockWords(stay_until)}, then ${then}`;
}

import { describe, expect, test } from 'vitest';
import type { LoginHistory } from '../../../../src/compute/policy/suspend/login-history.js';
import { pastSeasons, rememberedSeconds, seasonOf } from '../../../../src/compute/policy/suspend/season.js';
import { seasonalPlan } from '../../../../src/compute/policy/suspend/seasonal-plan.js';
import { named, valuesOf } from './replay.js';

const seasonal = named('seasonal');
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** Monday 2026-01-05. */
const MONDAY = 1_767_571_200;
const NEVER = Number.POSITIVE_INFINITY;

const VALUES = valuesOf(seasonal, {
  season_days: 1,
  window_seconds: HOUR,
  least_login_share: 0.5,
  logical_pause_seconds: 30 * MINUTE,
});

/** Logins at these hours of each of so many days, the last of them a Wednesday. */
const DAYS = 10;
function logins(hours: readonly number[], on: (day: number) => boolean = () => true): LoginHistory {
  const days = Array.from({ length: DAYS }, (_, day) => day).filter(on);
  const times = days.flatMap((day) => hours.map((hour) => MONDAY + day * DAY + hour * HOUR));
  return { since_epoch_seconds: MONDAY, logins: Float64Array.from(times) };
}
/** Hours, to a fraction of a second. */
const rounded = (hours: number): number => Number(hours.toFixed(6));
/** On the Thursday after. */
const thursday = (hour: number): number => MONDAY + DAYS * DAY + hour * HOUR;
const planned = (hour: number, history: LoginHistory, values = VALUES) => {
  const { slot, stay_until, resume_at, resumed_until, reason } = seasonalPlan(
    history,
    thursday(hour),
    1,
    values,
  );
  const on = (time: number | undefined) =>
    time === undefined || !Number.isFinite(time) ? time : rounded((time - thursday(0)) / HOUR);
  expect(slot).toBe(Math.floor(thursday(hour) / 300));
  return { stay: on(stay_until), resume: on(resume_at), until: on(resumed_until), reason };
};

describe('a plan of the seasonal policy', () => {
  const office = logins([9, 12]);

  test('suspends at night, and resumes five minutes ahead of the morning', () => {
    expect(planned(3, office)).toEqual({
      stay: Number.NEGATIVE_INFINITY,
      resume: rounded(9 - 5 / 60),
      until: rounded(9 + 5 / 60),
      reason: 'next login expected at Thu 09:00 UTC',
    });
  });

  test('stays where a login is expected within the logical pause, until the activity is over', () => {
    expect(planned(8.5, office)).toEqual({
      stay: rounded(9 + 5 / 60),
      resume: rounded(12 - 5 / 60),
      until: rounded(12 + 5 / 60),
      reason: 'logins expected until Thu 09:05 UTC, then next login expected at Thu 12:00 UTC',
    });
    expect(planned(8.5 - 1 / 3600, office).stay).toBe(Number.NEGATIVE_INFINITY);
    // However short the pause, what comes within the slot, the lead and the least idle time is not resumed for.
    const brief = { ...VALUES, logical_pause_seconds: 0 };
    const edge = 9 - (60 + 300 + 300) / HOUR;
    expect(planned(edge, office, brief).stay).toBe(rounded(9 + 5 / 60));
    expect(planned(edge - 1 / 3600, office, brief).stay).toBe(Number.NEGATIVE_INFINITY);
  });

  test('goes on to stay where the next activity all but touches', () => {
    // A window of five minutes sees one login at a time; 09:05 and 09:11 less the lead of five minutes: a minute later.
    const narrow = { ...VALUES, window_seconds: 300 };
    expect(planned(8.75, logins([9, 9 + 11 / 60]), narrow).stay).toBe(rounded(9 + 16 / 60));
    const apart = planned(8.75, logins([9, 9 + 11 / 60 + 1 / 3600]), narrow);
    expect(apart.stay).toBe(rounded(9 + 5 / 60));
    // Never resumed before it has been idle for a minute.
    expect(apart.resume).toBe(rounded(9 + 6 / 60 + 1 / 3600));
  });

  test('resumes no more where nobody is expected in the coming season', () => {
    const rare = logins([9], (day) => day % 7 === 0);
    expect(planned(3, rare)).toEqual({
      stay: Number.NEGATIVE_INFINITY,
      resume: NEVER,
      until: NEVER,
      reason: 'no login expected in the coming season',
    });
    // Two of ten days.
    expect(planned(3, rare, { ...VALUES, least_login_share: 0.2 }).resume).toBeCloseTo(9 - 5 / 60, 5);
  });

  test('ends with the last activity that is expected', () => {
    const ended = { ...VALUES, least_login_share: 1 };
    const history = logins([9]);
    const without = { ...history, logins: history.logins.filter((time) => time !== MONDAY + 9 * HOUR) };
    // Of the day after tomorrow nine days of ten are known: tomorrow only today's season is missing.
    const { stay, reason } = planned(8.75, without, ended);
    expect(stay).toBe(Number.NEGATIVE_INFINITY);
    expect(reason).toBe('no login expected in the coming season');
  });

  test('waits for a season at most where somebody comes round the clock', () => {
    const always = logins(Array.from({ length: 288 }, (_, slot) => slot / 12));
    const { stay } = planned(12, always);
    expect(stay).toBeGreaterThanOrEqual(36);
    expect(stay).toBeLessThan(38);
  });

  test('is the logical pause while too little is known', () => {
    const young = { ...office, since_epoch_seconds: thursday(0) - 3 * DAY + 1 };
    expect(planned(0, young)).toEqual({
      stay: undefined,
      resume: NEVER,
      until: NEVER,
      reason: 'too little history to expect logins: logical pause of 30 min',
    });
    expect(planned(1, young).stay).not.toBeUndefined();
  });
});

describe('what the seasonal policy does with a plan', () => {
  const office = logins([9, 12]);
  const state = { history: office, season: undefined, plan: undefined };
  const asked = (hour: number, cause: 'work_done' | 'started' = 'work_done', of: unknown = state) =>
    seasonal.idle(
      of,
      {
        now_seconds: 0,
        epoch_seconds: thursday(hour),
        cause,
        uniform: 0,
        suspend_timeout_seconds: 900,
        next_arrival_seconds: undefined,
      },
      VALUES,
    );

  test('at night: suspends after a minute, or after its own timeout where somebody has started it', () => {
    expect(asked(3)).toMatchObject({
      suspend_after_seconds: 60,
      resume_after_seconds: 6 * HOUR - 300,
      reason: 'next login expected at Thu 09:00 UTC',
    });
    expect(asked(3, 'started')).toMatchObject({
      suspend_after_seconds: 900,
      resume_after_seconds: 6 * HOUR - 300,
    });
  });

  test('before an activity: stays until it is over', () => {
    for (const cause of ['work_done', 'started'] as const) {
      expect(asked(8.75, cause)).toMatchObject({
        suspend_after_seconds: 20 * MINUTE,
        resume_after_seconds: 3.25 * HOUR - 300,
      });
    }
  });

  test('where it would be suspended and resumed at once: stays until the end of what it would be resumed for', () => {
    // Started 16 minutes ahead of the morning, its own timeout of 15 would end after the resume.
    const brief = { ...VALUES, logical_pause_seconds: 0 };
    const decided = seasonal.idle(
      state,
      {
        now_seconds: 0,
        epoch_seconds: thursday(8.7),
        cause: 'started',
        uniform: 0,
        suspend_timeout_seconds: 900,
        next_arrival_seconds: undefined,
      },
      brief,
    );
    expect(decided.resume_after_seconds).toBe(NEVER);
    expect(decided.suspend_after_seconds).toBeCloseTo(23 * MINUTE, 6);
  });

  test('keeps its plan for a slot of five minutes, and its season for a day', () => {
    const first = asked(3).state as { plan: object; season: object };
    const later = asked(3 + 299 / 3600, 'work_done', first);
    expect(later.state).toBe(first);
    expect(later.resume_after_seconds).toBe(6 * HOUR - 300 - 299);
    const next = asked(3 + 300 / 3600, 'work_done', first).state as typeof first;
    expect(next.plan).not.toBe(first.plan);
    expect(next.season).toBe(first.season);
    expect((asked(27, 'work_done', next).state as typeof first).season).not.toBe(first.season);
  });

  test('remembers a login after a minute of rest, once a slot', () => {
    const busy = (idle_seconds: number, hour: number, of: unknown = state) =>
      seasonal.busy(
        of,
        { now_seconds: 0, epoch_seconds: thursday(hour), idle_seconds, found_active: true },
        VALUES,
      ) as typeof state;
    expect(busy(59, 9)).toBe(state);
    const one = busy(60, 9);
    expect(one.history.logins).toHaveLength(office.logins.length + 1);
    expect(one.history.logins.at(-1)).toBe(thursday(9));
    expect(busy(600, 9 + 299 / 3600, one)).toBe(one);
    expect(busy(600, 9 + 300 / 3600, one).history.logins).toHaveLength(office.logins.length + 2);
    // The first moment that was seen begins the history.
    const fresh = seasonal.start(VALUES, { suspend_timeout_seconds: 300, foresight: false });
    expect(busy(600, 9, fresh).history).toEqual({
      since_epoch_seconds: thursday(9),
      logins: Float64Array.of(thursday(9)),
    });
  });
});

describe('how long logins are remembered', () => {
  const days = (over: Readonly<Record<string, number>>) => rememberedSeconds(valuesOf(seasonal, over)) / DAY;

  test('is as long as was asked for, and a season at least; two weeks where it is to be found', () => {
    expect(days({})).toBe(28);
    expect(days({ history_days: 3, season_days: 1 })).toBe(3);
    expect(days({ history_days: 3, season_days: 7 })).toBe(7);
    expect(days({ history_days: 3, season_days: 0 })).toBe(14);
  });

  test('is told in whole seasons, none before there are enough days', () => {
    const history = (known_days: number): LoginHistory => ({
      since_epoch_seconds: thursday(0) - known_days * DAY,
      logins: new Float64Array(0),
    });
    const seasons = (known_days: number, season_days: number) =>
      pastSeasons(history(known_days), thursday(0), season_days, valuesOf(seasonal));
    expect([2.99, 3, 10.5, 100].map((known) => seasons(known, 1))).toEqual([0, 3, 10, 28]);
    expect([3, 10.5, 14, 100].map((known) => seasons(known, 7))).toEqual([0, 1, 2, 4]);
    const unknown = { since_epoch_seconds: undefined, logins: new Float64Array(0) };
    expect(pastSeasons(unknown, thursday(0), 1, valuesOf(seasonal))).toBe(0);
    const eager = valuesOf(seasonal, { least_history_days: 0 });
    expect(pastSeasons(history(0.5), thursday(0), 1, eager)).toBe(0);
  });
});

describe('the season of a history', () => {
  const weekdays = logins([8, 10, 12, 14, 16], (day) => day % 7 < 5);
  const auto = valuesOf(seasonal, { season_days: 0 });
  const days = (history: LoginHistory, hour: number, values = auto) =>
    seasonOf(history, thursday(hour), values, undefined).days;

  test('is a week where weekends are free, judged by whole days once a day', () => {
    expect(days(weekdays, 9)).toBe(7);
    expect(days(logins([8, 10, 12, 14, 16]), 9)).toBe(1);
    expect(days(weekdays, 9, valuesOf(seasonal, { season_days: 3 }))).toBe(3);
    const known = { day: Math.floor(thursday(0) / DAY), days: 5 };
    expect(seasonOf(weekdays, thursday(23.9), auto, known)).toBe(known);
    expect(seasonOf(weekdays, thursday(24), auto, known).day).toBe(known.day + 1);
  });

  test('counts no day of which the beginning was not seen, nor days that are forgotten', () => {
    // Seven whole days tell nothing: there is no second week yet.
    const late = { ...weekdays, since_epoch_seconds: MONDAY + 2 * DAY + 1 };
    expect(days(late, 0)).toBe(1);
    expect(days({ ...weekdays, since_epoch_seconds: undefined }, 0)).toBe(1);
    const brief = valuesOf(seasonal, { season_days: 0, history_days: 1 });
    expect(days(weekdays, 0, brief)).toBe(days(weekdays, 0));
  });
});

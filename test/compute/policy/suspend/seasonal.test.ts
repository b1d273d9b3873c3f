import { describe, expect, test } from 'vitest';
import { NO_LOGINS, withLogin } from '../../../../src/compute/policy/suspend/login-history.js';
import { type Gap, type GapOutcome, named, replay, valuesOf } from './replay.js';

const seasonal = named('seasonal');
const HOUR = 3600;
const DAY = 86_400;
/** Monday 2026-01-05. */
const MONDAY = 1_767_571_200;

/** Gaps between logins every 10 min of office hours, 9 to 18, on days for which this holds; day 0 is a Monday. */
function officeHours(days: number, works: (day: number) => boolean = () => true): Gap[] {
  const gaps: Gap[] = [];
  let last = 0;
  for (let day = 0; day < days; day++) {
    if (!works(day)) continue;
    for (let second = 9 * HOUR; second <= 18 * HOUR; second += 600) {
      const at = day * DAY + second;
      gaps.push({ gap_seconds: at - last });
      last = at;
    }
  }
  return gaps;
}

const weekday = (day: number): boolean => day % 7 < 5;

/** Outcomes with the time of the day at which each gap began, as `day` and `second`. */
function played(gaps: readonly Gap[], replaced: Readonly<Record<string, number>> = {}) {
  const values = valuesOf(seasonal, replaced);
  const outcomes = replay(seasonal, gaps, { values, epoch_seconds: MONDAY });
  let began = 0;
  return outcomes.map((outcome: GapOutcome, index) => {
    const start = began;
    began += gaps[index]!.gap_seconds;
    return { ...outcome, day: Math.floor(start / DAY), second: start % DAY };
  });
}

describe('after 28 days of office hours', () => {
  const outcomes = played(officeHours(30));
  const night = outcomes.find(({ day, second }) => day === 28 && second === 18 * HOUR);

  test('the compute is suspended in the evening, as soon as it counts as idle', () => {
    expect(night?.decisions[0]?.suspend_after_seconds).toBeLessThanOrEqual(10 * 60);
    expect(night?.awake_seconds).toBeLessThan(0.05 * 15 * HOUR);
  });

  test('it is resumed five minutes ahead of the morning login, which finds it ready', () => {
    expect(night?.resumed_at).toEqual([15 * HOUR - 300]);
    expect(night?.woken).toBe(false);
    expect(night?.decisions[0]?.reason).toContain('next login expected at Tue 09:00 UTC');
  });

  test('it stays up between the logins of the day', () => {
    const day = outcomes.filter(
      (outcome) => outcome.day === 28 && outcome.second < 18 * HOUR && outcome.second > 0,
    );
    expect(day.length).toBeGreaterThan(50);
    expect(day.every(({ woken, suspended_at }) => !woken && suspended_at.length === 0)).toBe(true);
  });
});

test('a compute without history is kept for the logical pause, then waits for a connection', () => {
  const [first] = played([{ gap_seconds: 20 * HOUR }]);
  expect(first).toMatchObject({ suspended_at: [7 * HOUR], resumed_at: [], woken: true });
  expect(first?.decisions[0]?.reason).toBe('too little history to expect logins: logical pause of 7 h');
});

test('when nobody comes it stays until the expected end, and is resumed for the next day', () => {
  const gaps = [...officeHours(28), { gap_seconds: 2 * DAY }];
  const away = played(gaps).at(-1);
  expect(away?.resumed_at[0]).toBe(15 * HOUR - 300);
  // Up to five minutes more: logins are remembered once in so long.
  const stayed = (away?.suspended_at[1] ?? 0) - (away?.resumed_at[0] ?? 0);
  expect(stayed).toBeGreaterThanOrEqual(9 * HOUR);
  expect(stayed).toBeLessThanOrEqual(9 * HOUR + 900);
  expect(away?.resumed_at[1]).toBe(DAY + 15 * HOUR - 300);
});

describe('a weekend', () => {
  const friday = (outcomes: ReturnType<typeof played>) =>
    outcomes.find(({ day, second }) => day === 25 && second === 18 * HOUR);

  test('is a day like any other where the season is a day', () => {
    const outcome = friday(played(officeHours(30, weekday), { season_days: 1 }));
    expect(outcome?.resumed_at).toContain(15 * HOUR - 300);
  });

  test('is slept through where the season is a week; Monday finds the compute ready', () => {
    const outcome = friday(played(officeHours(30, weekday), { season_days: 7 }));
    expect(outcome?.resumed_at).toEqual([2 * DAY + 15 * HOUR - 300]);
    expect(outcome?.woken).toBe(false);
  });
});

describe('a season that the policy finds itself', () => {
  const fridays = (gaps: readonly Gap[], replaced: Readonly<Record<string, number>> = {}) =>
    played(gaps, replaced).filter(({ day, second }) => day % 7 === 4 && second === 18 * HOUR);

  test('is a week once a weekend has passed: from the second on they are slept through', () => {
    const [first, ...later] = fridays(officeHours(57, weekday));
    // Nothing in the first week says that Saturday differs.
    expect(first?.resumed_at[0]).toBe(15 * HOUR - 300);
    expect(later.length).toBe(7);
    for (const weekend of later) {
      expect(weekend.resumed_at).toEqual([2 * DAY + 15 * HOUR - 300]);
      expect(weekend.woken).toBe(false);
    }
  });

  test('is a day where weekends are as other days', () => {
    for (const weekend of fridays(officeHours(57)).slice(1)) {
      expect(weekend.resumed_at).toEqual([15 * HOUR - 300]);
    }
  });

  test('is the explicit one where that is given', () => {
    const weekends = fridays(officeHours(57, weekday), { season_days: 1 });
    for (const weekend of weekends) expect(weekend.resumed_at[0]).toBe(15 * HOUR - 300);
  });
});

test('a compute that nobody has used for the whole history is not resumed any more', () => {
  const outcome = played([...officeHours(28), { gap_seconds: 100 * DAY }]).at(-1);
  const last = outcome?.resumed_at.at(-1) ?? 0;
  expect(last).toBeGreaterThan(20 * DAY);
  expect(last).toBeLessThan(28 * DAY);
});

test('where logins are expected round the clock, a day without any ends the wait', () => {
  const always = Array.from({ length: 10 * 144 }, () => ({ gap_seconds: 600 }));
  const silent = played([...always, { gap_seconds: 3 * DAY }]).at(-1);
  const stayed = silent?.suspended_at[0] ?? 0;
  expect(stayed).toBeGreaterThanOrEqual(DAY);
  expect(stayed).toBeLessThan(1.5 * DAY);
});

describe('pauses shorter than a minute', () => {
  test('do not suspend a compute, nor count as logins', () => {
    const values = valuesOf(seasonal);
    const started = seasonal.start(values, { suspend_timeout_seconds: 300, foresight: false });
    const moment = { now_seconds: 0, epoch_seconds: MONDAY, idle_seconds: 0.01, found_active: true };
    expect(seasonal.busy(started, moment, values)).toBe(started);
    const steady = [...officeHours(28), ...Array.from({ length: 600 }, () => ({ gap_seconds: 55 }))];
    const outcomes = played(steady).slice(-600);
    expect(outcomes.every(({ suspended_at }) => suspended_at.length === 0)).toBe(true);
  });

  test('reuse what was concluded in the same five minutes', () => {
    const outcomes = played([...officeHours(4), ...Array.from({ length: 100 }, () => ({ gap_seconds: 1 }))]);
    const plans = outcomes
      .slice(-99)
      .flatMap(({ decisions }) => decisions.map(({ state }) => (state as { plan: unknown }).plan));
    expect(new Set(plans).size).toBe(1);
  });
});

test('somebody who starts the compute at night gets its own timeout; the morning’s resume stands', () => {
  const values = valuesOf(seasonal);
  let state = seasonal.start(values, { suspend_timeout_seconds: 300, foresight: false });
  for (let day = 0; day < 10; day++) {
    const epoch_seconds = MONDAY + day * DAY + 9 * HOUR;
    state = seasonal.busy(
      state,
      { now_seconds: epoch_seconds - MONDAY, epoch_seconds, idle_seconds: 8 * HOUR, found_active: true },
      values,
    );
  }
  const decided = seasonal.idle(
    state,
    {
      now_seconds: 9 * DAY + 20 * HOUR,
      epoch_seconds: MONDAY + 9 * DAY + 20 * HOUR,
      cause: 'started',
      uniform: 0,
      suspend_timeout_seconds: 900,
      next_arrival_seconds: undefined,
    },
    values,
  );
  expect(decided.suspend_after_seconds).toBe(900);
  expect(decided.resume_after_seconds).toBe(13 * HOUR - 300);
});

test('the history of logins is bounded: one a slot, and none older than it is kept', () => {
  let history = NO_LOGINS;
  for (let second = 0; second < 3 * DAY; second += 20) history = withLogin(history, second, 300, DAY);
  expect(history.logins.length).toBeLessThanOrEqual(DAY / 300 + 1);
  expect(history.logins[0]).toBeGreaterThanOrEqual(2 * DAY - 600);
});

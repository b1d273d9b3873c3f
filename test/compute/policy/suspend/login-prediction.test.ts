import { describe, expect, test } from 'vitest';
import {
  begun,
  type LoginHistory,
  NO_LOGINS,
  withLogin,
} from '../../../../src/compute/policy/suspend/login-history.js';
import {
  expectedLogins,
  medianNextLogin,
  type Seasonality,
} from '../../../../src/compute/policy/suspend/login-prediction.js';

describe('the history of logins', () => {
  const history: LoginHistory = { since_epoch_seconds: 0, logins: Float64Array.of(1000, 2000) };

  test('begins once', () => {
    const first = begun(NO_LOGINS, 7);
    expect(first).toEqual({ since_epoch_seconds: 7, logins: new Float64Array(0) });
    expect(begun(first, 9)).toBe(first);
  });

  test('has one login in a slot, and none out of order', () => {
    expect(withLogin(history, 2099, 300, 1e6)).toBe(history);
    expect(withLogin(history, 1000, 300, 1e6)).toBe(history);
    expect(withLogin(history, 2100, 300, 1e6)).toEqual({
      since_epoch_seconds: 0,
      logins: Float64Array.of(1000, 2000, 2100),
    });
    expect(withLogin(NO_LOGINS, 5, 300, 1e6).logins).toEqual(Float64Array.of(5));
    expect(history.logins).toHaveLength(2);
  });

  test('forgets those older than are kept', () => {
    expect(withLogin(history, 2500, 300, 1499).logins).toEqual(Float64Array.of(2000, 2500));
    expect(withLogin(history, 2500, 300, 1500).logins).toEqual(Float64Array.of(1000, 2000, 2500));
  });
});

describe('the activity to expect', () => {
  // Seasons of 100 s: logins at 50 and 52 s of the first, and at 53 s of the second.
  const logins = Float64Array.of(50, 52, 153);
  const seasonality: Seasonality = {
    season_seconds: 100,
    seasons: 2,
    window_seconds: 10,
    slide_seconds: 5,
    least_share: 1,
  };
  const expected = (over: Partial<Seasonality> = {}, from = 200, all = logins) =>
    expectedLogins(all, 200, from, { ...seasonality, ...over });

  test('lies between the earliest and the latest offset of the first window that qualifies, and a slot more', () => {
    expect(expected()).toEqual({ start: 250, end: 258 });
    // A window that begins where a login is has it, one that ends there has not.
    expect(expected({}, 250)).toEqual({ start: 250, end: 258 });
    expect(expected({ window_seconds: 5 }, 245)).toEqual({ start: 250, end: 258 });
    expect(expected({ slide_seconds: 1, window_seconds: 2 }, 200)).toEqual({ start: 252, end: 254 });
  });

  test('is nothing where too few seasons had a login in any window', () => {
    const once = Float64Array.of(50, 120);
    expect(expected({}, 200, once)).toBeUndefined();
    expect(expected({ least_share: 0.51 }, 200, once)).toBeUndefined();
    expect(expected({ least_share: 0.5 }, 200, once)).toEqual({ start: 220, end: 225 });
    expect(expected({ least_share: 0 }, 200, new Float64Array(0))).toBeUndefined();
    expect(expected({ seasons: 0 })).toBeUndefined();
  });

  test('is looked for within one season', () => {
    expect(expected({}, 254, Float64Array.of(50, 150))).toEqual({ start: 350, end: 355 });
    expect(expected({ window_seconds: 1000 })).toEqual({ start: 250, end: 258 });
    expect(expected({ least_share: 0.5 }, 200, Float64Array.of(99, 100))).toEqual({ start: 200, end: 205 });
  });

  test('counts the seasons alone that have seen the whole of a window', () => {
    // From 300 on the last season is not over: the one before decides.
    expect(expected({}, 300)).toEqual({ start: 353, end: 358 });
    expect(expected({}, 300, Float64Array.of(50, 52))).toBeUndefined();
  });
});

describe('the time to the next login', () => {
  const wait = (seasons: number, ...logins: readonly number[]) =>
    medianNextLogin(Float64Array.from(logins), 300, { season_seconds: 100, seasons });

  test('is the median of the past seasons, of two in the middle the shorter', () => {
    expect(wait(3, 10, 130, 250)).toBe(30);
    expect(wait(2, 130, 250)).toBe(30);
    expect(wait(1, 200)).toBe(0);
    expect(wait(4, -50, 10, 130, 250)).toBe(30);
  });

  test('has no end where mostly nobody has come since', () => {
    expect(wait(3, 10)).toBe(Number.POSITIVE_INFINITY);
    expect(wait(1)).toBe(Number.POSITIVE_INFINITY);
  });
});

import { describe, expect, test } from 'vitest';
import {
  begun,
  type LoginHistory,
  NO_LOGINS,
  withLogin,
} from '../../../../src/compute/policy/suspend/login-history.js';
import { medianNextLogin } from '../../../../src/compute/policy/suspend/login-prediction.js';

describe('the history of logins', () => {
  const history: LoginHistory = { since_epoch_seconds: 0, logins: Float64Array.of(1000, 2000) };

  test('a login history starts once', () => {
    const first = begun(NO_LOGINS, 7);
    expect(first).toEqual({ since_epoch_seconds: 7, logins: new Float64Array(0) });
    expect(begun(first, 9)).toBe(first);
  });

  test('a login history has at most one login per slot, in order', () => {
    expect(withLogin(history, 2099, 300, 1e6)).toBe(history);
    expect(withLogin(history, 1000, 300, 1e6)).toBe(history);
    expect(withLogin(history, 2100, 300, 1e6)).toEqual({
      since_epoch_seconds: 0,
      logins: Float64Array.of(1000, 2000, 2100),
    });
    expect(withLogin(NO_LOGINS, 5, 300, 1e6).logins).toEqual(Float64Array.of(5));
    expect(history.logins).toHaveLength(2);
  });

  test('a login history drops logins older than the retention', () => {
    expect(withLogin(history, 2500, 300, 1499).logins).toEqual(Float64Array.of(2000, 2500));
    expect(withLogin(history, 2500, 300, 1500).logins).toEqual(Float64Array.of(1000, 2000, 2500));
  });
});

describe('the time to the next login', () => {
  const wait = (seasons: number, ...logins: readonly number[]) =>
    medianNextLogin(Float64Array.from(logins), 300, { season_seconds: 100, seasons });

  test('the predicted time to the next login is the lower median of the past seasons', () => {
    expect(wait(3, 10, 130, 250)).toBe(30);
    expect(wait(2, 130, 250)).toBe(30);
    expect(wait(1, 200)).toBe(0);
    expect(wait(4, -50, 10, 130, 250)).toBe(30);
  });

  test('the predicted time is infinite if there was mostly no later login', () => {
    expect(wait(3, 10)).toBe(Number.POSITIVE_INFINITY);
    expect(wait(1)).toBe(Number.POSITIVE_INFINITY);
  });
});

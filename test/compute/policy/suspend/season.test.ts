import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoginHistory } from '../../../../src/compute/policy/suspend/login-history.js';
import { isWeekly, seasonOf } from '../../../../src/compute/policy/suspend/season.js';
import { randomStream } from '../../../../src/kernel/random-stream.js';
import { named, valuesOf } from './replay.js';

const CONFIDENCE = 0.95;

/** Activity by day and part of four hours: 1 if any of its hours is active, each with a separate probability. */
function activity(days: number, probability: (day: number, hour: number) => number, seed = '1'): Uint8Array {
  const stream = randomStream(seed, 0, 'season', 'activity');
  const active = new Uint8Array(days * 6);
  for (let hour = 0; hour < days * 24; hour++) {
    if (stream.uniform() < probability(Math.floor(hour / 24), hour % 24)) active[Math.floor(hour / 4)] = 1;
  }
  return active;
}

const office = (hour: number): boolean => hour >= 8 && hour < 18;
const weekday = (day: number): boolean => day % 7 < 5;
const certain = (is: boolean): number => (is ? 1 : 0);

describe('detection of weekly patterns', () => {
  test('office hours are recognized as weekly on the ninth day, and not before', () => {
    const active = activity(56, (day, hour) => certain(office(hour) && weekday(day)));
    const answers = [7, 8, 9].map((days) => isWeekly(active.subarray(0, days * 6), CONFIDENCE));
    expect(answers).toEqual([false, false, true]);
  });

  test('a job on one day of the week is recognized as weekly', () => {
    expect(
      isWeekly(
        activity(28, (day, hour) => certain(day % 7 === 2 && hour === 3)),
        CONFIDENCE,
      ),
    ).toBe(true);
  });

  test('office hours with two of three hours active are recognized as weekly within four weeks', () => {
    const found = Array.from({ length: 100 }, (_, seed) =>
      isWeekly(
        activity(28, (day, hour) => (office(hour) && weekday(day) ? 2 / 3 : 0), String(seed)),
        CONFIDENCE,
      ),
    );
    expect(found.filter(Boolean).length).toBeGreaterThan(95);
  });
});

describe('daily patterns are not taken for weekly ones', () => {
  test.each([
    ['it is never active', () => 0],
    ['it is always active', () => 1],
    ['every day is the same', (_day: number, hour: number) => certain(office(hour))],
  ])('a pattern is daily if %s', (_what, probability) => {
    expect(isWeekly(activity(28, probability), CONFIDENCE)).toBe(false);
  });

  // At its confidence the test errs in at most one of twenty cases: more than 32 of 400 has a probability of 1/200.
  test.each([0.05, 0.2, 0.5, 2 / 3, 0.9])(
    'a pattern is daily if each office hour has an activity of %d',
    (share) => {
      const wrong = Array.from({ length: 400 }, (_, seed) =>
        isWeekly(
          activity(28, (_day, hour) => (office(hour) ? share : 0), String(seed)),
          CONFIDENCE,
        ),
      ).filter(Boolean);
      expect(wrong.length).toBeLessThanOrEqual(32);
    },
  );
});

test('the scores are Brier scores, with each day predicted from the days before it', () => {
  // Two weeks, active in one part of Mondays only. On the second Monday a day says 1/7, the weekday (1 + 2/7)/3; then
  // 2/8, 2/9, … against two thirds of it, without activity.
  const active = activity(14, (day, hour) => certain(hour === 0 && day % 7 === 0));
  const square = (miss: number) => miss * miss;
  const gains = [7, 8, 9, 10, 11, 12, 13].map((day) =>
    day === 7
      ? square(1 - 1 / 7) - square(1 - (1 + 2 / 7) / 3)
      : square(2 / day) - square(((2 / day) * 2) / 3),
  );
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / 7;
  const deviation = Math.sqrt(gains.reduce((sum, gain) => sum + (gain - mean) * (gain - mean), 0) / 6);
  const t = mean / (deviation / Math.sqrt(7));
  // Quantiles of Student's t with 6 degrees of freedom: 1.134 at 85 %, 1.440 at 90 % (tables).
  expect(t).toBeGreaterThan(1.134);
  expect(t).toBeLessThan(1.44);
  expect(isWeekly(active, 0.85)).toBe(true);
  expect(isWeekly(active, 0.9)).toBe(false);
});

test('a higher confidence never finds a week that a lower one does not find', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 6 * 9, maxLength: 6 * 28 }),
      (parts) => {
        const active = Uint8Array.from(parts);
        if (isWeekly(active, 0.99)) expect(isWeekly(active, 0.8)).toBe(true);
      },
    ),
    { seed: 61, numRuns: 100 },
  );
});

const predicting = named('ski_rental_with_predictions');
const HOUR = 3600;
const DAY = 86_400;
/** Monday 2026-01-05. */
const MONDAY = 1_767_571_200;
/** Logins at these hours on each of ten days, the last of them a Wednesday. */
const DAYS = 10;
function logins(hours: readonly number[], on: (day: number) => boolean = () => true): LoginHistory {
  const days = Array.from({ length: DAYS }, (_, day) => day).filter(on);
  const times = days.flatMap((day) => hours.map((hour) => MONDAY + day * DAY + hour * HOUR));
  return { since_epoch_seconds: MONDAY, logins: Float64Array.from(times) };
}
/** An hour of the Thursday after. */
const thursday = (hour: number): number => MONDAY + DAYS * DAY + hour * HOUR;

describe('the season of a history', () => {
  const weekdays = logins([8, 10, 12, 14, 16], (day) => day % 7 < 5);
  const auto = valuesOf(predicting, { season_days: 0 });
  const days = (history: LoginHistory, hour: number, values = auto) =>
    seasonOf(history, thursday(hour), values, undefined).days;

  test('the season is a week if weekends are free, and is evaluated once a day on whole days', () => {
    expect(days(weekdays, 9)).toBe(7);
    expect(days(logins([8, 10, 12, 14, 16]), 9)).toBe(1);
    expect(days(weekdays, 9, valuesOf(predicting, { season_days: 3 }))).toBe(3);
    const known = { day: Math.floor(thursday(0) / DAY), days: 5 };
    expect(seasonOf(weekdays, thursday(23.9), auto, known)).toBe(known);
    expect(seasonOf(weekdays, thursday(24), auto, known).day).toBe(known.day + 1);
  });

  test('incomplete first days and days beyond the retention are not counted', () => {
    // Seven whole days are not enough: the second week is missing.
    const late = { ...weekdays, since_epoch_seconds: MONDAY + 2 * DAY + 1 };
    expect(days(late, 0)).toBe(1);
    expect(days({ ...weekdays, since_epoch_seconds: undefined }, 0)).toBe(1);
    const brief = valuesOf(predicting, { season_days: 0, history_days: 1 });
    expect(days(weekdays, 0, brief)).toBe(days(weekdays, 0));
  });
});

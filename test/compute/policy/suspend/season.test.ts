import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWeekly } from '../../../../src/compute/policy/suspend/season.js';
import { randomStream } from '../../../../src/kernel/random-stream.js';

const CONFIDENCE = 0.95;

/** By part of four hours of so many days: 1 where any of its hours is active, each with a probability of its own. */
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

describe('a week is told from a day', () => {
  test('by the ninth day of office hours, and not before', () => {
    const active = activity(56, (day, hour) => certain(office(hour) && weekday(day)));
    const answers = [7, 8, 9].map((days) => isWeekly(active.subarray(0, days * 6), CONFIDENCE));
    expect(answers).toEqual([false, false, true]);
  });

  test('where a job runs on one day of the week alone', () => {
    expect(
      isWeekly(
        activity(28, (day, hour) => certain(day % 7 === 2 && hour === 3)),
        CONFIDENCE,
      ),
    ).toBe(true);
  });

  test('within four weeks where two of three hours of the office see somebody', () => {
    const found = Array.from({ length: 100 }, (_, seed) =>
      isWeekly(
        activity(28, (day, hour) => (office(hour) && weekday(day) ? 2 / 3 : 0), String(seed)),
        CONFIDENCE,
      ),
    );
    expect(found.filter(Boolean).length).toBeGreaterThan(95);
  });
});

describe('a day stays a day', () => {
  test.each([
    ['nobody comes', () => 0],
    ['somebody always comes', () => 1],
    ['every day is the same', (_day: number, hour: number) => certain(office(hour))],
  ])('where %s', (_what, probability) => {
    expect(isWeekly(activity(28, probability), CONFIDENCE)).toBe(false);
  });

  // The test errs in one of twenty at most, by its confidence: of 400 no more than 32 but once in two hundred times.
  test.each([0.05, 0.2, 0.5, 2 / 3, 0.9])('where each hour of the office has an activity of %d', (share) => {
    const wrong = Array.from({ length: 400 }, (_, seed) =>
      isWeekly(
        activity(28, (_day, hour) => (office(hour) ? share : 0), String(seed)),
        CONFIDENCE,
      ),
    ).filter(Boolean);
    expect(wrong.length).toBeLessThanOrEqual(32);
  });
});

test('the scores are those of Brier, each day predicted from the days before it', () => {
  // Two weeks, active in one part of Mondays alone. On the second Monday a day says 1/7, the weekday (1 + 2/7)/3; then
  // 2/8, 2/9, … against two thirds of it, and nobody comes.
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
  // Of Student's t with 6 degrees of freedom: 1.134 at 85 %, 1.440 at 90 % (tables).
  expect(t).toBeGreaterThan(1.134);
  expect(t).toBeLessThan(1.44);
  expect(isWeekly(active, 0.85)).toBe(true);
  expect(isWeekly(active, 0.9)).toBe(false);
});

test('a higher confidence never finds a week that a lower one does not', () => {
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

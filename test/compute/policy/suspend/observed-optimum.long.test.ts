import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../../src/kernel/random-stream.js';
import { costSeconds, type Gap, named, replay, valuesOf } from './replay.js';

const observedOptimum = named('observed_optimum');

/** Gaps of 100 s with this probability, else of 5000 s. */
function twoPoint(probability: number, count: number): Gap[] {
  const stream = randomStream('7', 0, 'gaps', 'two points');
  return Array.from({ length: count }, () => ({
    gap_seconds: stream.uniform() < probability ? 100 : 5000,
  }));
}

describe('with gaps of 100 s and 5000 s, and a wake worth 60 s', () => {
  test('with frequent short gaps it still suspends at once, because waiting for one costs more than a wake', () => {
    const last = replay(observedOptimum, twoPoint(0.9, 500)).at(-1);
    expect(last?.decisions[0]?.suspend_after_seconds).toBe(0);
  });

  test('with a wake worth 200 s it waits slightly longer than the short gap if p > 1/3', () => {
    // Waiting to T = 100 costs 100 p + 300 (1 − p) per gap, suspending at once 200.
    const values = valuesOf(observedOptimum, { wake_cost_seconds: 200 });
    const often = replay(observedOptimum, twoPoint(0.6, 500), { values }).at(-1)?.decisions[0];
    expect(often?.suspend_after_seconds).toBeGreaterThanOrEqual(100);
    expect(often?.suspend_after_seconds).toBeLessThan(110);
    const seldom = replay(observedOptimum, twoPoint(0.2, 500), { values }).at(-1)?.decisions[0];
    expect(seldom?.suspend_after_seconds).toBe(0);
  });

  test('the observed optimum costs less than break-even, and is within a bin of the best timeout', () => {
    const gaps = twoPoint(0.6, 20_000);
    const wake_cost_seconds = 90;
    const cost = (name: string): number => {
      const policy = named(name);
      const values = valuesOf(policy, { wake_cost_seconds });
      return costSeconds(replay(policy, gaps, { values }), wake_cost_seconds);
    };
    expect(cost('observed_optimum')).toBeLessThan(cost('ski_rental_with_predictions'));
    expect(cost('observed_optimum')).toBeLessThan(1.01 * 90 * gaps.length);
  });
});

test('gaps of any length are counted: milliseconds, and longer than the longest timeout', () => {
  const gaps = Array.from({ length: 60 }, (_, index) => ({ gap_seconds: index % 2 === 0 ? 0.005 : 1e6 }));
  const last = replay(observedOptimum, gaps).at(-1)?.decisions[0];
  expect(last?.suspend_after_seconds).toBe(1);
});

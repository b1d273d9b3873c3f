import { describe, expect, test } from 'vitest';
import { type Gap, named, replay, valuesOf } from './replay.js';

const HOUR = 3600;
/** Powers of two, so that every product and sum below is exact. */
const WAKE_COST = 64;
const NEXT_TO_NOTHING = 1 / 1_048_576;
const LAMBDAS = [1 / 64, 1 / 8, 1 / 4, 1 / 2, 1];
/** Idle times and predictions around every threshold, from almost zero to far beyond. */
const LENGTHS = LAMBDAS.flatMap((lambda) => [lambda * WAKE_COST, WAKE_COST / lambda])
  .flatMap((threshold) => [
    threshold - NEXT_TO_NOTHING,
    threshold,
    threshold + NEXT_TO_NOTHING,
    threshold / 2,
    threshold * 4,
  ])
  .toSorted((a, b) => a - b);

/** A state that predicts an idle period of this length, in the format of the policy. */
function predicting(lambda: number, predicted_seconds: number): number {
  const policy = named('ski_rental_with_predictions');
  const values = valuesOf(policy, { wake_cost_seconds: WAKE_COST, lambda });
  const start = policy.start(values, { suspend_timeout_seconds: 300, foresight: false }) as object;
  const state = { ...start, expected_at: predicted_seconds, expected_until: Number.POSITIVE_INFINITY };
  const moment = {
    now_seconds: 0,
    epoch_seconds: 0,
    cause: 'work_done' as const,
    uniform: 0,
    suspend_timeout_seconds: 300,
    next_arrival_seconds: undefined,
  };
  return policy.idle(state, moment, values).suspend_after_seconds;
}

/** The cost of an idle period in seconds of running; a query that arrives as the timer ends finds it suspended. */
const cost = (idle: number, timeout: number): number => (idle < timeout ? idle : timeout + WAKE_COST);
const best = (idle: number): number => Math.min(idle, WAKE_COST);

describe.each(LAMBDAS)('ski rental with lambda %d', (lambda) => {
  test('the cost is at most 1 + 1/lambda times the optimum, whatever the prediction', () => {
    let worst = 0;
    for (const predicted of LENGTHS) {
      const timeout = predicting(lambda, predicted);
      for (const idle of LENGTHS) {
        const ratio = cost(idle, timeout) / best(idle);
        expect(ratio).toBeLessThanOrEqual(1 + 1 / lambda);
        worst = Math.max(worst, ratio);
      }
    }
    // The bound is tight for an idle period that ends with the early timer.
    expect(worst).toBe(1 + 1 / lambda);
  });

  test('the cost is at most 1 + lambda times the optimum if the prediction is right', () => {
    let worst = 0;
    for (const idle of LENGTHS) {
      const timeout = predicting(lambda, idle);
      worst = Math.max(worst, cost(idle, timeout) / best(idle));
    }
    expect(worst).toBe(1 + lambda);
  });

  test('with a wrong prediction the cost is at most 1 + lambda + error / ((1 − lambda)·optimum) times the optimum', () => {
    if (lambda === 1) return;
    for (const predicted of LENGTHS) {
      const timeout = predicting(lambda, predicted);
      for (const idle of LENGTHS) {
        const error = Math.abs(predicted - idle);
        expect(cost(idle, timeout)).toBeLessThanOrEqual((1 + lambda) * best(idle) + error / (1 - lambda));
      }
    }
  });
});

/** Logins every 10 min of office hours, 9 to 18, with work of a second; the first is at nine on the first day. */
const office = (days: number): Gap[] =>
  Array.from({ length: days * 55 }, (_, index) => ({
    gap_seconds: (index === 0 ? 9 * HOUR : index % 55 === 0 ? 15 * HOUR : 600) - 1,
    work_seconds: 1,
  }));

test('the prediction is short between two logins of the day, and long in the evening', () => {
  const policy = named('ski_rental_with_predictions');
  const values = valuesOf(policy, { wake_cost_seconds: 1200 });
  const outcomes = replay(policy, office(10), { values });
  const last = outcomes.slice(-55);
  // The evening before the last day: half of 20 min; by day the compute stays active in every gap of 10 min.
  expect(last[0]!.suspended_at).toEqual([600]);
  expect(last[0]!.decisions[0]!.reason).toBe(
    'no login is expected within 20 min, what a wake costs: suspends after 10 min',
  );
  expect(last.slice(1).every(({ woken }) => !woken)).toBe(true);
  expect(last[1]!.decisions[0]!.suspend_after_seconds).toBe(2400);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../../src/kernel/random-stream.js';
import { sampler } from '../../../../src/kernel/sampler.js';
import { meanInterval } from '../../../../src/statistics/confidence-interval.js';
import { theoryCase } from '../../../vectors/theory-case.js';
import { costSeconds, type Gap, named, replay, valuesOf } from './replay.js';

const oracle = named('oracle');
const breakEven = named('break_even');
const randomised = named('randomised_break_even');

/** E15: running cost c a second, cost K a wake, and gaps with a mean of 600 s. */
const { inputs, expected } = theoryCase('E15');
const RATE = Number(inputs['lambda_per_s']);
const WAKE_COST = Number(inputs['K']) / Number(inputs['c_per_s']);

function poissonGaps(count: number, name: string): Gap[] {
  const draw = sampler({ kind: 'exponential', mean: 1 / RATE }, randomStream('7', 0, 'gaps', name));
  return Array.from({ length: count }, () => ({ gap_seconds: draw() }));
}

/** The cost of each gap under a policy told that a wake costs so much, in seconds of an idle compute. */
function costs(name: string, gaps: readonly Gap[], wake_cost_seconds = WAKE_COST): number[] {
  const policy = named(name);
  const stream = randomStream('7', 0, name, 'uniform');
  const uniform = (): number => stream.uniform();
  const values = valuesOf(policy, name === 'fixed' ? {} : { wake_cost_seconds });
  return replay(policy, gaps, { values, uniform }).map((outcome) =>
    costSeconds([outcome], wake_cost_seconds),
  );
}

/** Expects a mean within its 99 % interval, which is narrow enough that 2 % off would fail. */
function expectMean(sample: readonly number[], mean: number): void {
  const interval = meanInterval(sample, 0.99);
  expect(interval.half_width).toBeLessThan(0.01 * mean);
  expect(Math.abs(interval.mean - mean), `${interval.mean}, not ${mean}`).toBeLessThan(interval.half_width);
}

describe('with Poisson gaps', () => {
  const gaps = poissonGaps(60_000, 'poisson');
  const short = -Math.expm1(-RATE * WAKE_COST) / RATE;

  test('E15: the break-even timeout is K/c', () => {
    expect(WAKE_COST).toBeCloseTo(expected['breakeven_T']!, 6);
    const [outcome] = replay(breakEven, [{ gap_seconds: 1000 }], {
      values: valuesOf(breakEven, { wake_cost_seconds: 180 }),
    });
    expect(outcome?.suspended_at).toEqual([180]);
  });

  test('E15: a fixed timeout of 300 s costs c(1 − e^(−λT))/λ + K e^(−λT)', () => {
    expectMean(costs('fixed', gaps), expected['cost_T300']! / Number(inputs['c_per_s']));
  });

  test('break-even costs the same with T = K/c', () => {
    expectMean(costs('break_even', gaps), short + WAKE_COST * Math.exp(-RATE * WAKE_COST));
  });

  test('its randomised form costs e/(e − 1) times what the oracle does', () => {
    expectMean(costs('oracle', gaps), short);
    expectMean(costs('randomised_break_even', gaps), (short * Math.E) / (Math.E - 1));
  });
});

describe('with any gaps', () => {
  const gap = fc.oneof(
    fc.double({ min: 0, max: 200, noNaN: true }),
    fc.double({ min: 0, max: 1e6, noNaN: true }),
  );

  test('break-even costs at most twice what the oracle does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ gap_seconds: gap }), { minLength: 1, maxLength: 50 }),
        fc.double({ min: 0, max: 1000, noNaN: true }),
        (gaps, wakeCost) => {
          const best = costs('oracle', gaps, wakeCost);
          for (const [index, cost] of costs('break_even', gaps, wakeCost).entries()) {
            expect(cost).toBeLessThanOrEqual(2 * best[index]! * (1 + 1e-12));
          }
        },
      ),
      { seed: 41, numRuns: 200 },
    );
  });

  test.each([40, 90, 180, 5000])(
    'randomised break-even costs e/(e − 1) of the oracle with gaps of %d s',
    (seconds) => {
      const gaps = Array.from({ length: 80_000 }, () => ({
        gap_seconds: seconds,
      }));
      const ratio = Math.E / (Math.E - 1);
      expectMean(costs('randomised_break_even', gaps), ratio * Math.min(seconds, WAKE_COST));
    },
  );
});

test('a random timeout lies between nothing and the break-even timeout', () => {
  const timeouts = [1e-10, 0.5, 1 - 1e-10].map(
    (uniform) => replay(randomised, [{ gap_seconds: 1e5 }], { uniform: () => uniform })[0]!.suspended_at[0]!,
  );
  expect(timeouts[0]).toBeCloseTo(0, 6);
  expect(timeouts[1]).toBeCloseTo(60 * Math.log((1 + Math.E) / 2), 9);
  expect(timeouts[2]).toBeCloseTo(60, 6);
});

describe('the oracle', () => {
  const gap = (gap_seconds: number): Gap[] => [{ gap_seconds }];

  test('keeps the compute exactly when the gap costs no more than a wake', () => {
    expect(replay(oracle, gap(60))[0]).toMatchObject({ awake_seconds: 60, woken: false });
    expect(replay(oracle, gap(60.001))[0]).toMatchObject({ awake_seconds: 0, woken: true });
  });

  test('resumes so long ahead of the next query, and stays until it comes', () => {
    const values = valuesOf(oracle, { lead_seconds: 90 });
    expect(replay(oracle, gap(1000), { values })[0]).toMatchObject({
      suspended_at: [0],
      resumed_at: [910],
      awake_seconds: 90,
      woken: false,
    });
  });

  test('suspends for good when nobody will come', () => {
    const values = valuesOf(oracle, { lead_seconds: 90 });
    expect(replay(oracle, gap(Number.POSITIVE_INFINITY), { values })[0]).toMatchObject({
      suspended_at: [0],
      resumed_at: [],
    });
  });

  test('refuses to run where the future is not known', () => {
    expect(() => oracle.start(valuesOf(oracle), { suspend_timeout_seconds: 300, foresight: false })).toThrow(
      'use a policy without foresight',
    );
  });
});

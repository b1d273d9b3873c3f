import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../../src/kernel/random-stream.js';
import { sampler } from '../../../../src/kernel/sampler.js';
import { meanInterval } from '../../../../src/statistics/confidence-interval.js';
import { theoryCase } from '../../../vectors/theory-case.js';
import { costSeconds, type Gap, named, replay, valuesOf } from './replay.js';

const oracle = named('oracle');

/** E15: running cost c per second, cost K per wake, and gaps with a mean of 600 s. */
const { inputs, expected } = theoryCase('E15');
const RATE = Number(inputs['lambda_per_s']);
const WAKE_COST = Number(inputs['K']) / Number(inputs['c_per_s']);

function poissonGaps(count: number, name: string): Gap[] {
  const draw = sampler({ kind: 'exponential', mean: 1 / RATE }, randomStream('7', 0, 'gaps', name));
  return Array.from({ length: count }, () => ({ gap_seconds: draw() }));
}

/** The cost of each gap under a policy, in seconds of an idle compute. */
function costs(name: string, gaps: readonly Gap[]): number[] {
  const policy = named(name);
  const values = valuesOf(policy, name === 'fixed' ? {} : { wake_cost_seconds: WAKE_COST });
  return replay(policy, gaps, { values }).map((outcome) => costSeconds([outcome], WAKE_COST));
}

/** Expects a mean within its 99 % interval, which is narrow enough to exclude a bias of 2 %. */
function expectMean(sample: readonly number[], mean: number): void {
  const interval = meanInterval(sample, 0.99);
  expect(interval.half_width).toBeLessThan(0.01 * mean);
  expect(Math.abs(interval.mean - mean), `${interval.mean}, not ${mean}`).toBeLessThan(interval.half_width);
}

describe('closed forms for Poisson gaps', () => {
  const gaps = poissonGaps(60_000, 'poisson');
  const short = -Math.expm1(-RATE * WAKE_COST) / RATE;

  test('E15: a fixed timeout of 300 s costs c(1 − e^(−λT))/λ + K e^(−λT)', () => {
    expectMean(costs('fixed', gaps), expected['cost_T300']! / Number(inputs['c_per_s']));
  });

  test('the oracle costs c(1 − e^(−λK/c))/λ', () => {
    expectMean(costs('oracle', gaps), short);
  });
});

describe('the oracle', () => {
  test('the oracle refuses to run without knowledge of the future', () => {
    expect(() => oracle.start(valuesOf(oracle), { suspend_timeout_seconds: 300, foresight: false })).toThrow(
      'use a policy without foresight',
    );
  });
});

import { expect, test } from 'vitest';
import { randomStream } from '../../../../src/kernel/random-stream.js';
import { sampler } from '../../../../src/kernel/sampler.js';
import { meanInterval } from '../../../../src/statistics/confidence-interval.js';
import { theoryCase } from '../../../vectors/theory-case.js';
import { named, replay } from './replay.js';

const fixed = named('fixed');

test('E1: with Poisson queries every 600 s, exp(−λT) find the compute suspended', () => {
  const { inputs, expected } = theoryCase('E1');
  const mean = 1 / Number(inputs['lambda_per_s']);
  const draw = sampler({ kind: 'exponential', mean }, randomStream('7', 0, 'gaps', 'E1'));
  const gaps = Array.from({ length: 60_000 }, () => ({ gap_seconds: draw() }));
  const outcomes = replay(fixed, gaps, { suspend_timeout_seconds: Number(inputs['timeout_s']) });
  const wakes = meanInterval(
    outcomes.map(({ woken }) => (woken ? 1 : 0)),
    0.99,
  );
  expect(wakes.half_width).toBeLessThan(0.01);
  expect(Math.abs(wakes.mean - expected['P_arrival_triggers_wake']!)).toBeLessThan(wakes.half_width);
});

test('E13: a job every ten minutes wakes the compute each time', () => {
  const { inputs, expected } = theoryCase('E13');
  const period = Number(inputs['period_s']);
  const run = Number(inputs['run_s']);
  const day = Array.from({ length: 86_400 / period }, () => ({
    gap_seconds: period - run,
    work_seconds: run,
  }));
  const outcomes = replay(fixed, day, { suspend_timeout_seconds: Number(inputs['timeout_s']) });
  const off = outcomes.reduce((sum, { awake_seconds }) => sum + period - run - awake_seconds, 0);
  expect(outcomes.filter(({ woken }) => woken)).toHaveLength(expected['wakes_per_day']!);
  expect(off).toBe(expected['off_seconds_per_day']);
});

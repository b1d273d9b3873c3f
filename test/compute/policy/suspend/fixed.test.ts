import { expect, test } from 'vitest';
import { randomStream } from '../../../../src/kernel/random-stream.js';
import { sampler } from '../../../../src/kernel/sampler.js';
import { meanInterval } from '../../../../src/statistics/confidence-interval.js';
import { theoryCase } from '../../../vectors/theory-case.js';
import { named, replay } from './replay.js';

const fixed = named('fixed');

test('the fixed policy suspends a compute after its timeout and never resumes it', () => {
  const [outcome] = replay(fixed, [{ gap_seconds: 1000 }], { suspend_timeout_seconds: 300 });
  expect(outcome).toMatchObject({ suspended_at: [300], resumed_at: [], woken: true, awake_seconds: 300 });
  expect(outcome?.decisions[0]?.reason).toBe('suspend timeout of 5 min');
});

test('a compute with suspension disabled stays active, and an edited timeout applies from the next idle period', () => {
  const values = {};
  const state = fixed.start(values, { suspend_timeout_seconds: Number.POSITIVE_INFINITY, foresight: false });
  const moment = {
    now_seconds: 0,
    epoch_seconds: 0,
    cause: 'work_done',
    uniform: 0,
    next_arrival_seconds: undefined,
  } as const;
  const never = fixed.idle(state, { ...moment, suspend_timeout_seconds: Number.POSITIVE_INFINITY }, values);
  expect(never).toMatchObject({
    suspend_after_seconds: Number.POSITIVE_INFINITY,
    reason: 'set never to suspend',
  });
  const edited = fixed.idle(never.state, { ...moment, suspend_timeout_seconds: 90 }, values);
  expect(edited).toMatchObject({ suspend_after_seconds: 90, reason: 'suspend timeout of 90 s' });
});

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

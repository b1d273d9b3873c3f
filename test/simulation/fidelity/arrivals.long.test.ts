import { expect, test } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { meanInterval } from '../../../src/statistics/confidence-interval.js';

const RUNS = 100;
const QUERY = 'query: { cpu: { exponential: { mean: 4ms } } }';

const scenario = (duration: string, rate: string, query = QUERY): Promise<Scenario> =>
  parseScenario(`
name: arrivals
seed: 9
start: 2026-01-05T00:00:00Z
duration: ${duration}
timeline_interval: 10m
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2, initial_state: active }]
load: [{ name: web, compute: primary, rate: ${rate}, ${query}, connection: { kind: pool, size: 50 } }]`);

/** Arrivals of one replication. */
interface Counts {
  /** At exact fidelity. */
  readonly arrived: number;
  /** At hybrid fidelity: simulated and skipped arrivals, and the sum and the sum of squares of the weights. */
  readonly drawn: number;
  readonly weights: number;
  readonly squares: number;
  readonly left_out: number;
  readonly law: number;
}

function counts(run: Scenario, withExact: boolean): readonly Counts[] {
  return Array.from({ length: RUNS }, (_, replication) => {
    const { computes, fidelity } = simulate(run, { replication, fidelity: 'hybrid' });
    const { simulated_queries, left_out_queries: left_out, effective_arrivals, ticks } = fidelity![0]!;
    const weights = computes[0]!.arrived;
    return {
      arrived: withExact ? simulate(run, { replication }).computes[0]!.arrived : Number.NaN,
      drawn: simulated_queries + left_out,
      ...{ weights, squares: (weights * weights) / effective_arrivals, left_out, law: ticks['law'] ?? 0 },
    };
  });
}

/** Values have mean 0 and these variances: the 99.9 % intervals of both contain that, as sums of many are normal. */
function expectLaw(values: readonly number[], variances: readonly number[]): void {
  const standard = values.map((value, run) => value / Math.sqrt(variances[run]!));
  const { mean, half_width } = meanInterval(standard, 0.999);
  expect(Math.abs(mean), `mean ${mean} ± ${half_width}`).toBeLessThanOrEqual(half_width);
  const square = standard.reduce((sum, value) => sum + value * value, 0) / RUNS;
  expect(Math.abs(square - 1), `variance over theory ${square}`).toBeLessThan(3.29 * Math.sqrt(2 / RUNS));
}

/**
 * The difference between weights and arrivals drawn is that between arrivals in windows and the time they represent:
 * an arrival of weight k adds k − 1, a skipped one subtracts 1, and the sum of the squares estimates the variance.
 */
function expectWeights(runs: readonly Counts[]): void {
  expectLaw(
    runs.map(({ weights, drawn }) => weights - drawn),
    runs.map(({ squares, weights, drawn }) => squares - 2 * weights + drawn),
  );
}

test.each<[string, string, string, number, string?]>([
  ['constant', '40m', '30/s', 30 * 2400],
  [
    'of steps',
    '40m',
    '{ steps: [{ at: 0s, rate: 20/s }, { at: 11m, rate: 25/s }, { at: 20m, rate: 60/s }] }',
    660 * 20 + 540 * 25 + 1200 * 60,
  ],
  ['a ramp', '40m', '{ ramp: { from: 20/s, to: 60/s, over: 40m } }', 40 * 2400],
  ['with spikes', '40m', '{ base: 25/s, spikes: [{ at: 10m, for: 90s, rate: 90/s }] }', 25 * 2310 + 90 * 90],
  ['daily', '1d', '{ base: 1.5/s, daily: 1 }', 1.5 * 86_400],
  [
    'so high that windows represent several ticks',
    '2d',
    '{ steps: [{ at: 0s, rate: 1000/s }, { at: 30m, rate: 0/s }] }',
    1000 * 1800,
    'query: { cpu: 0.1ms }',
  ],
])(
  'at a rate that is %s the number of arrivals is that of a Poisson process',
  async (_what, duration, rate, expected, query) => {
    const runs = counts(await scenario(duration, rate, query), false);
    expect(runs[0]!.left_out).toBeGreaterThan(0.2 * expected);
    expect(runs[0]!.law > 0).toBe(query !== undefined);
    expectLaw(
      runs.map(({ drawn }) => drawn - expected),
      runs.map(() => expected),
    );
    expectWeights(runs);
  },
);

test.each<[string, string]>([
  ['Markov-modulated', '{ mmpp: [{ rate: 15/s, mean: 5m }, { rate: 40/s, mean: 5m }] }'],
  ['on and off', '{ on_off: { rate: 60/s, on: 5m, off: 3m } }'],
  [
    'an Ornstein-Uhlenbeck process',
    '{ log_ou: { mean: 20/s, sigma: 0.3, correlation_time: 10m, step: 30s } }',
  ],
])('with a random rate, %s, a hybrid run follows the path of an exact one', async (_what, rate) => {
  const runs = counts(await scenario('50m', rate), true);
  expect(runs.filter(({ left_out }) => left_out > 20_000).length).toBeGreaterThan(RUNS / 4);
  // Each is a Poisson variate with the same mean: along separate paths they would differ by far more.
  expectLaw(
    runs.map(({ drawn, arrived }) => drawn - arrived),
    runs.map(({ drawn, arrived }) => drawn + arrived),
  );
});

test('every arrival of recorded counts occurs', async () => {
  const run = await scenario('1h', '20/s');
  const starts_seconds = Float64Array.from({ length: 60 }, (_, minute) => 60 * minute);
  const process = {
    ...({ kind: 'counts', starts_seconds, width_seconds: 60, placement: 'uniform' } as const),
    counts: starts_seconds.map((_, minute) => 1500 + ((minute * 97) % 311)),
  };
  const all = process.counts.reduce((sum, count) => sum + count, 0);
  const runs = counts({ ...run, load: run.load.map((load) => ({ ...load, process })) }, true);
  expect(runs[0]!.left_out).toBeGreaterThan(0.5 * all);
  expect(new Set(runs.flatMap(({ drawn, arrived }) => [drawn, arrived]))).toEqual(new Set([all]));
  expectWeights(runs);
});

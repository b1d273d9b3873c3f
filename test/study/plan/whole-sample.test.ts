import { describe, expect, it } from 'vitest';
import { type WholeSample, wholeRunOf } from '../../../src/study/plan/whole-sample.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { overloadedShare } from '../../../src/study/runs/offered-work.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { computeOf, quickSource } from '../quick-scenario.js';
import { sampled } from './sampled-contenders.js';

const judge = (sample: WholeSample, constraint: string) => sample.judge(parseConstraint(constraint), 0.95);

describe('a constraint on complete runs', () => {
  it('is met by the mean, with the Student probability of the remaining room', () => {
    const latencies = (...latency_p99: readonly number[]) => sampled('one', { latency_p99 }).whole;
    const found = judge(latencies(80, 90, 100), 'latency_p99 <= 100ms');
    // Two degrees of freedom have a distribution in closed form.
    const t = 10 / (10 / Math.sqrt(3));
    expect(found).toMatchObject({
      met: true,
      clear: false,
      excess: expect.closeTo(-0.1, 12),
      probability: expect.closeTo(0.5 + t / (2 * Math.sqrt(2 + t * t)), 9),
    });
    expect(found.value!.half_width).toBeCloseTo((4.302652729911275 * 10) / Math.sqrt(3), 6);
    expect(judge(latencies(89, 90, 91), 'latency_p99 <= 100ms').clear).toBe(true);
  });

  it.each([
    ['on its bound', [0.99, 0.99], { met: true, clear: true, excess: 0, probability: 1 }],
    ['beyond it', [0.98, 0.98], { met: false, clear: true, excess: expect.closeTo(1, 9), probability: 0 }],
    ['within it', [1, 1], { met: true, clear: true, excess: expect.closeTo(-1, 9), probability: 1 }],
    ['once', [1], { met: true, probability: null }],
  ])('on a share that should be large uses the missing part: %s', (_, success_rate, expected) => {
    expect(judge(sampled('one', { success_rate }).whole, 'success_rate >= 99%')).toMatchObject(expected);
  });

  it.each([
    [1, { met: false, excess: null, probability: 0 }],
    [0, { met: true, excess: null, probability: 1 }],
  ])('on a figure that was not measured depends on whether queries arrived: %d', (arrived, expected) => {
    const { whole } = sampled('one', { latency_p99: [null, null] }, { arrived });
    expect(judge(whole, 'latency_p99 <= 100ms')).toMatchObject(expected);
  });

  it('is missed by a run that ended early, although it had queries', () => {
    const { whole } = sampled('one', {});
    const { figures } = sampled('other', { wakes: [4] }).whole.first!;
    whole.add({ figures, events: 10, arrived: 5, stopped_seconds: 60 });
    expect(judge(whole, 'wakes <= 5')).toMatchObject({ met: false, clear: true, value: null });
    whole.add({ figures, events: 10, arrived: 5 });
    expect(judge(whole, 'wakes <= 5')).toMatchObject({ met: true, excess: expect.closeTo(-0.2, 12) });
  });

  it('on a share of waits is not certain just because each run had one', () => {
    const alike = { wake_probability: [1e-3, 1e-3, 1e-3], queries_arrived: [1000, 1000, 1000] };
    const { whole } = sampled('alike', alike, { arrived: 1000 });
    // If 0.2 % waited, another 3 of the 3000 would have.
    const judged = judge(whole, 'wake_probability <= 0.2%');
    const half_width = -Math.log(0.025) / 3000;
    expect(judged).toMatchObject({ met: true, clear: false });
    expect(judged.value!.half_width).toBeCloseTo(half_width, 9);
    const at = (bound: number) => judge(whole, `wake_probability <= ${100 * bound}%`).probability;
    // As far from the mean as the interval reaches; at the mean; and as much below it.
    expect(at(1e-3 + half_width)).toBeCloseTo(0.975, 6);
    expect(at(1e-3)).toBeCloseTo(0.5, 6);
    expect(at(1e-3 - half_width / 2)).toBeLessThan(0.2);
  });

  it.each([
    [true, 3, 1 - Math.exp(-3)],
    [true, 10, 1 - Math.exp(-10)],
    [false, 2, 1],
  ])('on waits that no query had: may suspend %s, %d runs of a thousand', (may_suspend, runs, expected) => {
    const { whole } = sampled('one', {});
    const { figures } = sampled('other', { wake_probability: [0] }).whole.first!;
    for (let run = 0; run < runs; run++) whole.add({ figures, events: 1, arrived: 1000, may_suspend });
    expect(judge(whole, 'wake_probability <= 0.1%').probability).toBeCloseTo(expected, 12);
  });
});

it('two samples differ over their common replications', () => {
  const { whole } = sampled('one', { wakes: [1, 5, null, 9, 100] });
  const other = sampled('other', { wakes: [2, 2, 2, 8] }).whole;
  // −1, 3 and 1: a mean of 1, a variance of 4.
  expect(whole.deviationFrom(other, 'wakes')).toBeCloseTo(2, 12);
  expect(other.difference(whole, 'wakes', 0.95)!.mean).toBeCloseTo(1, 12);
  expect(sampled('few', { wakes: [1, null] }).whole.deviationFrom(other, 'wakes')).toBeNull();
});

it.each<readonly [string, unknown, object, number]>([
  // A quarter of a CU does a quarter of a second per second: 0.2 all day, and 1 for two of 24 hours.
  [
    'the peak hours',
    { base: '0.2/s', spikes: [{ at: '6h', for: '2h', rate: '1/s' }] },
    {},
    2 / (2 + 22 * 0.2),
  ],
  ['nothing below the capacity', '0.24/s', {}, 0],
  ['everything above it', '0.26/s', {}, 1],
  ['nothing of no load', '0/s', {}, 0],
  ['no scheduled job', undefined, { process: { cron: { schedule: '* * * * *' } }, query: { cpu: '1h' } }, 0],
])('the share of work requested while the load exceeds the capacity: %s', async (_, rate, over, share) => {
  const load = { name: 'web', compute: 'primary', rate, query: { cpu: '1s' }, ...over };
  const { scenario } = await compileVariant(quickSource({ load: [load] }));
  expect(overloadedShare(scenario)).toBeCloseTo(share, 9);
});

it('a run of a compute that never suspends has no doubt about waits', async () => {
  const run = await runVariant(await compileVariant(quickSource({ computes: [computeOf(0.25, 0.25, -1)] })));
  expect(wholeRunOf(run).may_suspend).toBe(false);
});

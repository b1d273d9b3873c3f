import { describe, expect, it } from 'vitest';
import { FIGURE_NAMES, type RunFigures } from '../../../src/figures/run-figures.js';
import { byTieBreak } from '../../../src/study/compare/tie-break.js';
import { beyondBound, constraintScale, WholeSample } from '../../../src/study/plan/whole-sample.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { overloadedShare } from '../../../src/study/runs/offered-work.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';
import { sampled } from './sampled-contenders.js';

const figures = (wakes: number | null) =>
  Object.fromEntries(
    FIGURE_NAMES.map((name) => [name, name === 'wakes' ? wakes : null]),
  ) as unknown as RunFigures;

describe('a sample of complete runs', () => {
  it('has the figures, events and months of each run, and knows the first', () => {
    const sample = new WholeSample();
    expect([sample.n, sample.events, sample.first, sample.value('wakes')]).toEqual([
      0,
      undefined,
      undefined,
      null,
    ]);
    expect(sample.intervals(0.95)).toEqual({});
    const months = [{ month: '2026-01', cu_hours: 3 }];
    const first = { figures: figures(4), events: 10, arrived: 1, months };
    sample.add(first);
    sample.add({ figures: figures(8), events: 30, arrived: 1 });
    expect([sample.n, sample.events, sample.first]).toEqual([2, 20, first]);
    expect(sample.months).toEqual([months, []]);
    expect([sample.value('wakes'), sample.value('wakes', 1), sample.value('cost_usd')]).toEqual([6, 4, null]);
    expect(sample.deviation('wakes')).toBeCloseTo(Math.sqrt(8), 12);
    expect(Object.keys(sample.intervals(0.95))).toEqual([...FIGURE_NAMES]);
    expect(sample.intervals(0.95).wakes!.mean).toBe(6);
    expect(sample.firstRun(['wakes', 'cost_usd'])).toBe('[4,null]');
    expect(new WholeSample().firstRun(['wakes'])).toBe('[null]');
  });

  it('has no figures of a run that ended early, although it had queries', () => {
    const sample = new WholeSample();
    sample.add({ figures: figures(4), events: 10, arrived: 5, stopped_seconds: 60 });
    expect(sample.value('wakes')).toBeNull();
    const limit = parseConstraint('wakes <= 5');
    expect(sample.judge(limit, 0.95)).toMatchObject({ met: false, clear: true, value: null });
    sample.add({ figures: figures(4), events: 10, arrived: 5 });
    expect(sample.judge(limit, 0.95)).toMatchObject({ met: true, excess: expect.closeTo(-0.2, 12) });
    expect(sample.judge(limit, 0.95)).toBe(sample.judge(limit, 0.95));
  });

  it('differs from another over their common replications', () => {
    const { whole } = sampled('one', { wakes: [1, 5, null, 9, 100] });
    const other = sampled('other', { wakes: [2, 2, 2, 8] }).whole;
    // −1, 3 and 1: a mean of 1, a variance of 4.
    expect(whole.deviationFrom(other, 'wakes')).toBeCloseTo(2, 12);
    expect(other.difference(whole, 'wakes', 0.95)!.mean).toBeCloseTo(1, 12);
    expect(other.deviationFrom(whole, 'wakes')).toBeCloseTo(2, 12);
    expect(sampled('few', { wakes: [1, null] }).whole.deviationFrom(other, 'wakes')).toBeNull();
  });

  it('is not certain of a share of waits just because each run had one', () => {
    const alike = { wake_probability: [1e-3, 1e-3, 1e-3], queries_arrived: [1000, 1000, 1000] };
    const { whole } = sampled('alike', alike, { arrived: 1000 });
    const judged = whole.judge(parseConstraint('wake_probability <= 0.2%'), 0.95);
    // If 0.2 % waited, another 3 of the 3000 would have.
    expect(judged).toMatchObject({ met: true, clear: false });
    const half_width = -Math.log(0.025) / 3000;
    expect(judged.value!.half_width).toBeCloseTo(half_width, 9);
    const at = (bound: number) =>
      whole.judge(parseConstraint(`wake_probability <= ${100 * bound}%`), 0.95).probability;
    // As far from the mean as the interval reaches; at the mean; and as much below it.
    expect(at(1e-3 + half_width)).toBeCloseTo(0.975, 6);
    expect(at(1e-3)).toBeCloseTo(0.5, 6);
    expect(at(1e-3 - half_width / 2)).toBeLessThan(0.2);
  });

  it('exceeds a bound by the missing part, as a share of the amount at stake', () => {
    const [most, least, share] = ['wakes <= 20', 'wakes >= 20', 'success_rate >= 99%'].map((text) =>
      parseConstraint(text),
    );
    expect([beyondBound(most!, 25), beyondBound(least!, 25)]).toEqual([5, -5]);
    expect([constraintScale(most!), constraintScale(least!)]).toEqual([20, 20]);
    expect(constraintScale(share!)).toBeCloseTo(0.01, 12);
    expect(constraintScale(parseConstraint('wake_probability <= 10%'))).toBe(0.1);
    expect(constraintScale(parseConstraint('wakes <= 0'))).toBe(1e-12);
  });
});

it("contenders that are equally good follow the order of the axes, with today's settings first", () => {
  const [a, b, today] = [
    sampled('a', {}, { index: 1 }),
    sampled('b', {}, { index: 2 }),
    sampled('today', {}, { index: 3, today: true }),
  ];
  expect([b!, today!, a!].sort(byTieBreak).map(({ name }) => name)).toEqual(['today', 'a', 'b']);
});

describe('the requested share of work if the load exceeds the capacity', () => {
  const shareOf = async (rate: unknown, over: object = {}) => {
    const load = { name: 'web', compute: 'primary', rate, query: { cpu: '1s' }, ...over };
    return overloadedShare((await compileVariant(quickSource({ load: [load] }))).scenario);
  };

  it('is that of the peak hours', async () => {
    // A quarter of a CU does a quarter of a second per second: 0.2 per hour all day, and 1 for two of 24 hours.
    const spikes = [{ at: '6h', for: '2h', rate: '1/s' }];
    expect(await shareOf({ base: '0.2/s', spikes })).toBeCloseTo(2 / (2 + 22 * 0.2), 9);
    expect(await shareOf('0.24/s')).toBe(0);
    expect(await shareOf('0.26/s')).toBe(1);
    expect(await shareOf('0/s')).toBe(0);
  });

  it('is derived from rates only', async () => {
    const process = { cron: { schedule: '* * * * *' } };
    const load = { name: 'job', compute: 'primary', process, query: { cpu: '1h' } };
    expect(overloadedShare((await compileVariant(quickSource({ load: [load] }))).scenario)).toBe(0);
  });
});

describe('a share of waiting queries if none waited', () => {
  const bound = parseConstraint('wake_probability <= 0.1%');
  const probability = (may_suspend: boolean, runs: number) => {
    const sample = new WholeSample();
    const none = { ...figures(null), wake_probability: 0 };
    for (let run = 0; run < runs; run++) sample.add({ figures: none, events: 1, arrived: 1000, may_suspend });
    return sample.judge(bound, 0.95).probability;
  };

  it('is below the bound with the probability that as many queries would have shown some', () => {
    expect(probability(true, 3)).toBeCloseTo(1 - Math.exp(-3), 12);
    expect(probability(true, 10)).toBeCloseTo(1 - Math.exp(-10), 12);
  });

  it('is certainly zero if no compute is ever suspended', () => {
    expect(probability(false, 2)).toBe(1);
  });
});

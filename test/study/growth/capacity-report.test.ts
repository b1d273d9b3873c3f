import { describe, expect, it } from 'vitest';
import { capacityReport } from '../../../src/study/growth/capacity-report.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import type { ResourceUse } from '../../../src/study/replicate/resource-use.js';

/** Wakes grow with the load, and get rarer as it gets denser: half a wake per query at low loads. */
function level(factor: number): LoadLevel {
  const figures = {
    queries_arrived: 7200 * factor,
    latency_p99: 100 * factor,
    cu_hours: factor,
    wake_probability: 0.5 / factor,
  };
  const none = {
    saturated: 0,
    refused: 0,
    pooler_waited: 0,
    pools_waited: 0,
    memory: 0,
    out_of_memory: 0,
    storage_reads: 0,
    cache_misses: 0,
  };
  const more = { connections: 0, delayed: 0, quota: 0, of_maximum: 0, size: 1, failed_by_error: {} };
  const resources: ResourceUse = { ...none, ...more, cpu: factor / 4 };
  const run = { figures, resources } as unknown as LevelRun;
  return { factor, fidelity: 'exact', runs: [run, run] };
}

const objectives = ['latency_p99 <= 300ms', 'wake_probability <= 25%'].map((text) => parseConstraint(text));
const levels = [0.5, 1, 2, 3, 4, 8].map(level);
const ofUse = ['latency_p99 <= 1s', 'cu_hours <= 3'].map((text) => parseConstraint(text));
const shown = (factor: number) => levels.find((each) => each.factor === factor)!;
const estimate = (factor: number) => ({ factor, low: 0.9 * factor, high: 1.1 * factor });

type Found = Parameters<typeof capacityReport>[0];
function report(over: Partial<Found> = {}, growth: string | undefined = undefined) {
  const scenario = {
    name: 'shop',
    seed: '7',
    start: '2026-01-01T00:00:00Z',
    start_epoch_seconds: Date.UTC(2026, 0, 1) / 1000,
    duration_seconds: 3600,
    warnings: ['careful'],
  } as unknown as Found['scenario'];
  const plan = {
    objectives,
    replications: 2,
    confidence: 0.95,
    tolerance: 0.02,
    ...(growth !== undefined && { growth: parseGrowth(growth) }),
  };
  return capacityReport({
    scenario,
    plan,
    least: estimate(2),
    load: estimate(3),
    verdict: 'range',
    why: null,
    present: shown(1),
    reached: shown(3),
    levels,
    tried: levels,
    ...over,
  });
}

describe('the report on loads that meet the objectives', () => {
  it('contains their ends, the queries they bring, and the objective that breaks there', () => {
    const reported = report();
    expect(reported).toMatchObject({
      scenario: 'shop',
      verdict: 'range',
      queries_per_second: 2,
      queries_per_second_at_capacity: 6,
      queries_per_second_at_least: 4,
      first: 'latency_p99 <= 300ms',
      first_below: 'wake_probability <= 25%',
      date: undefined,
      warnings: ['careful'],
    });
    expect(reported.binds[0]).toMatchObject({ resource: 'cpu', pressure: 0.75 });
    expect(reported.levels.map(({ factor, met }) => [factor, met])).toEqual([
      [0.5, false],
      [1, false],
      [2, true],
      [3, true],
      [4, false],
      [8, false],
    ]);
    expect(reported.levels[2]).toMatchObject({ fidelity: 'exact', replications: 2, queries_per_second: 4 });
    expect(reported.levels[2]!.figures.map((figure) => figure!.mean)).toEqual([200, 0.25]);
  });

  it('names no bottleneck if the excess is in the amount paid for', () => {
    const plan = { objectives: ofUse, replications: 2, confidence: 0.95, tolerance: 0.02 };
    const reported = report({ plan });
    expect(reported.first).toBe('cu_hours <= 3');
    expect(reported.binds).toEqual([]);
  });

  it('lists each objective with the load at which it breaks alone', () => {
    const [latency, wakes] = report().objectives;
    // The first objective to break does so at that end; the other one nowhere on that side.
    expect(latency).toMatchObject({ factor: 3, least_factor: null, met: true, bound: 300 });
    expect([latency!.at_present!.mean, latency!.at_capacity!.mean]).toEqual([100, 300]);
    expect(wakes).toMatchObject({ factor: null, least_factor: 2, met: false });
  });

  it('interpolates an objective linearly if another breaks first', () => {
    const both = ['latency_p99 <= 300ms', 'latency_p99 <= 700ms'].map((text) => parseConstraint(text));
    const reported = report({
      plan: { objectives: both, replications: 2, confidence: 0.95, tolerance: 0.02 },
      least: null,
    });
    expect(reported.objectives.map(({ factor }) => factor)).toEqual([3, expect.closeTo(7, 9)]);
    expect(reported).toMatchObject({ queries_per_second_at_least: null, first_below: null });
  });

  it('contains single runs if nothing was found', () => {
    const nothing = { load: null, least: null, reached: undefined, verdict: 'none' as const, levels: [] };
    const reported = report({ ...nothing, why: 'no load' });
    expect(reported).toMatchObject({
      queries_per_second_at_capacity: null,
      first: null,
      binds: [],
    });
    expect(reported.objectives.map(({ factor, least_factor }) => [factor, least_factor])).toEqual([
      [expect.closeTo(3, 9), null],
      [null, expect.closeTo(2, 9)],
    ]);
    expect(reported.objectives[0]!.at_capacity).toBeNull();
  });
});

describe('the date on which a load is reached', () => {
  it('is given for the middle of the growth, and earlier and later for its ends', () => {
    // By a factor of two per month from one to four: three times the load in log2 3 months.
    const { date } = report({}, '0%..300%/month');
    expect(date).toEqual({
      growth: '0%..300%/month',
      date: '2026-02-17',
      earliest: '2026-01-23',
      latest: null,
      met_from: '2026-02-01',
    });
    expect(report({ least: null }, '100%/month').date!.met_from).toBeNull();
    expect(report({ least: estimate(1) }, '100%/month').date!.met_from).toBeNull();
    expect(report({ load: null }, '100%/month').date).toMatchObject({
      date: null,
      earliest: null,
      latest: null,
    });
  });
});

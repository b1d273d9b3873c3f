import { describe, expect, it } from 'vitest';
import { contenderOf } from '../../../src/study/plan/contender.js';
import { alike, beyondKin, leastByKin, leastObjective } from '../../../src/study/plan/plan-bounds.js';
import { wholeRunOf } from '../../../src/study/plan/whole-sample.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { tooSlow } from '../../../src/study/replicate/too-slow.js';
import { compileVariant, type ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';

/** An hour of a steady load on one compute. */
function source(rate: string, ...set: readonly string[]): ScenarioSource {
  const text = `
name: steady
seed: 5
start: 2026-01-05T00:00:00Z
duration: 1h
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }]
load: [{ name: web, compute: primary, rate: ${rate}, query: { cpu: 10ms, pages: 1, working_set: 10MiB } }]`;
  return { text, file: 'steady.yaml', directory: '/', set, seed: undefined };
}

const timeout = (seconds: number) => `computes.primary.suspend_timeout_seconds=${seconds}`;
const place = (index: number) => ({ index, today: index === 0 });

async function contenders(rate: string, seconds: readonly number[]) {
  return Promise.all(
    seconds.map((each, index) => contenderOf(String(each), {}, place(index), source(rate, timeout(each)))),
  );
}

describe('settings that differ in timeouts alone', () => {
  it('do the same where none is ever reached', async () => {
    const all = await contenders('1/s', [300, 60, 900]);
    const runs = await Promise.all(all.map(({ variant }) => runVariant(variant)));
    const { seen } = wholeRunOf(runs[0]!);
    expect(seen![0]!.longest_idle_seconds).toBeLessThan(30);
    expect([...alike(all, all[0]!, seen).values()]).toEqual([all[0], all[0]]);
    const [today, ...others] = runs.map((run) => wholeRunOf(run).figures);
    for (const figures of others) expect(figures).toEqual(today);
  });

  it('are tried one by one where one may be reached', async () => {
    const all = await contenders('1/m', [900, 60]);
    const { seen } = wholeRunOf(await runVariant(all[0]!.variant));
    expect(seen![0]!.longest_idle_seconds).toBeGreaterThan(60);
    expect(alike(all, all[0]!, seen).size).toBe(0);
  });

  it('are tried one by one where a compute was suspended', async () => {
    const all = await contenders('1/m', [60, 300]);
    const { seen } = wholeRunOf(await runVariant(all[0]!.variant));
    expect(seen![0]!.suspends).toBeGreaterThan(0);
    expect(alike(all, all[0]!, seen).size).toBe(0);
  });

  it('cost at least the minimum size from the first query on', async () => {
    const [today] = await contenders('1/s', [300]);
    const run = await runVariant(today!.variant);
    const { seen, figures } = wholeRunOf(run);
    expect(leastObjective(today!.scenario, 'cu_hours')).toBe(0);
    const least = leastObjective(today!.scenario, 'cu_hours', seen)!;
    expect(least).toBeGreaterThan(0.98 * 0.25);
    expect(least).toBeLessThanOrEqual(figures.cu_hours!);
  });
});

describe('settings of which nothing is known but by others', () => {
  const sized = (min: number, max: number, ...set: readonly string[]) => [
    `computes.primary.autoscaling_limit_max_cu=${max}`,
    `computes.primary.autoscaling_limit_min_cu=${min}`,
    ...set,
  ];
  const contender = (index: number, ...set: readonly string[]) =>
    contenderOf(String(index), {}, place(index), source('1/m', 'duration=12h', ...set));

  it('cost at least their minimum for as long as idle periods seen with others let them be active', async () => {
    const today = await contender(0, timeout(60));
    const { seen } = wholeRunOf(await runVariant(today.variant));
    for (const seconds of [120, 300, 900]) {
      const other = await contender(1, ...sized(0.5, 0.5, timeout(seconds)));
      const least = leastObjective(other.scenario, 'cu_hours', seen)!;
      const { cu_hours } = wholeRunOf(await runVariant(other.variant)).figures;
      expect(least).toBeLessThanOrEqual(cu_hours!);
      expect(least).toBeGreaterThan((seconds < 300 ? 0.5 : 0.8) * cu_hours!);
    }
    // Nothing is told of timeouts shorter than idle periods are counted from.
    const shortest = await contender(2, ...sized(0.5, 0.5, timeout(60)));
    expect(leastObjective(shortest.scenario, 'cu_hours', seen)).toBe(0);
  });

  it('do the same with a maximum that is never wanted by far, where that is asked for', async () => {
    const make = (index: number, max: number, seconds: number) =>
      contender(index, ...sized(0.25, max, timeout(seconds)));
    const all = await Promise.all([make(0, 2, 300), make(1, 4, 300), make(2, 0.5, 300), make(3, 4, 900)]);
    const { seen } = wholeRunOf(await runVariant(all[0]!.variant));
    expect(seen![0]!.largest_goal_cu).toBeLessThan(0.5);
    expect([...alike(all, all[0]!, seen)]).toEqual([]);
    // Half a CU leaves fewer connections, and a longer timeout is another one.
    expect([...alike(all, all[0]!, seen, true)]).toEqual([[all[1], all[0]]]);
    const figures = await Promise.all(all.slice(0, 2).map(async ({ variant }) => runVariant(variant)));
    const [two, four] = figures.map((run) => wholeRunOf(run).figures);
    expect(four).toEqual(two);
  });

  it('cost no less than the same with a shorter timeout', async () => {
    const objective = { figure: 'cost_usd', sense: 'least' } as const;
    const [short, long, larger] = await Promise.all([
      contender(0, timeout(300)),
      contender(1, timeout(900)),
      contender(2, ...sized(0.5, 0.5, timeout(900))),
    ]);
    const known = [{ contender: short, objective: 10 }];
    expect(leastByKin(long, objective, known)).toBeCloseTo(9.95);
    for (const other of [short, larger])
      expect(leastByKin(other, objective, known)).toBe(Number.NEGATIVE_INFINITY);
    expect(leastByKin(short, objective, [{ contender: long, objective: 10 }])).toBe(Number.NEGATIVE_INFINITY);
    expect(beyondKin(9.95, 10, 'this', objective)).toBeUndefined();
    expect(beyondKin(10.1, 10, 'this', objective)).toMatchObject({ fate: 'bounded', evidence: 'hybrid' });
  });
});

describe('a run that is too slow already', () => {
  const limits = [parseConstraint('latency_p99 <= 100ms'), parseConstraint('cost_usd <= 5')];

  it('ends early, and the whole run breaks the constraint', async () => {
    // Half as much again as a quarter of a CU can do.
    const variant = await compileVariant(source('40/s'));
    const whole = await runVariant(variant);
    const { arrived } = wholeRunOf(whole);
    const stopped = await runVariant(variant, { until: tooSlow(limits, arrived)! });
    expect(stopped.observations.duration_seconds).toBeLessThan(3600);
    expect(wholeRunOf(stopped).stopped_seconds).toBe(stopped.observations.duration_seconds);
    expect(wholeRunOf(whole).stopped_seconds).toBeUndefined();
    expect(wholeRunOf(whole).figures.latency_p99!).toBeGreaterThan(150);
  });

  it('is no other run where it meets it', async () => {
    const variant = await compileVariant(source('5/s'));
    const whole = await runVariant(variant);
    const limited = await runVariant(variant, { until: tooSlow(limits, 18_000)! });
    expect(limited.observations).toEqual(whole.observations);
  });

  it('ends after so many events, about, whatever it showed', async () => {
    const variant = await compileVariant(source('100/s', 'duration=4h'));
    const never = { slower_than_seconds: Number.POSITIVE_INFINITY, queries: Number.POSITIVE_INFINITY };
    const { observations } = await runVariant(variant, { until: { ...never, events: 500_000 } });
    expect(observations.duration_seconds).toBeLessThan(4 * 3600);
    expect(observations.events_fired).toBe(600_000);
  });

  it('is the tightest quantile; nothing ends a run without one', () => {
    const more = [...limits, parseConstraint('latency_p50 <= 20ms')];
    expect(tooSlow(more, 1000)!.slower_than_seconds).toBeCloseTo(0.03);
    expect(tooSlow(more, 1000)!.queries).toBeCloseTo(600);
    expect(tooSlow([limits[1]!], 1000)).toBeUndefined();
  });
});

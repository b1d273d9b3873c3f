import { describe, expect, it } from 'vitest';
import { capacity } from '../../src/planner/capacity.js';
import type { CapacityPlan } from '../../src/planner/capacity-result.js';
import { parseConstraint } from '../../src/planner/constraint.js';
import { parseGrowth } from '../../src/planner/load-growth.js';
import type { ScenarioSource } from '../../src/planner/scenario-source.js';
import { document } from '../theory/support/experiment.js';

function source(scenario: object): ScenarioSource {
  return { text: JSON.stringify(scenario), file: 'theory.json', directory: '/', set: [], seed: undefined };
}

function plan(objectives: readonly string[], over: Partial<CapacityPlan> = {}): CapacityPlan {
  const parsed = objectives.map((text) => parseConstraint(text));
  return { objectives: parsed, replications: 4, confidence: 0.95, tolerance: 0.01, ...over };
}

/** One server, first come first served: a pool of one connection; 100 queries of 10 ms a second would keep it busy. */
function oneServer(rate: string, duration: string): object {
  return document({
    cu: 1,
    duration,
    load: { rate, query: { cpu: { exponential: { mean: '10ms' } } }, connection: { kind: 'pool', size: 1 } },
  });
}

/** Connections that are held for a second, of which there are so many. */
function slots(count: number, rate: string, duration: string): object {
  return document({
    cu: 1,
    duration,
    load: {
      rate,
      query: { cpu: '0s' },
      connection: { kind: 'session', hold: { exponential: { mean: '1s' } } },
    },
    model: { max_connections: count },
  });
}

/** The probability that an arrival finds all of `servers` busy, by the recurrence in their number (Erlang B). */
function erlangB(servers: number, erlangs: number): number {
  let blocked = 1;
  for (let count = 1; count <= servers; count++) blocked = (erlangs * blocked) / (count + erlangs * blocked);
  return blocked;
}

/** The load in erlangs at which so many are blocked, by halving. */
function erlangsAt(servers: number, blocked: number): number {
  let [low, high] = [0, 10 * servers];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (erlangB(servers, middle) < blocked) low = middle;
    else high = middle;
  }
  return low;
}

describe('the load that a configuration carries', () => {
  it('is that of M/M/1 where a latency quantile breaks', async () => {
    // The sojourn time is exponential of rate mu - lambda: its 99th percentile is ln 100 / (mu - lambda).
    const theory = (100 - Math.log(100) / 0.15) / 20;
    const found = await capacity(source(oneServer('20/s', '2000s')), plan(['latency_p99 <= 150ms']));
    const { factor, low, high } = found.load!;
    expect(Math.abs(factor / theory - 1)).toBeLessThan(0.02);
    expect(low).toBeLessThan(factor);
    expect(high).toBeGreaterThan(factor);
    expect(low).toBeLessThanOrEqual(theory);
    expect(high).toBeGreaterThanOrEqual(theory);
    expect(found.first).toBe('latency_p99 <= 150ms');
    expect(found.binds[0]!.resource).toBe('cpu');
    expect(found.queries_per_second_at_capacity! / found.queries_per_second).toBeCloseTo(factor, 1);
  });

  it('is that of Erlang B where connections run out', async () => {
    const theory = erlangsAt(20, 0.01) / 4;
    const found = await capacity(source(slots(20, '4/s', '8000s')), plan(['success_rate >= 99%']));
    const { factor, low, high } = found.load!;
    expect(Math.abs(factor / theory - 1)).toBeLessThan(0.02);
    expect(low).toBeLessThanOrEqual(theory);
    expect(high).toBeGreaterThanOrEqual(theory);
    expect(found.binds[0]).toMatchObject({ resource: 'connections', pressure: 1 });
  });

  it('is below the present load where an objective is missed already, and the first to break counts', async () => {
    const objectives = ['latency_mean <= 20ms', 'latency_p99 <= 1s'];
    const growth = parseGrowth('5%..10%/month');
    const found = await capacity(source(oneServer('80/s', '1000s')), plan(objectives, { growth }));
    // The mean is 1 / (mu - lambda): 50 a second.
    expect(found.load!.factor / (50 / 80)).toBeGreaterThan(0.97);
    expect(found.load!.factor / (50 / 80)).toBeLessThan(1.03);
    expect(found.first).toBe('latency_mean <= 20ms');
    expect(found.objectives.map(({ factor }) => factor === null)).toEqual([false, true]);
    expect(found.date).toMatchObject({ date: '2026-01-05', earliest: '2026-01-05' });
  });

  it('says when the growth reaches it', async () => {
    const growth = parseGrowth('100%/month');
    const found = await capacity(
      source(oneServer('20/s', '1000s')),
      plan(['latency_mean <= 20ms'], { growth }),
    );
    // Two and a half times the load: log2 2.5 is 1.32 months.
    expect(found.date!.date).toMatch(/^2026-02-1[3-6]$/);
  });

  it('is none, and says why, where nothing grows or nothing breaks', async () => {
    const cron = document({
      cu: 1,
      duration: '1d',
      load: { process: { cron: { schedule: '0 * * * *' } }, query: { cpu: '1s' } },
    });
    expect(await capacity(source(cron), plan(['latency_p99 <= 2s']))).toMatchObject({
      load: null,
      why: expect.stringContaining('grows with use'),
    });
    const easy = await capacity(source(oneServer('1/h', '1000s')), plan(['latency_max <= 100d']));
    expect(easy).toMatchObject({ load: null, why: expect.stringContaining('up to 1024 times') });
    const hard = await capacity(source(oneServer('20/s', '100s')), plan(['latency_mean <= 1ms']));
    expect(hard).toMatchObject({ load: null, why: expect.stringContaining('every smaller one') });
  });
});

import { describe, expect, it } from 'vitest';
import { capacity } from '../../../src/study/growth/capacity.js';
import type { CapacityPlan } from '../../../src/study/growth/capacity-result.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { document } from '../../theory/support/experiment.js';

function source(scenario: object): ScenarioSource {
  return { text: JSON.stringify(scenario), file: 'theory.json', directory: '/', set: [], seed: undefined };
}

function plan(objectives: readonly string[], over: Partial<CapacityPlan> = {}): CapacityPlan {
  const parsed = objectives.map((text) => parseConstraint(text));
  return { objectives: parsed, replications: 4, confidence: 0.95, tolerance: 0.01, ...over };
}

/** One server, first come first served: a pool of one connection; 100 queries of 10 ms per second would saturate it. */
function oneServer(rate: string, duration: string): object {
  return document({
    cu: 1,
    duration,
    load: { rate, query: { cpu: { exponential: { mean: '10ms' } } }, connection: { kind: 'pool', size: 1 } },
  });
}

/** A load with `count` connection slots, each held for a second. */
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

/** One compute that suspends after five minutes. */
function sleeper(rate: string, duration: string, mean = '10ms', wake_latency = '0s'): object {
  return document({
    cu: 1,
    duration,
    load: { rate, query: { cpu: { exponential: { mean } } } },
    compute: { suspend_timeout_seconds: 300 },
    model: { wake_latency },
  });
}

/** The probability that an arrival finds all of `servers` busy, by the recurrence in their number (Erlang B). */
function erlangB(servers: number, erlangs: number): number {
  let blocked = 1;
  for (let count = 1; count <= servers; count++) blocked = (erlangs * blocked) / (count + erlangs * blocked);
  return blocked;
}

/** The load in erlangs at which this share of calls is blocked, by bisection. */
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
  it('equals that of M/M/1 if a latency quantile breaks', async () => {
    // The sojourn time is exponential with rate mu - lambda: its 99th percentile is ln 100 / (mu - lambda).
    const theory = (100 - Math.log(100) / 0.15) / 20;
    const found = await capacity(source(oneServer('20/s', '2000s')), plan(['latency_p99 <= 150ms']));
    const { factor, low, high } = found.load!;
    expect(Math.abs(factor / theory - 1)).toBeLessThan(0.02);
    expect(low).toBeLessThan(factor);
    expect(high).toBeGreaterThan(factor);
    expect(low).toBeLessThanOrEqual(theory);
    expect(high).toBeGreaterThanOrEqual(theory);
    expect(found.first).toBe('latency_p99 <= 150ms');
    // Its only connection has a processor to itself, so a second processor would have no effect.
    expect(found.binds[0]!.resource).toBe('pools');
    expect(found.queries_per_second_at_capacity! / found.queries_per_second).toBeCloseTo(factor, 1);
  });

  it('equals that of Erlang B if connections run out', async () => {
    const theory = erlangsAt(20, 0.01) / 4;
    const found = await capacity(source(slots(20, '4/s', '8000s')), plan(['success_rate >= 99%']));
    const { factor, low, high } = found.load!;
    expect(Math.abs(factor / theory - 1)).toBeLessThan(0.02);
    expect(low).toBeLessThanOrEqual(theory);
    expect(high).toBeGreaterThanOrEqual(theory);
    expect(found.binds[0]).toMatchObject({ resource: 'connections', pressure: 1 });
  });

  it('is below the present load if an objective is missed already, and the first to break counts', async () => {
    const objectives = ['latency_mean <= 20ms', 'latency_p99 <= 1s'];
    const growth = parseGrowth('5%..10%/month');
    const found = await capacity(source(oneServer('80/s', '1000s')), plan(objectives, { growth }));
    // The mean is 1 / (mu - lambda): 50 per second.
    expect(found.load!.factor / (50 / 80)).toBeGreaterThan(0.97);
    expect(found.load!.factor / (50 / 80)).toBeLessThan(1.03);
    expect(found.first).toBe('latency_mean <= 20ms');
    expect(found.objectives.map(({ factor }) => factor === null)).toEqual([false, true]);
    expect(found.date).toMatchObject({ date: '2026-01-05', earliest: '2026-01-05' });
  });

  it('comes with the date on which the growth reaches it', async () => {
    const growth = parseGrowth('100%/month');
    const found = await capacity(
      source(oneServer('20/s', '1000s')),
      plan(['latency_mean <= 20ms'], { growth }),
    );
    // Two and a half times the load: log2 2.5 is 1.32 months.
    expect(found.date!.date).toMatch(/^2026-02-1[3-6]$/);
  });

  it('is none, with a reason, if nothing grows or nothing breaks', async () => {
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
    expect(easy).toMatchObject({
      verdict: 'all',
      load: null,
      why: expect.stringContaining('up to 1024 times'),
    });
  });

  it('is none if the bound is below the service time of a query', async () => {
    const found = await capacity(source(oneServer('20/s', '100s')), plan(['latency_mean <= 9ms']));
    expect(found).toMatchObject({ verdict: 'none', load: null, least: null });
    expect(found.why).toContain('no tested load meets every objective');
  });

  it('equals that of M/M/1 with processor sharing if the mean breaks', async () => {
    // D / (1 - rho): 100 ms become 500 ms at 8 queries per second.
    const query = { cpu: { exponential: { mean: '100ms' } } };
    const shared = document({ cu: 1, duration: '4000s', load: { rate: '2/s', query } });
    const found = await capacity(source(shared), plan(['latency_mean <= 500ms']));
    expect(Math.abs(found.load!.factor / 4 - 1)).toBeLessThan(0.03);
    expect(found.least).toBeNull();
  });

  it('is the range above the load at which few queries find the compute suspended', async () => {
    // The timeout T passes without an arrival of a Poisson process with probability exp(-lambda T).
    const theory = Math.log(5) / 300 / (4 / 3600);
    const found = await capacity(source(sleeper('4/h', '20d')), plan(['wake_probability <= 20%']));
    const { factor, low, high } = found.least!;
    expect(found).toMatchObject({
      verdict: 'range',
      load: null,
      first: null,
      first_below: 'wake_probability <= 20%',
    });
    expect(Math.abs(factor / theory - 1)).toBeLessThan(0.03);
    expect(low).toBeLessThanOrEqual(theory);
    expect(high).toBeGreaterThanOrEqual(theory);
  });

  it('lies between the loads at which wakes and queues break the same objective', async () => {
    const scenario = sleeper('12/h', '1d', '100ms', '2s');
    const growth = parseGrowth('100%/month');
    const found = await capacity(
      source(scenario),
      plan(['latency_mean <= 110ms'], { growth, tolerance: 0.05 }),
    );
    // Without wakes D / (1 - rho): 110 ms at rho = 1/11.
    const theory = 36_000 / 12 / 11;
    expect(Math.abs(found.load!.factor / theory - 1)).toBeLessThan(0.1);
    expect(found.least!.factor).toBeGreaterThan(2);
    expect(found.least!.factor).toBeLessThan(20);
    expect(found.objectives[0]).toMatchObject({ met: false });
    expect(found.date!.met_from! < found.date!.date!).toBe(true);
    for (const { factor, met } of found.levels) {
      if (factor < found.least!.low || factor > found.load!.high) expect(met).toBe(false);
      if (factor > found.least!.high && factor < found.load!.low) expect(met).toBe(true);
    }
  });
});

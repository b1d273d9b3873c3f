import { describe, expect, it } from 'vitest';
import { capacity } from '../../../src/study/growth/capacity.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { document } from '../../theory/support/experiment.js';
import { computeOf, quickSource, sourceOf } from '../quick-scenario.js';

type Shape = Parameters<typeof document>[0];

/** The capacity of one CU under a load, at a tolerance of 1 % unless it is given. */
function capacityOf(shape: Omit<Shape, 'cu'>, objectives: readonly string[], over: object = {}) {
  return capacity(sourceOf(document({ cu: 1, ...shape })), {
    objectives: objectives.map((text) => parseConstraint(text)),
    replications: 4,
    confidence: 0.95,
    tolerance: 0.01,
    ...over,
  });
}

const exponential = (mean: string) => ({ cpu: { exponential: { mean } } });

/** One server, first come first served: a pool of one connection; 100 queries of 10 ms per second would saturate it. */
const oneServer = (rate: string, duration: string) => ({
  duration,
  load: { rate, query: exponential('10ms'), connection: { kind: 'pool', size: 1 } },
});

/** One compute that suspends after five minutes. */
const sleeper = (rate: string, duration: string, mean = '10ms', wake_latency = '0s') => ({
  duration,
  load: { rate, query: exponential(mean) },
  compute: { suspend_timeout_seconds: 300 },
  model: { wake_latency },
});

/** The load in erlangs at which this share of calls finds all servers busy, by Erlang B and bisection. */
function erlangsAt(servers: number, blocked: number): number {
  const shareAt = (erlangs: number) => {
    let share = 1;
    for (let count = 1; count <= servers; count++) share = (erlangs * share) / (count + erlangs * share);
    return share;
  };
  let [low, high] = [0, 10 * servers];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (shareAt(middle) < blocked) low = middle;
    else high = middle;
  }
  return low;
}

describe('the load that a configuration carries', () => {
  it.each<readonly [string, Omit<Shape, 'cu'>, string, number, number, string]>([
    // The sojourn time is exponential with rate mu - lambda: its 99th percentile is ln 100 / (mu - lambda). The only
    // connection has a processor to itself, so a second processor would have no effect.
    [
      'M/M/1 if a latency quantile breaks',
      oneServer('20/s', '2000s'),
      'latency_p99 <= 150ms',
      (100 - Math.log(100) / 0.15) / 20,
      0.02,
      'pools',
    ],
    [
      'Erlang B if connections run out',
      {
        duration: '8000s',
        load: {
          rate: '4/s',
          query: { cpu: '0s' },
          connection: { kind: 'session', hold: { exponential: { mean: '1s' } } },
        },
        model: { max_connections: 20 },
      },
      'success_rate >= 99%',
      erlangsAt(20, 0.01) / 4,
      0.02,
      'connections',
    ],
    // D / (1 - rho): 100 ms become 500 ms at 8 queries per second.
    [
      'M/M/1 with processor sharing if the mean breaks',
      { duration: '4000s', load: { rate: '2/s', query: exponential('100ms') } },
      'latency_mean <= 500ms',
      4,
      0.03,
      'cpu',
    ],
  ])('equals that of %s', async (_, shape, objective, theory, error, resource) => {
    const found = await capacityOf(shape, [objective]);
    const { factor, low, high } = found.load!;
    expect(Math.abs(factor / theory - 1)).toBeLessThan(error);
    expect(low < factor && factor < high).toBe(true);
    if (error < 0.03) expect(low <= theory && theory <= high).toBe(true);
    expect(found).toMatchObject({ first: objective, least: null });
    expect(found.binds[0]!.resource).toBe(resource);
    expect(found.queries_per_second_at_capacity! / found.queries_per_second).toBeCloseTo(factor, 1);
  });

  it('is below the present load if an objective is missed already, and the first to break counts', async () => {
    const growth = parseGrowth('5%..10%/month');
    const objectives = ['latency_mean <= 20ms', 'latency_p99 <= 1s'];
    const found = await capacityOf(oneServer('80/s', '1000s'), objectives, { growth });
    // The mean is 1 / (mu - lambda): 50 per second.
    expect(Math.abs(found.load!.factor / (50 / 80) - 1)).toBeLessThan(0.03);
    expect(found.first).toBe(objectives[0]);
    expect(found.objectives.map(({ factor }) => factor === null)).toEqual([false, true]);
    expect(found.date).toMatchObject({ date: '2026-01-05', earliest: '2026-01-05' });
  });

  it('comes with the date on which the growth reaches it', async () => {
    const growth = parseGrowth('100%/month');
    const found = await capacityOf(oneServer('20/s', '1000s'), ['latency_mean <= 20ms'], { growth });
    // Two and a half times the load: log2 2.5 is 1.32 months.
    expect(found.date!.date).toMatch(/^2026-02-1[3-6]$/);
  });

  const cron = { process: { cron: { schedule: '0 * * * *' } }, query: { cpu: '1s' } };
  it.each<readonly [string, Omit<Shape, 'cu'>, string, object, string]>([
    ['nothing grows', { duration: '1d', load: cron }, 'latency_p99 <= 2s', { load: null }, 'grows with use'],
    [
      'nothing breaks',
      oneServer('1/h', '1000s'),
      'latency_max <= 100d',
      { verdict: 'all', load: null },
      'up to 1024 times',
    ],
    [
      'the bound is below the service time of a query',
      oneServer('20/s', '100s'),
      'latency_mean <= 9ms',
      { verdict: 'none', load: null, least: null },
      'no tested load meets every objective',
    ],
  ])('is none, with a reason, if %s', async (_, shape, objective, expected, why) => {
    expect(await capacityOf(shape, [objective])).toMatchObject({
      ...expected,
      why: expect.stringContaining(why),
    });
  });

  it('is the range above the load at which few queries find the compute suspended', async () => {
    // The timeout T passes without an arrival of a Poisson process with probability exp(-lambda T).
    const theory = Math.log(5) / 300 / (4 / 3600);
    const objective = 'wake_probability <= 20%';
    const found = await capacityOf(sleeper('4/h', '20d'), [objective]);
    expect(found).toMatchObject({ verdict: 'range', load: null, first: null, first_below: objective });
    const { factor, low, high } = found.least!;
    expect(Math.abs(factor / theory - 1)).toBeLessThan(0.03);
    expect(low <= theory && theory <= high).toBe(true);
  });

  it('lies between the loads at which wakes and queues break the same objective', async () => {
    const asked = { growth: parseGrowth('100%/month'), tolerance: 0.05 };
    const found = await capacityOf(sleeper('12/h', '1d', '100ms', '2s'), ['latency_mean <= 110ms'], asked);
    const [least, load] = [found.least!, found.load!];
    // Without wakes D / (1 - rho): 110 ms at rho = 1/11.
    expect(Math.abs(load.factor / (36_000 / 12 / 11) - 1)).toBeLessThan(0.1);
    expect(least.factor).toBeGreaterThan(2);
    expect(least.factor).toBeLessThan(20);
    expect(found.objectives[0]).toMatchObject({ met: false });
    expect(found.date!.met_from! < found.date!.date!).toBe(true);
    for (const { factor, met } of found.levels) {
      if (factor < least.low || factor > load.high) expect(met).toBe(false);
      if (factor > least.high && factor < load.low) expect(met).toBe(true);
    }
  });
});

it('the capacity of a plan whose hours end is the load that lasts for the month, whatever fails after the end', async () => {
  const source = quickSource({
    ...{ start: '2026-01-01', duration: '31d', plan: 'free', slo: {}, computes: [computeOf(0.25)] },
    load: [{ name: 'web', compute: 'primary', rate: '20/h', query: { cpu: '1ms' } }],
  });
  const objectives = [parseConstraint('success_rate >= 99%')];
  const plan = { objectives, replications: 10, confidence: 0.95, tolerance: 0.05 };
  const { load, objectives: results } = await capacity(source, plan);
  // A quarter of a CU is active for 1 - exp(-λ · 300 s) of 744 h; 100 CU-hours are available.
  const expected = -Math.log(1 - 400 / 744) / 300 / (20 / 3600);
  expect(Math.abs(load!.factor / expected - 1)).toBeLessThan(0.01);
  expect(load!.low).toBeLessThan(expected);
  expect(load!.high).toBeGreaterThan(expected);
  expect(results[1]!.objective).toMatch(/^cu_hours <= 100 \(the hours of the free plan/);
});

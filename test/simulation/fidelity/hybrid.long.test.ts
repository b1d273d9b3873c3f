import { describe, expect, it } from 'vitest';
import { loadScenario, parseScenario } from '../../../src/scenario/load-scenario.js';
import type { RunObservations } from '../../../src/simulation/run/observation.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { meanInterval } from '../../../src/statistics/confidence-interval.js';
import { Histogram } from '../../../src/statistics/histogram.js';

/** A compute, of fixed size or not, under one load for 20 minutes. */
const scenario = (load: string, size = 'min_cu: 1, autoscaling_limit_max_cu: 1', more = '') =>
  parseScenario(`
name: hybrid
seed: 5
start: 2026-01-05T00:00:00Z
duration: 20m
plan: scale
computes: [{ name: primary, autoscaling_limit_${size}, initial_state: active }]
load:
  - { name: web, compute: primary, ${load} }
${more}`);

const CPU = 'query: { cpu: { exponential: { mean: 4ms } } }';

/** A quota of processor time. */
const quota = (burst: number) => `model: { cpu_limit: bandwidth, cpu_quota_burst: ${burst} }`;

/** All results except the number of events. */
function bytes({ events_fired: _, fidelity: __, ...observations }: RunObservations): string {
  return JSON.stringify(observations, (_key, value: unknown) =>
    value instanceof Histogram ? [...value.toArray()] : value,
  );
}

describe('a run at hybrid fidelity', () => {
  it.each([
    ['a sparse load', `rate: 1/s, ${CPU}`],
    ['sessions', `rate: 5/s, ${CPU}, connection: { kind: session, queries: 4, think: 200ms }`],
    ['evenly spaced arrivals', `process: regular, rate: 20/s, ${CPU}`],
    ['overload', `rate: 300/s, ${CPU}`],
    ['near saturation', `rate: 237/s, ${CPU}`],
    ['a closed loop', `process: { closed: { clients: 8, think: 100ms } }, ${CPU}`],
  ])('a hybrid run equals an exact run if the load is %s', async (_what, load) => {
    const run = await scenario(load);
    expect(bytes(simulate(run, { fidelity: 'hybrid' })) === bytes(simulate(run))).toBe(true);
  });

  it('a hybrid run equals an exact run and says so if queries are few at rates where some could be skipped', async () => {
    // 1,200 at 20/s.
    const rate =
      'rate: { steps: [{ at: 0s, rate: 1.5/s }, { at: 5m, rate: 20/s }, { at: 6m, rate: 1.5/s }] }';
    const more = `  - { name: web-2, compute: primary, rate: 6/h, ${CPU} }`;
    const run = await scenario(`${rate}, ${CPU} }\n${more.replace(/ }$/, '')}`);
    const [hybrid, exact] = [simulate(run, { fidelity: 'hybrid' }), simulate(run)];
    expect(bytes(hybrid)).toBe(bytes(exact));
    expect(hybrid.events_fired).toBe(exact.events_fired);
    expect(hybrid.fidelity![0]).toMatchObject({ exact_throughout: 'few_queries', ticks: {} });
  });

  it.each([
    ['compute time', 'quota: { compute_time_seconds: 1004.5 }', 1004.5],
    ['bytes', 'quota: { data_transfer_bytes: 100MB }\ndata: { egress_per_query: 1kB }', 900],
  ])(
    'a hybrid run simulates every query of the tick in which a quota of %s ends the run of a compute',
    async (_what, more, end) => {
      const load = 'rate: 300/s, query: { cpu: 0.1ms, wait: 10ms }';
      const { computes, fidelity } = simulate(await scenario(load, undefined, more), { fidelity: 'hybrid' });
      const [one] = computes;
      expect(one!.active_seconds).toBe(end);
      expect(fidelity![0]!.ticks['event']).toBe(1);
      // A cut query counts once, without the weight of a window or a gap.
      expect(one!.failed_by_error['57P01'] ?? 0).toBe(one!.disruptions.kept[0]!.queries_cut);
    },
  );

  it('hybrid runs add no events while a load is sparse, or while a fixed-size compute is suspended', async () => {
    const steps = [0, 15].flatMap((at) => [`{ at: ${at}m, rate: 600/s }`, `{ at: ${at + 2}m, rate: 0/s }`]);
    const run = await scenario(
      `rate: { steps: [${steps.join(', ')}] }, query: { cpu: 0.1ms }`,
      'min_cu: 1, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: 60',
    );
    const { events_fired, computes, fidelity } = simulate(run, { fidelity: 'hybrid' });
    const { ticks, left_out_queries } = fidelity![0]!;
    expect(computes[0]!.suspends).toBeGreaterThanOrEqual(2);
    expect(left_out_queries).toBeGreaterThan(40_000);
    expect(events_fired).toBeLessThan(simulate(run).events_fired);
    // For the four minutes with many queries, and those after them until it suspends.
    const all = Object.values(ticks).reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThan((4 * 60) / 5.004);
    expect(all).toBeLessThan((7 * 60) / 5.004);
    expect(ticks['sparse']).toBeGreaterThan(20);
  });

  it.each([
    [0.25, 0.25],
    [0.5, 0.5],
    [1, 2],
  ])('a hybrid run equals an exact run if a quota may bind, as on %d to %d CU', async (least, most) => {
    const size = `min_cu: ${least}, autoscaling_limit_max_cu: ${most}`;
    const run = await scenario(`rate: ${240 * most}/s, query: { cpu: 1ms }`, size, quota(1));
    const hybrid = simulate(run, { fidelity: 'hybrid' });
    expect(Object.keys(hybrid.fidelity![0]!.ticks).sort()).toEqual(['cpu_quota', 'started']);
    expect(bytes(hybrid) === bytes(simulate(run))).toBe(true);
  });

  it('a hybrid run skips queries if a quarter CU gets a whole processor, as for one CU', async () => {
    const small = 'min_cu: 0.25, autoscaling_limit_max_cu: 0.25';
    const run = await scenario(`rate: 100/s, ${CPU}`, small, quota(4));
    const { ticks } = simulate(run, { fidelity: 'hybrid' }).fidelity![0]!;
    expect(ticks['windows']).toBeGreaterThan(200);
    const latencies = async (cu: string) => {
      const one = await scenario(
        `rate: 100/s, ${CPU}`,
        `min_cu: ${cu}, autoscaling_limit_max_cu: ${cu}`,
        quota(4),
      );
      return simulate(one, { fidelity: 'hybrid' }).computes[0]!.latency.toArray();
    };
    expect(await latencies('0.25')).toEqual(await latencies('1'));
  });

  it('a hybrid run skips most queries, and keeps arrivals and reads within random error', async () => {
    const size = 'min_cu: 0.25, autoscaling_limit_max_cu: 2';
    const run = await scenario(
      'rate: 100/s, query: { cpu: { lognormal: { mean: 4ms, cv: 2 } }, pages: 8, working_set: 256MiB }, connection: { kind: pool, size: 20, via: pooler }',
      size,
    );
    const exact = simulate(run).computes[0]!;
    const observed = simulate(run, { fidelity: 'hybrid' });
    const hybrid = observed.computes[0]!;
    const { ticks, effective_queries } = observed.fidelity![0]!;
    expect(ticks['windows']).toBeGreaterThan(150);
    expect(observed.events_fired).toBeLessThan(0.6 * simulate(run).events_fired);
    expect(effective_queries).toBeLessThan(exact.completed);
    // The number of skipped queries is random: the error is that of a Poisson process, in weights and reads.
    const expected = 100 * 1200;
    expect(Math.abs(hybrid.pages_read / 8 - expected)).toBeLessThan(4 * Math.sqrt(expected));
    expect(Math.abs(hybrid.arrived - expected)).toBeLessThan(
      4 * Math.sqrt((expected * expected) / effective_queries),
    );
    expect(hybrid.arrived).toBe(hybrid.completed + hybrid.failed + hybrid.in_flight);
    expect(Math.abs(hybrid.cu_seconds / exact.cu_seconds - 1)).toBeLessThan(0.1);
  });

  it('a hybrid run misses each page of a fitting working set once, though most warming reads are skipped', async () => {
    const run = await scenario(
      'rate: 500/s, query: { cpu: 0.1ms, pages: 10, working_set: 4GiB, popularity: 0 }',
      'min_cu: 8, autoscaling_limit_max_cu: 8',
    );
    const missed = Array.from({ length: 60 }, (_, replication) => {
      const { computes, fidelity } = simulate(run, { replication, fidelity: 'hybrid' });
      expect(fidelity![0]!.ticks['windows']).toBeGreaterThan(100);
      return computes[0]!.pages_missed / 524_288;
    });
    const { mean, half_width } = meanInterval(missed, 0.99);
    expect(half_width).toBeLessThan(0.01);
    // 6 million reads with equal probability meet all but a few of 524,288 pages.
    expect(Math.abs(mean - (1 - Math.exp(-6e6 / 524_288)))).toBeLessThan(half_width);
  });

  it('a hybrid run simulates jobs completely, and skips queries between them', async () => {
    const job = `  - { name: job, compute: primary, process: { cron: { schedule: '*/5 * * * *' } }, query: { cpu: 20s } }`;
    const run = await scenario(`rate: 100/s, ${CPU} }\n${job.replace(/ }$/, '')}`);
    const observed = simulate(run, { fidelity: 'hybrid' });
    const { ticks, left_out_queries } = observed.fidelity![0]!;
    // After the one at the start, three jobs of some 33 s on a processor with 60 % left by the queries.
    expect(ticks['job']).toBeGreaterThanOrEqual(3 * 7);
    expect(ticks['job']).toBeLessThanOrEqual(3 * 9);
    expect(left_out_queries).toBeGreaterThan(60_000);
    // The 95th percentile is among the queries next to a job. Each run has few of them: its error is 4.5 % per run.
    const pairs = Array.from({ length: 40 }, (_, replication) => ({
      hybrid: simulate(run, { replication, fidelity: 'hybrid' }).computes[0]!,
      exact: simulate(run, { replication }).computes[0]!,
    }));
    const off = (of: (compute: RunObservations['computes'][number]) => number): number => {
      const each = pairs.map(({ hybrid, exact }) => of(hybrid) / of(exact) - 1);
      return Math.abs(each.reduce((sum, one) => sum + one, 0) / each.length);
    };
    expect(off(({ latency }) => latency.quantile(0.5))).toBeLessThan(0.02);
    expect(off(({ latency }) => latency.quantile(0.95))).toBeLessThan(0.02);
    expect(off(({ cpu_seconds }) => cpu_seconds)).toBeLessThan(0.01);
  });

  it('a hybrid run simulates the backlog of an overload to its end, and then skips queries again', async () => {
    const rate =
      'rate: { steps: [{ at: 0s, rate: 60/s }, { at: 1h, rate: 140/s }, { at: 1h30m, rate: 60/s }] }';
    const size = 'min_cu: 0.25, autoscaling_limit_max_cu: 0.25';
    const query = 'query: { cpu: { exponential: { mean: 2.5ms } } }, connection: { kind: pool, size: 20 }';
    const lasting = async (hours: number) => {
      const short = await scenario(`${rate}, ${query}`, size, 'timeline_interval: 1m');
      return { ...short, duration_seconds: hours * 3600 };
    };
    const { ticks, left_out_queries } = simulate(await lasting(24), { fidelity: 'hybrid' }).fidelity![0]!;
    expect(ticks['law']).toBeGreaterThan(5_000);
    expect(left_out_queries).toBeGreaterThan(1_000_000);
    const at = await lasting(6);
    const off = Array.from({ length: 8 }, (_, replication) => {
      const { computes, fidelity } = simulate(at, { replication, fidelity: 'hybrid' });
      // Half an hour of overload, and half an hour to drain it.
      expect(fidelity![0]!.ticks['overload']).toBeGreaterThan(650);
      const exact = simulate(at, { replication: replication + 100 }).computes[0]!;
      return computes[0]!.latency.mean / exact.latency.mean - 1;
    });
    const { mean, half_width } = meanInterval(off, 0.99);
    expect(half_width).toBeLessThan(0.04);
    expect(Math.abs(mean)).toBeLessThan(half_width);
  });

  it('a hybrid run keeps as many idle pool connections as the skipped queries would have used', async () => {
    const run = await scenario(
      'rate: 100/s, query: { cpu: { exponential: { mean: 8ms } } }, connection: { kind: pool, size: 20, preset: node-postgres }',
    );
    const means = [0, 1, 2, 3].map((replication) => {
      const [exact, hybrid] = [
        simulate(run, { replication }),
        simulate(run, { replication, fidelity: 'hybrid' }),
      ];
      expect(hybrid.fidelity![0]!.left_out_queries).toBeGreaterThan(20_000);
      return hybrid.computes[0]!.connections.mean / exact.computes[0]!.connections.mean - 1;
    });
    expect(Math.abs(means.reduce((sum, each) => sum + each, 0) / means.length)).toBeLessThan(0.1);
  });

  it('a hybrid run keeps every request of a trace', async () => {
    const run = await loadScenario(
      new URL('../../../scenarios/recorded-shop.yaml', import.meta.url).pathname,
      { set: ['load.visitors.rate.trace.scale=4'] },
    );
    const exact = simulate(run).computes[0]!;
    const { simulated_queries, left_out_queries } = simulate(run, { fidelity: 'hybrid' }).fidelity![0]!;
    expect(left_out_queries).toBeGreaterThan(0);
    expect(simulated_queries + left_out_queries).toBe(exact.arrived);
  });

  it.each([
    ['a size policy', 'policy: { size: target_tracking }'],
    ['a suspension policy', 'policy: { suspend: observed_optimum }'],
  ])('a hybrid run equals an exact run under %s other than the platform’s', async (_what, policy) => {
    const run = await scenario(`rate: 60/s, ${CPU}`, `min_cu: 1, autoscaling_limit_max_cu: 2, ${policy}`);
    expect(bytes(simulate(run, { fidelity: 'hybrid' })) === bytes(simulate(run))).toBe(true);
  });

  it('a hybrid run is reproducible to the byte', async () => {
    const run = await scenario(`rate: 100/s, ${CPU}`);
    const [one, other] = [simulate(run, { fidelity: 'hybrid' }), simulate(run, { fidelity: 'hybrid' })];
    expect(bytes(one)).toBe(bytes(other));
  });

  it('a hybrid run simulates everything around an edit and a jump of the rate, and reports it', async () => {
    const run = await scenario(
      `rate: { steps: [{ at: 0s, rate: 50/s }, { at: 602s, rate: 120/s }] }, ${CPU}`,
      'min_cu: 1, autoscaling_limit_max_cu: 2',
      'events: [{ at: 5m, update: primary, set: { suspend_timeout_seconds: 600 } }]',
    );
    const { ticks } = simulate(run, { fidelity: 'hybrid' }).fidelity![0]!;
    expect(ticks['jump']).toBe(1);
    expect(ticks['event']).toBeGreaterThanOrEqual(12);
    expect(ticks['started']).toBe(11);
  });

  it('a hybrid run simulates everything during a live migration, however long ago it began', async () => {
    const run = await scenario(
      `rate: 100/s, ${CPU}`,
      'min_cu: 0.25, autoscaling_limit_max_cu: 2',
      'model: { host_full: 0.5, migration_latency: 1m, migration_pause: 1s }',
    );
    const { computes, fidelity } = simulate(run, { fidelity: 'hybrid' });
    const { migrations } = computes[0]!.scaling;
    expect(migrations).toBeGreaterThan(0);
    // In addition the last tick, which is cut off by the end of the run.
    expect(fidelity![0]!.ticks['event']).toBeGreaterThanOrEqual(migrations + 1);
  });
});

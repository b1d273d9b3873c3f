import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { ComputeObservations, RunObservations } from '../../../src/simulation/run/observation.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { meanInterval } from '../../../src/statistics/confidence-interval.js';
import { Histogram } from '../../../src/statistics/histogram.js';

/** A figure of a compute, and the bias, as a share, that its interval must exclude. */
type Figure = readonly [name: string, of: (compute: ComputeObservations) => number, shown: number];

const COST: Figure = ['CU-seconds', ({ cu_seconds }) => cu_seconds, 0.06];
const WORK: Figure = ['vCPU-seconds', ({ cpu_seconds }) => cpu_seconds, 0.03];
const READS: Figure = ['pages read', ({ pages_read }) => pages_read, 0.01];
const ARRIVALS: Figure = ['arrivals', ({ arrived }) => arrived, 0.02];
const CONNECTIONS: Figure = ['connections', ({ connections }) => connections.mean, 0.12];
const LATENCY: Figure = ['mean latency', ({ latency }) => latency.mean, 0.1];
const MEDIAN: Figure = ['p50', ({ latency }) => latency.quantile(0.5), 0.05];
const UNAVAILABLE: Figure = ['unavailable', ({ unavailable_seconds }) => unavailable_seconds, 0.03];
const DELAYED: Figure = ['delayed', ({ delayed }) => delayed, 0.08];
const FAILED: Figure = ['failed', ({ failed }) => failed, 0.03];
const RECOVERY: Figure = ['median recovery', ({ disruptions }) => disruptions.recovery.quantile(0.5), 0.03];
const USUAL = [ARRIVALS, WORK, READS];

interface Pair {
  readonly hybrid: RunObservations;
  readonly exact: RunObservations;
}

/** Runs the replications of a 40-minute scenario at both fidelities. */
async function pairs(replications: number, body: string): Promise<readonly Pair[]> {
  const scenario = await parseScenario(
    `name: hybrid\nseed: 9\nstart: 2026-01-05T00:00:00Z\nduration: 40m\nplan: scale\n${body}`,
  );
  return Array.from({ length: replications }, (_, replication) => ({
    hybrid: simulate(scenario, { replication, fidelity: 'hybrid' }),
    exact: simulate(scenario, { replication }),
  }));
}

/** The 99 % interval of each figure's difference contains 0, and is narrow enough to show a bias. */
function expectAlike(runs: readonly Pair[], place: number, figures: readonly Figure[]): void {
  const left_out = runs[0]!.hybrid.fidelity![place]!.left_out_queries;
  expect(left_out).toBeGreaterThan(0.4 * runs[0]!.exact.computes[place]!.arrived);
  for (const [name, of, shown] of figures) {
    const exact = runs.map((run) => of(run.exact.computes[place]!));
    const each = exact.reduce((sum, value) => sum + value, 0) / exact.length;
    const off = runs.map((run, index) => (of(run.hybrid.computes[place]!) - exact[index]!) / each);
    const { mean, half_width } = meanInterval(off, 0.99);
    const said = `${name} of compute ${place}: ${100 * mean} ± ${100 * half_width} % of ${each}`;
    expect(half_width, said).toBeLessThan(shown);
    expect(Math.abs(mean), said).toBeLessThanOrEqual(half_width);
  }
}

const QUERY =
  'query: { cpu: { lognormal: { mean: 4ms, cv: 2 } }, pages: 6, working_set: 512MiB, memory: 4MiB }';
const POOL =
  'connection: { kind: pool, size: 20 }, retry: { attempts: 6, first: 200ms, factor: 2, jitter: full, connect_timeout: 10s }';

describe('several computes at hybrid fidelity', () => {
  it('a primary, a replica with two users and a fixed-size compute match exact runs', async () => {
    const runs = await pairs(
      8,
      `computes:
  - { name: primary, type: read_write, autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 2, initial_state: active }
  - { name: replica, type: read_only, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2, initial_state: active }
  - { name: reports, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, initial_state: active }
load:
  - { name: writes, compute: primary, rate: 100/s, ${QUERY}, ${POOL} }
  - { name: reads, compute: replica, rate: 150/s, query: { cpu: { lognormal: { mean: 2ms, cv: 2 } }, pages: 8, working_set: 1GiB }, connection: { kind: pool, size: 10, via: pooler } }
  - { name: others, compute: replica, rate: 30/s, query: { cpu: { exponential: { mean: 2ms } } }, connection: { kind: pool, size: 10, via: pooler, user: other } }
  - { name: reports, compute: reports, rate: 40/s, query: { cpu: { exponential: { mean: 10ms } } }, connection: { kind: pool, size: 30 } }`,
    );
    expectAlike(runs, 0, [...USUAL, COST, CONNECTIONS]);
    expectAlike(runs, 1, [...USUAL, COST, CONNECTIONS]);
    expectAlike(runs, 2, [
      ARRIVALS,
      WORK,
      MEDIAN,
      ['connections', ({ connections }) => connections.mean, 0.16],
    ]);
  });

  it('computes that share a load are exact, and do not affect a third compute', async () => {
    const [run] = await pairs(
      1,
      `computes:
  - { name: primary, type: read_write, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, initial_state: active }
  - { name: one, type: read_only, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2, initial_state: active }
  - { name: two, type: read_only, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2, initial_state: active }
load:
  - { name: writes, compute: primary, rate: 100/s, ${QUERY}, ${POOL} }
  - { name: reads, route: { least_connections: [one, two] }, rate: 20/s, ${QUERY}, ${POOL} }
faults: [{ at: 10m, for: 5m, zone_loss: one }]`,
    );
    const { hybrid, exact } = run!;
    expect(bytes(hybrid.computes.slice(1))).toBe(bytes(exact.computes.slice(1)));
    // The last tick, which is cut off by the end of the run.
    expect(hybrid.fidelity![0]!.ticks['event']).toBe(1);
    expect(hybrid.fidelity![0]!.ticks['windows']).toBeGreaterThan(400);
  });
});

describe('faults at hybrid fidelity', () => {
  const FIXED = 'min_cu: 1, autoscaling_limit_max_cu: 1';
  it.each<[fault: string, replications: number, size: string, figures: readonly Figure[], events?: string]>([
    ['at: 15m, for: 20s, crash: primary', 6, FIXED, [UNAVAILABLE, DELAYED, RECOVERY, MEDIAN]],
    [
      'at: 15m, for: 5m, slow_wakes: primary, latency: 6s',
      10,
      FIXED,
      [UNAVAILABLE, DELAYED, MEDIAN],
      '\nevents: [{ at: 16m, suspend: primary }]',
    ],
    ['at: 15m, for: 1m, zone_loss: primary', 6, FIXED, [UNAVAILABLE, FAILED, RECOVERY, MEDIAN]],
    ['at: 15m, for: 2m, stuck_operation: primary', 6, FIXED, [LATENCY, MEDIAN]],
    ['at: 15m, for: 5m, control_plane_outage: true', 10, 'min_cu: 0.5, autoscaling_limit_max_cu: 2', [COST]],
    [
      'at: 20s, for: 10m, no_upscale: primary',
      20,
      'min_cu: 0.25, autoscaling_limit_max_cu: 2',
      [COST, LATENCY],
    ],
  ])(
    'a hybrid run matches an exact run around a fault (%s)',
    async (fault, replications, size, figures, events = '') => {
      const runs = await pairs(
        replications,
        `computes: [{ name: primary, autoscaling_limit_${size}, initial_state: active }]
load: [{ name: web, compute: primary, rate: 120/s, ${QUERY}, ${POOL} }]
faults: [{ ${fault} }]${events}`,
      );
      expectAlike(runs, 0, [...USUAL, ...figures]);
    },
  );
});

function bytes(computes: readonly ComputeObservations[]): string {
  return JSON.stringify(computes, (_key, value: unknown) =>
    value instanceof Histogram ? [...value.toArray()] : value,
  );
}

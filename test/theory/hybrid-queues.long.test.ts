import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';

const CPU_SECONDS = 0.01;

/** Mean time in M/M/c under processor sharing: the same as with a queue, by Erlang's second formula. */
function meanSojourn(servers: number, rho: number): number {
  const load = servers * rho;
  let term = 1;
  let sum = 1;
  for (let n = 1; n < servers; n++) {
    term *= load / n;
    sum += term;
  }
  const all = (term * load) / servers / (1 - rho);
  const waits = all / (sum + all);
  return CPU_SECONDS * (1 + waits / (servers * (1 - rho)));
}

test.each([
  [1, 0.5, 300],
  [1, 0.8, 100],
  [2, 0.5, 300],
  [2, 0.8, 300],
  [8, 0.85, 300],
])(
  'the mean latency of %d processors at a utilization of %d matches theory',
  async (servers, rho, windows) => {
    const scenario = await parseScenario(`
name: theory
seed: 11
start: 2026-01-05T00:00:00Z
duration: 40m
plan: scale
model: { fork_latency: 0s }
computes: [{ name: primary, autoscaling_limit_min_cu: ${servers}, autoscaling_limit_max_cu: ${servers}, initial_state: active, suspend_timeout_seconds: -1 }]
load: [{ name: web, compute: primary, rate: ${(servers * rho) / CPU_SECONDS}/s, query: { cpu: { exponential: { mean: 10ms } } } }]
`);
    const means: number[] = [];
    for (let replication = 0; replication < 5; replication++) {
      const { computes, fidelity } = simulate(scenario, { replication, fidelity: 'hybrid' });
      expect(fidelity![0]!.ticks['windows']).toBeGreaterThan(windows);
      means.push(computes[0]!.latency.mean);
    }
    const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
    const variance =
      means.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (means.length - 1);
    const half_width = 2.776 * Math.sqrt(variance / means.length);
    expect(Math.abs(mean - meanSojourn(servers, rho))).toBeLessThan(half_width + 0.005 * mean);
  },
);

/** Two minutes of overload on one vCPU, then a load of a fifth. */
test('a jump into overload and its drain match the fluid limit', async () => {
  const scenario = await parseScenario(`
name: jump
seed: 3
start: 2026-01-05T00:00:00Z
duration: 40m
plan: scale
model: { fork_latency: 0s }
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, initial_state: active, suspend_timeout_seconds: -1 }]
load: [{ name: web, compute: primary, rate: { steps: [{ at: 0s, rate: 20/s }, { at: 602s, rate: 150/s }, { at: 722s, rate: 20/s }] }, query: { cpu: { exponential: { mean: 10ms } } }, connection: { kind: pool, size: 50 } }]
`);
  // The number grows by 50 per second for two minutes, and falls by 80 per second from then on.
  const backlog = 50 * 120;
  const fluid = (backlog * 120) / 2 + (backlog * backlog) / 80 / 2;
  const ratios: number[] = [];
  for (let replication = 0; replication < 8; replication++) {
    const { computes, fidelity } = simulate(scenario, { replication, fidelity: 'hybrid' });
    const { windows, overload, jump } = fidelity![0]!.ticks;
    expect([windows! > 50, overload! > 20, jump]).toEqual([true, true, 2]);
    const { latency } = computes[0]!;
    // By Little's law: the time inside is the integral of the number inside, excluding the quarter of one at rest.
    ratios.push((latency.sum - 0.25 * 2200) / fluid);
  }
  const mean = ratios.reduce((sum, value) => sum + value, 0) / ratios.length;
  expect(Math.abs(mean - 1)).toBeLessThan(0.02);
});

test('if one tick represents several, mean latency and concurrent queries match theory', async () => {
  const [rate, cpu_seconds] = [4000, 0.0003];
  const rho = (rate * cpu_seconds) / 2;
  const scenario = await parseScenario(`
name: law
seed: 5
start: 2026-01-05T00:00:00Z
duration: 12h
timeline_interval: 5m
plan: scale
model: { fork_latency: 0s }
computes: [{ name: primary, autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2, initial_state: active, suspend_timeout_seconds: -1 }]
load: [{ name: web, compute: primary, rate: ${rate}/s, query: { cpu: { lognormal: { mean: 0.3ms, cv: 2 } } } }]
`);
  const means: number[] = [];
  for (let replication = 0; replication < 5; replication++) {
    const { computes, fidelity } = simulate(scenario, { replication, fidelity: 'hybrid' });
    expect(fidelity![0]!.ticks['law']).toBeGreaterThan(5000);
    means.push(computes[0]!.latency.mean);
    // The number of arrivals is that of a Poisson process, and equals the sum of the windows' weights.
    const { simulated_queries, left_out_queries, effective_queries } = fidelity![0]!;
    const expected = rate * 43_200;
    expect(Math.abs(simulated_queries + left_out_queries - expected)).toBeLessThan(4 * Math.sqrt(expected));
    const spread = expected / Math.sqrt(effective_queries);
    expect(Math.abs(computes[0]!.arrived - expected)).toBeLessThan(4 * spread);
    expect(simulated_queries).toBeLessThan(0.05 * expected);
  }
  // Processor sharing depends only on the mean demand.
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  expect(Math.abs(mean / ((meanSojourn(2, rho) * cpu_seconds) / CPU_SECONDS) - 1)).toBeLessThan(0.02);
});

test('connections of single queries are as many as the queries, including skipped ones', async () => {
  const scenario = await parseScenario(`
name: waits
seed: 1
start: 2026-01-05T00:00:00Z
duration: 10h
plan: scale
model: { fork_latency: 0s }
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, initial_state: active, suspend_timeout_seconds: -1 }]
load: [{ name: web, compute: primary, rate: 100/s, query: { cpu: 0.3ms, wait: { exponential: { mean: 3ms } } } }]
`);
  let connections = 0;
  let queries = 0;
  for (let replication = 0; replication < 8; replication++) {
    const { computes } = simulate(scenario, { replication, fidelity: 'hybrid' });
    connections += computes[0]!.connections.mean;
    queries += computes[0]!.mean_in_system;
  }
  expect(Math.abs(connections / queries - 1)).toBeLessThan(0.03);
});

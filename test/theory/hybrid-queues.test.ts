import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';

const CPU_SECONDS = 0.01;

/** Mean time in M/M/c under processor sharing: as long as in line, by Erlang's second formula. */
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
  [1, 0.5],
  [1, 0.7],
  [2, 0.5],
  [2, 0.8],
  [8, 0.85],
])('%d processors at %d of their rate: the mean latency is that of theory', async (servers, rho) => {
  const scenario = await parseScenario(`
name: theory
seed: 11
start: 2026-01-05T00:00:00Z
duration: 40m
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: ${servers}, autoscaling_limit_max_cu: ${servers}, initial_state: active, suspend_timeout_seconds: -1 }]
load: [{ name: web, compute: primary, rate: ${(servers * rho) / CPU_SECONDS}/s, query: { cpu: { exponential: { mean: 10ms } } } }]
`);
  const means: number[] = [];
  for (let replication = 0; replication < 5; replication++) {
    const { computes, fidelity } = simulate(scenario, { replication, fidelity: 'hybrid' });
    expect(fidelity![0]!.ticks['windows']).toBeGreaterThan(300);
    means.push(computes[0]!.latency.mean);
  }
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  const variance =
    means.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (means.length - 1);
  const half_width = 2.776 * Math.sqrt(variance / means.length);
  expect(Math.abs(mean - meanSojourn(servers, rho))).toBeLessThan(half_width + 0.005 * mean);
});

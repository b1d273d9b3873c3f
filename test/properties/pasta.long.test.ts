import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';

const REPLICATIONS = 60;

/** Single queries at a Poisson rate on a compute that suspends after a minute. */
async function runs(per_hour: number, wake: string, connection: Readonly<Record<string, string>>) {
  const scenario = await parseScenario(`
name: pasta
seed: 5
duration: ${Math.round(5000 / per_hour)}h
plan: scale
timeline_interval: 30d
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25, suspend_timeout_seconds: 60 }
load:
  - name: web
    compute: primary
    rate: ${per_hour}/h
    query: { cpu: { exponential: { mean: 500ms } } }
    connection: ${JSON.stringify(connection)}
model: { wake_latency: ${wake} }
`);
  return Array.from(
    { length: REPLICATIONS },
    (_, replication) => simulate(scenario, { replication }).computes[0]!,
  );
}

test.each([
  { per_hour: 20, wake: '0s', connection: { kind: 'per_query' } },
  { per_hour: 60, wake: '5s', connection: { kind: 'per_query', via: 'pooler' } },
  { per_hour: 100, wake: '350ms', connection: { kind: 'per_query' } },
])(
  'at $per_hour queries per hour and wakes of $wake, the wake probability is the suspended share of time',
  async ({ per_hour, wake, connection }) => {
    const all = await runs(per_hour, wake, connection);
    const wakes = all.map((one) => one.found_idle / one.arrived);
    const suspended = all.map(
      (one) => one.suspended_seconds / (one.suspended_seconds + one.active_seconds + one.starting_seconds),
    );
    const difference = meanInterval(
      wakes.map((share, index) => share - suspended[index]!),
      0.99,
    );
    expect(Math.abs(difference.mean)).toBeLessThanOrEqual(difference.half_width);
    // Narrow enough to exclude a bias of 2 %.
    expect(difference.half_width).toBeLessThan(0.02 * meanInterval(suspended, 0.99).mean);
  },
);

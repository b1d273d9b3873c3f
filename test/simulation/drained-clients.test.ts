import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { Simulation } from '../../src/simulation/simulation.js';
import { primary, runExample } from './support/one-compute.js';

/** Disturbances of a run: restarts, a suspend call, a crash, few slots and a small pooler. */
const rough = {
  compute: { suspend_timeout_seconds: 60 },
  events: [
    { at: '100s', restart: 'primary' },
    { at: '200s', suspend: 'primary' },
    { at: '300s', restart: 'primary' },
  ],
  model: { max_connections: 8, connect_latency: '20ms', pooler_max_clients: 30, query_wait_timeout: '5s' },
  scenario: { duration: '30m', faults: [{ at: '250s', for: '10s', crash: 'primary' }] },
};

const size = { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 };

/** Ten minutes of work, then twenty minutes for everything to finish. */
const load = {
  rate: {
    steps: [
      { at: '0s', rate: '3/s' },
      { at: '10m', rate: '0/s' },
    ],
  },
  query: { cpu: { exponential: { mean: '200ms' } }, wait: '500ms', statement_timeout: '4s' },
  retry: { attempts: 3, first: '1s', connect_timeout: '5s', budget: '50%', give_up: '20s' },
};

const kinds = {
  per_query: { kind: 'per_query' },
  'a pool': { kind: 'pool', size: 6, acquire_timeout: '3s' },
  'a pool with a life': {
    kind: 'pool',
    size: 6,
    idle_timeout: '10s',
    max_lifetime: '40s',
    stale: 'handed_out',
  },
  sessions: { kind: 'session', queries: 4, think: { exponential: { mean: '2s' } } },
  transactions: { kind: 'session', queries: 4, think: { exponential: { mean: '2s' } }, in_transaction: true },
};

const cases = Object.entries(kinds).flatMap(([name, connection]) =>
  ['direct', 'pooler'].map((via) => ({ name, via, connection: { ...connection, via } })),
);

test.each(cases)('clients with $name, $via, leave nothing behind', async ({ connection }) => {
  const record = await runExample({ ...rough, load: { ...load, connection } });
  const one = primary(record);
  expect(one.in_flight).toBe(0);
  expect(one.attempts.made).toBe(one.attempts.completed + one.attempts.failed + one.attempts.retried);
  expect(one.attempts).toMatchObject({ completed: one.completed, failed: one.failed, open: 0 });
  expect(one.completed).toBeGreaterThan(300);
  expect(one.failed).toBeGreaterThan(0);
  expect(record.timeline.at(-1)).toMatchObject({ state: 'idle', connections_max: 0 });
});

test.each(cases)(
  'clients with $name, $via, leave nothing behind on a compute that cuts no clients',
  async ({ name, via, connection }) => {
    const { model } = rough;
    const simulation = new Simulation(
      await parseScenario(
        JSON.stringify({
          name: 'drained',
          duration: '30m',
          plan: 'scale',
          computes: [{ ...size, name: 'primary', suspend_timeout_seconds: -1 }],
          load: [{ ...load, name: 'web', compute: 'primary', connection }],
          model,
        }),
      ),
    );
    while (!simulation.advance(100_000));
    const holdings = simulation.holdings();
    // A pool without lifetimes keeps the connections that it has opened, and so does the pooler.
    const kept = name === 'a pool' ? expect.any(Number) : 0;
    expect(holdings).toEqual({
      queries: 0,
      openings: 0,
      sessions: 0,
      connections: via === 'pooler' ? holdings.pooler_servers : kept,
      pooler_clients: via === 'pooler' ? kept : 0,
      pooler_servers: via === 'pooler' ? expect.any(Number) : 0,
    });
    expect(holdings.connections).toBeLessThanOrEqual(8);
    expect(holdings.pooler_clients).toBeLessThanOrEqual(6);
  },
);

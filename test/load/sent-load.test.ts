import { expect, test } from 'vitest';
import { randomStream } from '../../src/kernel/random-stream.js';
import { LoadConnections } from '../../src/load/clients/connections.js';
import { type AttemptRow, LoadRecord } from '../../src/load/record/load-record.js';
import { planLoad } from '../../src/load/send/load-plan.js';
import { LoadSender } from '../../src/load/send/load-sender.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { fakeServer } from './fake-server.js';
import { VirtualPacer } from './virtual-pacer.js';

/** Queries that wait and use no CPU: then the driver's clients and the simulator's have to agree exactly. */
function scenarioOf(load: string, max_connections: number): string {
  return `
name: waits
seed: 11
duration: 60s
timeline_interval: 5s
plan: launch
model: { max_connections: ${max_connections}, fork_latency: 0s }
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, initial_state: active, suspend_timeout_seconds: -1 }]
load:
  - name: web
    compute: primary
    ${load}
`;
}

const QUERY = 'query: { cpu: 0s, wait: { exponential: { mean: 200ms } } }';

async function sent(text: string, max_connections: number) {
  const scenario = await parseScenario(text);
  const plan = planLoad(scenario, { tables: false, pooler: false });
  const pacer = new VirtualPacer();
  const attempts: AttemptRow[] = [];
  const arrived: number[] = [];
  const observer = {
    attempt: (row: AttemptRow) => attempts.push(row),
    timeline: (row: { readonly arrived: number }) => arrived.push(row.arrived),
  };
  const record = new LoadRecord('primary', scenario.timeline_interval_seconds, observer);
  const { driver } = fakeServer(pacer, max_connections);
  const stream = (entity: string, purpose: string) => randomStream(scenario.seed, 0, entity, purpose);
  for (const load of plan.loads) {
    const setting = {
      driver,
      url: '',
      application_name: '',
      connect_timeout_seconds: undefined,
      statement_timeout_seconds: undefined,
      viaPooler: false,
    };
    const connections = new LoadConnections(setting, record, () => pacer.now_seconds);
    const sending = { scenario, pacer, record, stream, observer, turns_per_second: 1e8 };
    new LoadSender(sending, load, connections, undefined).begin();
  }
  await pacer.run(scenario.duration_seconds);
  record.close(scenario.duration_seconds);
  const simulated: number[] = [];
  const { computes } = simulate(scenario, {
    observer: { timeline: (row) => simulated.push(row.arrived), decision: () => undefined },
  });
  return { record, attempts, arrived, simulated, run: computes[0]! };
}

const KINDS = [
  ['a connection for each query', `rate: 40/s\n    ${QUERY}\n    connection: { kind: per_query }`, 100],
  [
    'refusals and retries',
    `rate: 40/s\n    ${QUERY}\n    connection: { kind: per_query }\n    retry: { attempts: 4, first: 50ms, budget: 50% }`,
    7,
  ],
  ["the driver's pool with a line", `rate: 40/s\n    ${QUERY}\n    connection: { kind: pool, size: 9 }`, 100],
  [
    'a pool whose line has room for three',
    `rate: 40/s\n    ${QUERY}\n    connection: { kind: pool, size: 8, max_waiting: 3 }`,
    100,
  ],
  [
    'sessions that think',
    `rate: 4/s\n    ${QUERY}\n    connection: { kind: session, queries: { uniform: { min: 1, max: 6 } }, think: { exponential: { mean: 300ms } } }`,
    100,
  ],
  [
    'a closed loop',
    `process: { closed: { clients: 12, think: { exponential: { mean: 400ms } }, ramp: 2s } }\n    ${QUERY}\n    connection: { kind: per_query }`,
    100,
  ],
] as const;

test.each(KINDS)('a sent load has the figures of a simulated one: %s', async (_, load, max_connections) => {
  const { record, attempts, arrived, simulated, run } = await sent(
    scenarioOf(load, max_connections),
    max_connections,
  );
  expect(arrived).toEqual(simulated);
  expect(record.arrived).toBeGreaterThan(500);
  expect(record).toMatchObject({ arrived: run.arrived, completed: run.completed, failed: run.failed });
  expect(record.failedByError).toEqual(run.failed_by_error);
  expect(record.retriedByError).toEqual(run.retried_by_error);
  expect([record.inFlight, record.made, record.refused]).toEqual([
    run.in_flight,
    run.attempts.made,
    run.connections.refused,
  ]);
  expect(record.latency.mean).toBeCloseTo(run.latency.mean, 9);
  expect(record.latency.max).toBeCloseTo(run.latency.max, 9);
  expect(record.poolWait.count).toBe(run.client_pool_wait.count);
  expect(record.poolWait.mean).toBeCloseTo(run.client_pool_wait.mean, 9);
  expect(record.peak).toBe(run.connections.peak);
  expect(attempts).toHaveLength(record.made - record.attemptsOpen);
  expect(record.made).toBe(record.completed + record.failed + record.retried + record.attemptsOpen);
});

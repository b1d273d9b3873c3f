import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { overloadedShare } from '../../src/study/runs/offered-work.js';
import { at, primary, runExample } from './support/one-compute.js';

const AWAKE = { suspend_timeout_seconds: -1, initial_state: 'active' };
const QUERY = { cpu: '10ms' };

describe('the CPU time of a new connection', () => {
  const model = { connection_cpu: '4ms' };
  const run = async (load: Readonly<Record<string, unknown>>, more: object = {}) =>
    primary(await runExample({ compute: AWAKE, load, model: { ...model, ...more } }));

  test('connection CPU is added to the first query of a pooled connection, and to each query with its own connection', async () => {
    const process = at(10, 20, 30);
    const pool = await run({ process, query: QUERY, connection: { kind: 'pool', size: 5 } });
    expect(pool.cpu_seconds).toBeCloseTo(0.034, 12);
    expect(pool.latency.max).toBeCloseTo(0.014, 12);
    const alone = await run({ process, query: QUERY, connection: { kind: 'per_query' } });
    expect(alone.cpu_seconds).toBeCloseTo(0.042, 12);
    expect(alone.latency.mean).toBeCloseTo(0.014, 12);
  });

  test('connection CPU is shared by concurrent connections', async () => {
    const process = at(...new Array<number>(10).fill(10));
    const { latency } = await run({ process, query: { cpu: '1ms' }, connection: { kind: 'per_query' } });
    expect(latency.mean).toBeCloseTo(0.05, 12);
  });

  test('connection CPU also applies to connections without a query, which have no statement to time out', async () => {
    const { cpu_seconds, connections, in_flight } = await run(
      {
        process: at(),
        query: { ...QUERY, statement_timeout: '1ms' },
        connection: { kind: 'pool', size: 5, min_idle: 3 },
      },
      { connection_cpu: '2s' },
    );
    expect(cpu_seconds).toBeCloseTo(6, 12);
    expect(connections).toMatchObject({ peak: 3, mean: 3 });
    expect(in_flight).toBe(0);
  });

  test('connection CPU applies to listeners and to the server connections of the pooler', async () => {
    const listeners = await run({ connection: { kind: 'listen', clients: 3 }, query: undefined });
    expect(listeners.cpu_seconds).toBeCloseTo(0.012, 12);
    const pooled = await run({
      ...{ process: at(10, 20), query: QUERY },
      connection: { kind: 'per_query', via: 'pooler' },
    });
    expect(pooled.cpu_seconds).toBeCloseTo(0.024, 12);
  });

  test('connection CPU counts as offered work for clients that open a connection per query', async () => {
    const share = async (connection: object) =>
      overloadedShare(
        await parseScenario(
          JSON.stringify({
            ...{ name: 'functions', duration: '1h', plan: 'scale', model: { connection_cpu: '20ms' } },
            computes: [{ name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }],
            load: [{ name: 'web', compute: 'primary', rate: '60/s', query: { cpu: '1ms' }, connection }],
          }),
        ),
      );
    expect(await share({ kind: 'per_query' })).toBe(1);
    expect(await share({ kind: 'per_query', via: 'pooler' })).toBe(0);
    expect(await share({ kind: 'pool', size: 100 })).toBe(0);
  });

  test('connection CPU is spent again if a restart cuts it', async () => {
    const { cpu_seconds, completed } = primary(
      await runExample({
        compute: AWAKE,
        load: {
          ...{ process: at(99.999), query: QUERY, connection: { kind: 'pool', size: 5 } },
          retry: { attempts: 2, first: '2s', jitter: 'none' },
        },
        events: [{ at: '100s', restart: 'primary' }],
        model,
      }),
    );
    expect(completed).toBe(1);
    expect(cpu_seconds).toBeCloseTo(0.015, 9);
  });
});

describe('sessions that take time to end', () => {
  /** Four connections are open at 100 s, and end one by one until 100.4 s. */
  const run = async (second: number, connection: object, event: object, model: object = {}) => {
    const record = await runExample({
      compute: { ...AWAKE, suspend_timeout_seconds: 300 },
      load: {
        ...{ process: at(50, 50, 50, 50, second), query: { cpu: '0s', wait: '1s' } },
        connection: { kind: 'pool', size: 9, ...connection },
      },
      events: [{ at: '100s', ...event }],
      model: { session_end_latency: '100ms', ...model },
    });
    return primary(record);
  };
  const RESTART = { restart: 'primary' };

  test.each([{}, { idle_timeout: '10m', max_lifetime: '1h' }])(
    'a query sent over a session that is about to end is cut: %j',
    async (connection) => {
      const cut = await run(100.35, connection, RESTART);
      expect(cut.failed_by_error).toEqual({ '57P01': 1 });
      expect(cut.disruptions.kept).toMatchObject([{ connections_dropped: 4, queries_cut: 1, lost: 1 }]);
      // When all have ended, the pool opens another one, which the proxy holds until the compute runs.
      const held = await run(100.41, connection, RESTART);
      expect(held).toMatchObject({ failed: 0, completed: 5 });
      expect(held.latency.max).toBeCloseTo(1.59, 9);
    },
  );

  test('no old session is left on a restarted server', async () => {
    const { failed, completed } = await run(100.2, {}, RESTART, { restart_latency: '100ms' });
    expect([failed, completed]).toEqual([0, 5]);
  });

  test('with an end latency of zero, no session is left', async () => {
    const { failed } = await run(100.000_001, {}, RESTART, { session_end_latency: '0s' });
    expect(failed).toBe(0);
  });

  test('a suspend also ends sessions one after another', async () => {
    const cut = await run(100.1, {}, { suspend: 'primary' });
    expect(cut).toMatchObject({ failed_by_error: { '57P01': 1 }, wakes: 0 });
  });
});

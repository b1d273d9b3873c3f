import { describe, expect, test } from 'vitest';
import { at, primary, runExample, story } from './support/one-compute.js';

const awake = { suspend_timeout_seconds: -1 };

describe('max_connections', () => {
  test('a connection that finds every slot taken is refused with 53300', async () => {
    const record = await runExample({
      compute: awake,
      load: { process: at(0, 0, 0, 5), query: { cpu: '0s', wait: '2s' } },
      model: { max_connections: 2 },
    });
    const one = primary(record);
    expect(one).toMatchObject({ completed: 3, failed_by_error: { '53300': 1 } });
    expect(one.connections).toMatchObject({ limit: 2, peak: 2, refused: 1 });
    expect(story(record)).toEqual(['0 active', '0 refuse']);
    expect(one.unavailable_seconds).toBe(2);
  });

  test('held clients are admitted together when the compute wakes, as far as there are slots', async () => {
    const record = await runExample({
      load: { process: at(10, 10.1, 10.2, 10.3, 10.4), query: { cpu: '0s', wait: '5s' } },
      model: { max_connections: 3 },
    });
    expect(story(record)).toEqual(['10 wake', '11 active', '11 refuse', '11 refuse', '316 suspend']);
    expect(primary(record)).toMatchObject({ completed: 3, delayed: 5, failed_by_error: { '53300': 2 } });
  });

  test('reserved slots are not available to clients', async () => {
    const record = await runExample({
      compute: awake,
      load: { process: at(0, 0), query: { cpu: '0s', wait: '2s' } },
      model: { max_connections: 8, reserved_connections: 7 },
    });
    expect(primary(record).connections).toMatchObject({ limit: 1, refused: 1 });
  });

  test('a compute without slots for clients is unavailable throughout', async () => {
    const record = await runExample({
      compute: awake,
      model: { max_connections: 1, reserved_connections: 1 },
    });
    expect(primary(record).unavailable_seconds).toBe(3600);
  });
});

describe('limits on waiting', () => {
  test('connect_timeout: a client gives up before the compute is awake', async () => {
    const record = await runExample({
      load: { process: at(10, 10.8), retry: { connect_timeout: '400ms' } },
    });
    expect(primary(record)).toMatchObject({ failed_by_error: { connect_timeout: 1 }, completed: 1 });
    expect(primary(record).latency.max).toBeCloseTo(0.2, 9);
    expect(story(record)).toEqual(['10 wake', '11 active', '311 suspend']);
  });

  test('acquire_timeout: a query gives up waiting for a connection of its pool', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 1, 2),
        query: { cpu: '0s', wait: '10s' },
        connection: { kind: 'pool', size: 1, acquire_timeout: '8.5s' },
      },
    });
    // The second query would start at 10, after 9 s; the third after 8 s, since the second has given up.
    expect(primary(record)).toMatchObject({ failed_by_error: { acquire_timeout: 1 }, completed: 2 });
    expect(primary(record).latency.max).toBe(18);
    expect(primary(record).connections).toMatchObject({ peak: 1, mean: 1 });
  });

  test('pool_full: a query beyond the queue limit of its pool fails at once', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 1, 2),
        query: { cpu: '0s', wait: '10s' },
        connection: { kind: 'pool', size: 1, max_waiting: 1 },
      },
    });
    expect(primary(record)).toMatchObject({ failed_by_error: { pool_full: 1 }, completed: 2 });
  });

  test('query_wait_timeout: a query waits at most two minutes in the pooler queue', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 10, 20),
        query: { cpu: '0s', wait: '135s' },
        connection: { kind: 'per_query', via: 'pooler' },
      },
      model: { max_connections: 1, pooler_pool_share: 1 },
    });
    // Both wait behind the first, which leaves at 135: they give up at 130 and 140.
    expect(primary(record)).toMatchObject({ failed_by_error: { query_wait_timeout: 1 }, completed: 2 });
    expect(primary(record).latency.max).toBe(115 + 135);
  });

  test('the pooler admits clients up to its limit', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 0, 0),
        query: { cpu: '0s', wait: '1s' },
        connection: { kind: 'per_query', via: 'pooler' },
      },
      model: { max_connections: 1, pooler_max_clients: 2 },
    });
    expect(primary(record)).toMatchObject({ failed_by_error: { '08P01': 1 }, completed: 2 });
  });
});

describe('the pooler', () => {
  test('the pooler shares few server connections among many clients', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 0, 0, 0),
        query: { cpu: '0s', wait: '1s' },
        connection: { kind: 'per_query', via: 'pooler' },
      },
      model: { max_connections: 10, pooler_pool_share: 0.2 },
    });
    expect(primary(record)).toMatchObject({ completed: 4, failed: 0, connections: { peak: 2 } });
    expect(primary(record).latency.sum).toBe(1 + 1 + 2 + 2);
  });

  test('clients that queue behind idle sessions are disconnected when the compute suspends', async () => {
    const record = await runExample({
      compute: { suspend_timeout_seconds: 60, initial_state: 'active' },
      load: [
        { process: at(0), connection: { kind: 'session', queries: 2, think: '20m' } },
        { process: at(1), connection: { kind: 'per_query', via: 'pooler' } },
      ],
      model: { max_connections: 1 },
    });
    expect(story(record).slice(0, 2)).toEqual(['0 active', '60 suspend']);
    expect(primary(record)).toMatchObject({ in_flight: 0, failed_by_error: { '57P01': 1 } });
  });
});

describe('retries', () => {
  test('a query is attempted as often as the retry policy says, after the backoffs', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        { process: at(0), query: { cpu: '0s', wait: '100s' } },
        { process: at(1), retry: { attempts: 4, first: '1s', factor: 2, jitter: 'none' } },
      ],
      model: { max_connections: 1 },
    });
    // Attempts at 1, 2, 4 and 8.
    expect(story(record, 'active')).toEqual(['1 refuse', '2 refuse', '4 refuse', '8 refuse']);
    expect(primary(record)).toMatchObject({
      failed_by_error: { '53300': 1 },
      retried_by_error: { '53300': 3 },
      connections: { refused: 4 },
    });
  });

  test('latency counts from the first attempt', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        { process: at(0), query: { cpu: '0s', wait: '5s' } },
        { process: at(1), retry: { attempts: 9, first: '1s', factor: 2, max: '2s', jitter: 'none' } },
      ],
      model: { max_connections: 1 },
    });
    // Attempts at 1, 2, 4, 6.
    expect(primary(record)).toMatchObject({ completed: 2, retried_by_error: { '53300': 3 } });
    expect(primary(record).latency.max).toBe(5);
    expect(primary(record).latency.buckets().at(-1)?.count).toBe(2);
  });

  test('a query that does not fit on the disk is not retried', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 1, 2),
        query: { cpu: '0s', wait: '10s', temp: '8GiB' },
        retry: { attempts: 5 },
      },
    });
    // 20 GiB are enough for two of them.
    expect(primary(record)).toMatchObject({
      completed: 2,
      failed_by_error: { '53100': 1 },
      retried_by_error: {},
    });
    expect(primary(record).temp_peak_bytes).toBe(16 * 1024 * 1024 * 1024);
  });
});

describe('sessions', () => {
  test('sessions think between queries and hold their connection meanwhile', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(10),
        query: { cpu: '1s' },
        connection: { kind: 'session', queries: 3, think: '4s' },
      },
      scenario: { duration: '100s' },
    });
    // 10 to 11, 15 to 16, 20 to 21.
    expect(primary(record)).toMatchObject({ arrived: 3, completed: 3 });
    expect(primary(record).connections).toMatchObject({ peak: 1, mean: 11 / 100 });
  });

  test('sessions stay open for their hold time, whatever they run', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(10),
        query: { cpu: '1s' },
        connection: { kind: 'session', hold: '30s', think: '7s' },
      },
      scenario: { duration: '100s' },
    });
    // Queries at 10, 18, 26 and 34; the next would come at 42, the session ends at 40.
    expect(primary(record)).toMatchObject({ completed: 4, connections: { peak: 1, mean: 30 / 100 } });
  });

  test('sessions reconnect after a suspend has cut them', async () => {
    const record = await runExample({
      compute: { suspend_timeout_seconds: 60 },
      load: { process: at(0), connection: { kind: 'session', queries: 2, think: '100s' } },
    });
    expect(story(record)).toEqual([
      '0 wake',
      '1 active',
      '61 suspend',
      '101 wake',
      '102 active',
      '162 suspend',
    ]);
    expect(primary(record)).toMatchObject({ completed: 2, delayed: 2, connections: { dropped: 1 } });
  });
});

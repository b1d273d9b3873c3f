import { describe, expect, test } from 'vitest';
import { at, primary, runExample, story } from './support/one-compute.js';

const awake = { suspend_timeout_seconds: -1, initial_state: 'active' };

/** The connection-seconds of a run of one hour. */
function connectionSeconds(mean: number): number {
  return mean * 3600;
}

describe('pool connections with a lifetime', () => {
  test('idle_timeout closes connections after that time without a query, and the last used is reused first', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 0, 50, 90),
        query: { cpu: '0s', wait: '1s' },
        connection: { kind: 'pool', size: 5, idle_timeout: '1m' },
      },
    });
    // Two are opened at 0. One is idle from 1 to 61; the other is used at 50 and at 90, and closed at 151.
    expect(connectionSeconds(primary(record).connections.mean)).toBeCloseTo(61 + 151, 9);
  });

  test('idle_timeout 0s keeps no connections above min_idle', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 0, 0),
        query: { cpu: '0s', wait: '10s' },
        connection: { kind: 'pool', size: 5, idle_timeout: '0s' },
      },
    });
    expect(connectionSeconds(primary(record).connections.mean)).toBe(30);
  });

  test('max_lifetime closes a connection of that age when it is idle', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 95),
        query: { cpu: '0s', wait: '10s' },
        connection: { kind: 'pool', size: 5, max_lifetime: '100s' },
      },
    });
    // In use from 95 to 105, when it is 105 s old; no other connection is needed.
    expect(connectionSeconds(primary(record).connections.mean)).toBe(105);
  });

  test('min_idle opens connections at the start and replaces old ones', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(),
        query: { cpu: '0s' },
        connection: { kind: 'pool', size: 5, min_idle: 3, max_lifetime: '10m' },
      },
      model: { connect_latency: '1s' },
    });
    expect(primary(record).connections).toMatchObject({ peak: 3, mean: 3 });
    expect(primary(record)).toMatchObject({ arrived: 0, in_flight: 0 });
  });

  test('min_idle connections are in addition to those in use, as far as the size allows', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(100, 100, 100, 100),
        query: { cpu: '0s', wait: '50s' },
        connection: { kind: 'pool', size: 5, min_idle: 2, idle_timeout: '100s' },
      },
    });
    // Two until 100, then five. One of them is idle and closed at 200; the four released at 150 are two more than
    // the minimum, until 250.
    const { peak, mean } = primary(record).connections;
    expect(peak).toBe(5);
    expect(connectionSeconds(mean)).toBe(2 * 3600 + 3 * 100 + 2 * 50);
  });

  test.each([
    ['noticed', ['301 suspend', '301 wake', '302 active', '602 suspend', '602 wake', '603 active']],
    ['tested', ['301 suspend']],
  ] as const)('HikariCP with cut connections: %s', async (stale, then) => {
    const connection = { preset: 'hikaricp', size: 4, idle_timeout: 'never', max_lifetime: 'never', stale };
    const record = await runExample({
      load: { process: at(), query: { cpu: '0s' }, connection: { kind: 'pool', ...connection } },
      scenario: { duration: '700s' },
    });
    expect(story(record)).toEqual(['0 wake', '1 active', ...then]);
    expect(primary(record)).toMatchObject({ arrived: 0, delayed: 0 });
  });

  test('a refused connection attempt is retried after a backoff, and queries do not wait for it', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        { process: at(0), query: { cpu: '0s', wait: '95s' }, connection: { kind: 'per_query' } },
        {
          process: at(100),
          query: { cpu: '0s' },
          connection: { kind: 'pool', size: 1, min_idle: 1 },
          retry: { attempts: 1, first: '1m', factor: 1, max: '1m', jitter: 'none' },
        },
      ],
      model: { max_connections: 1 },
    });
    // The first query has the only slot until 95; the pool retries at 0 and at 60; the second query opens one at 100.
    expect(primary(record)).toMatchObject({ completed: 2, failed: 0 });
    expect(primary(record).latency.max).toBe(95);
    expect(connectionSeconds(primary(record).connections.mean)).toBe(95 + 3500);
  });
});

describe('cut connections in a pool', () => {
  const cut = {
    compute: awake,
    events: [{ at: '100s', restart: 'primary' }],
  };
  const load = { process: at(0, 0, 0, 200, 201, 202, 203), query: { cpu: '0s', wait: '100ms' } };

  test('stale noticed: the pool opens new connections, and no query fails', async () => {
    const connection = { kind: 'pool', size: 3, idle_timeout: '30m', stale: 'noticed' };
    const record = await runExample({ ...cut, load: { ...load, connection } });
    expect(primary(record)).toMatchObject({ completed: 7, failed: 0 });
    expect(primary(record).connections.dropped).toBe(3);
  });

  test('stale tested: the pool checks connections at check-out, and no query fails', async () => {
    const connection = { kind: 'pool', size: 3, min_idle: 3, idle_timeout: '30m', stale: 'tested' };
    const record = await runExample({ ...cut, load: { ...load, connection } });
    expect(primary(record)).toMatchObject({ completed: 7, failed: 0 });
    expect(primary(record).connections.peak).toBe(3);
  });

  test.each([
    ['noticed', 287],
    ['tested', 48],
    ['handed_out', 48],
  ] as const)(
    '%s: a pool that keeps idle connections wakes the compute %i times per day',
    async (stale, wakes) => {
      const connection = { kind: 'pool', size: 3, min_idle: 3, max_lifetime: '30m', stale };
      const record = await runExample({
        load: { process: at(3600), connection },
        scenario: { duration: '1d' },
        model: { suspend_check: '0s', connect_latency: '0s' },
      });
      expect(Math.abs(primary(record).wakes - wakes)).toBeLessThanOrEqual(1);
      expect(primary(record).failed).toBe(stale === 'handed_out' ? 1 : 0);
    },
  );

  test('stale handed_out: each stale connection fails one query at once with 08006', async () => {
    const connection = { kind: 'pool', size: 3, stale: 'handed_out' };
    const record = await runExample({ ...cut, load: { ...load, connection } });
    expect(primary(record)).toMatchObject({ completed: 4, failed_by_error: { '08006': 3 } });
    expect(primary(record).mean_in_system * 3600).toBeCloseTo(0.4, 9);
  });

  test('stale handed_out: a client that retries loses no query', async () => {
    const connection = { kind: 'pool', size: 3, stale: 'handed_out' };
    const retry = { attempts: 4, first: '0s', jitter: 'none' };
    const record = await runExample({ ...cut, load: { ...load, connection, retry } });
    expect(primary(record)).toMatchObject({ completed: 7, retried_by_error: { '08006': 3 } });
    expect(primary(record).attempts).toEqual({ made: 10, completed: 7, failed: 0, retried: 3, open: 0 });
  });
});

describe('pools connected through the pooler', () => {
  test('idle pool connections count as clients of the pooler, and use no slots', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 0, 0, 100),
        query: { cpu: '0s', wait: '1s' },
        connection: { kind: 'pool', size: 3, min_idle: 3, via: 'pooler' },
      },
      model: { max_connections: 2, pooler_pool_share: 0.5 },
    });
    expect(primary(record)).toMatchObject({ completed: 4, failed: 0 });
    expect(primary(record).connections.peak).toBe(1);
    expect(primary(record).pooler).toMatchObject({ clients_peak: 3, queued: 2 });
  });

  test('one client above the pooler limit is refused, whether the others are active or idle', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        {
          process: at(0, 0),
          query: { cpu: '0s' },
          connection: { kind: 'pool', size: 5, min_idle: 2, via: 'pooler' },
        },
        { process: at(10), query: { cpu: '0s' }, connection: { kind: 'per_query', via: 'pooler' } },
      ],
      model: { pooler_max_clients: 2 },
    });
    expect(primary(record)).toMatchObject({ completed: 2, failed_by_error: { '08P01': 1 } });
  });
});

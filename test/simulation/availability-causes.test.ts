import { describe, expect, test } from 'vitest';
import { StateClock } from '../../src/simulation/record/state-clock.js';
import { at, primary, runExample } from './support/one-compute.js';

const query = { cpu: '0s', wait: '5s' };

describe('why a compute is unavailable', () => {
  test('a wake is a cause of unavailability while a client waits', async () => {
    const record = await runExample({ load: { process: at(10) }, model: { wake_latency: '3s' } });
    expect(primary(record)).toMatchObject({ unavailable_by_cause: { waking: 3 }, unavailable_seconds: 3 });
  });

  test('a restart is a cause of unavailability from when a client waits', async () => {
    const record = await runExample({
      compute: { initial_state: 'active', suspend_timeout_seconds: -1 },
      load: { process: at(101) },
      events: [{ at: '100s', restart: 'primary' }],
      model: { restart_latency: '5s' },
    });
    expect(primary(record).unavailable_by_cause).toEqual({ restarting: 4 });
  });

  test('a lack of free slots is a cause, and is counted separately from a preceding wake', async () => {
    const record = await runExample({
      load: { process: at(10), query: { cpu: '0s', wait: '7s' } },
      model: { max_connections: 1 },
    });
    expect(primary(record)).toMatchObject({
      unavailable_by_cause: { slots_full: 7, waking: 1 },
      unavailable_seconds: 8,
    });
  });

  test('exhausted CU-hours are a cause of unavailability', async () => {
    const record = await runExample({
      compute: { initial_state: 'active', autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
      load: { process: { regular: { every: '1m' } } },
      // 100 CU-hours are 50 h at this size.
      scenario: { plan: 'free', duration: '60h', start: '2026-01-01T00:00:00Z' },
    });
    expect(primary(record)).toMatchObject({
      unavailable_by_cause: { quota: 36_000 },
      unavailable_seconds: 36_000,
    });
  });

  const running = { initial_state: 'active', suspend_timeout_seconds: -1 };

  test('a full pooler is a cause of unavailability until a client leaves', async () => {
    const record = await runExample({
      compute: running,
      load: [
        {
          process: at(10),
          connection: { kind: 'session', via: 'pooler', queries: 1, hold: '30s' },
        },
        { process: at(20), connection: { via: 'pooler' } },
      ],
      model: { pooler_max_clients: 1 },
    });
    expect(primary(record)).toMatchObject({ failed: 1, unavailable_by_cause: { pooler_full: 30 } });
  });

  test('a pool that connects through the pooler can also fill it', async () => {
    const record = await runExample({
      compute: running,
      load: { process: at(10, 10), connection: { kind: 'pool', via: 'pooler', size: 2 }, query },
      model: { pooler_max_clients: 2 },
      scenario: { duration: '100s' },
    });
    expect(primary(record).unavailable_by_cause).toEqual({ pooler_full: 90 });
  });

  test('query timeouts in the pooler queue are a cause until a server connection is free', async () => {
    const record = await runExample({
      compute: running,
      load: [
        { process: at(10), connection: { via: 'pooler' }, query: { cpu: '0s', wait: '100s' } },
        { process: at(20, 50, 95), connection: { via: 'pooler' } },
      ],
      model: { max_connections: 10, pooler_pool_share: 0.1, query_wait_timeout: '20s' },
    });
    // Queries from 10 s to 90 s into the wait of the first one fail: those before 90 s.
    expect(primary(record)).toMatchObject({
      failed: 2,
      unavailable_by_cause: { pooler_queue: 70 },
    });
  });

  test('the connection rate limit of the proxy is a cause for the rest of the second', async () => {
    const record = await runExample({
      compute: running,
      load: { process: at(...Array.from({ length: 501 }, () => 10.25), 11.5) },
      model: { proxy: 'platform', max_connections: 2000 },
    });
    expect(primary(record)).toMatchObject({ failed: 1, unavailable_by_cause: { proxy_limits: 1 } });
  });

  test('without a proxy a compute that cannot start is unavailable even if no client waits', async () => {
    const record = await runExample({
      load: { process: at(100) },
      model: { proxy: 'absent' },
      scenario: { faults: [{ at: '50s', for: '600s', control_plane_outage: true }] },
    });
    expect(primary(record).unavailable_by_cause).toEqual({ fault: 600 });
  });
});

describe('the accounting of unavailable time', () => {
  test('unavailable time does not depend on how often its cause changes', () => {
    const once = new StateClock('active');
    const twice = new StateClock('active');
    once.setUnavailable(0.1, 'waking');
    twice.setUnavailable(0.1, 'waking');
    twice.setUnavailable(0.2, 'slots_full');
    once.setUnavailable(0.3, undefined);
    twice.setUnavailable(0.3, undefined);
    expect(twice.unavailableSeconds(1)).toBe(once.unavailableSeconds(1));
    expect(Object.keys(twice.unavailableByCause(1))).toEqual(['slots_full', 'waking']);
  });

  test('unavailable time is counted up to the current time', () => {
    const clock = new StateClock('active');
    clock.setUnavailable(10, 'fault');
    expect(clock.unavailableSeconds(14)).toBe(4);
    expect(clock.unavailableByCause(14)).toEqual({ fault: 4 });
  });

  test('a cause with an end time counts until then, and can occur again', () => {
    const clock = new StateClock('active');
    clock.setUnavailable(10, 'proxy_limits', 11);
    expect(clock.unavailableSeconds(14)).toBe(1);
    clock.setUnavailable(20, 'proxy_limits', 21);
    clock.setUnavailable(20.5, 'slots_full');
    clock.setUnavailable(23, undefined);
    expect(clock.unavailableSeconds(30)).toBe(4);
    expect(clock.unavailableByCause(30)).toEqual({ proxy_limits: 1.5, slots_full: 2.5 });
  });
});

import { describe, expect, test } from 'vitest';
import { StateClock } from '../../src/simulation/record/state-clock.js';
import { at, primary, runExample } from './support/one-compute.js';

describe('why a compute is unavailable', () => {
  test('a wake that somebody waits for', async () => {
    const record = await runExample({ load: { process: at(10) }, model: { wake_latency: '3s' } });
    expect(primary(record)).toMatchObject({ unavailable_by_cause: { waking: 3 }, unavailable_seconds: 3 });
  });

  test('a restart, from when somebody waits', async () => {
    const record = await runExample({
      compute: { initial_state: 'active', suspend_timeout_seconds: -1 },
      load: { process: at(101) },
      events: [{ at: '100s', restart: 'primary' }],
      model: { restart_latency: '5s' },
    });
    expect(primary(record).unavailable_by_cause).toEqual({ restarting: 4 });
  });

  test('no free slot; when it comes right after a wake, the periods are told apart', async () => {
    const record = await runExample({
      load: { process: at(10), query: { cpu: '0s', wait: '7s' } },
      model: { max_connections: 1 },
    });
    expect(primary(record)).toMatchObject({
      unavailable_by_cause: { slots_full: 7, waking: 1 },
      unavailable_seconds: 8,
    });
  });

  test('no CU-hours left', async () => {
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
});

describe('the account of unavailable time', () => {
  test('does not depend on how often the cause changes on the way', () => {
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

  test('counts up to now', () => {
    const clock = new StateClock('active');
    clock.setUnavailable(10, 'fault');
    expect(clock.unavailableSeconds(14)).toBe(4);
    expect(clock.unavailableByCause(14)).toEqual({ fault: 4 });
  });
});

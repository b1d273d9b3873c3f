import { describe, expect, test } from 'vitest';
import { at, type Example, primary, runExample, story } from './support/one-compute.js';

/** An example without a proxy between clients and compute. */
function bare(example: Example): ReturnType<typeof runExample> {
  return runExample({ ...example, model: { proxy: 'absent', ...example.model } });
}

describe('without a proxy', () => {
  test('without a proxy a client wakes a suspended compute, and is refused', async () => {
    const record = await bare({ load: { process: at(10, 10.5, 11) } });
    expect(story(record)).toEqual(['10 wake', '10 refuse', '10.5 refuse', '11 active', '311 suspend']);
    expect(primary(record)).toMatchObject({ completed: 1, failed_by_error: { '57P03': 2 }, delayed: 0 });
    expect(record.decisions[1]?.reason).toBe('57P03 the database system is starting up');
  });

  test('without a proxy a client that retries is admitted once the compute runs', async () => {
    const record = await bare({
      load: { process: at(10), retry: { attempts: 5, first: '400ms', factor: 1, jitter: 'none' } },
    });
    // Attempts at 10, 10.4, 10.8 and 11.2.
    expect(primary(record)).toMatchObject({ completed: 1, retried_by_error: { '57P03': 3 }, delayed: 1 });
    expect(primary(record).latency.max).toBeCloseTo(1.2, 9);
  });

  test('without a proxy no client is held during a restart', async () => {
    const record = await bare({
      compute: { initial_state: 'active' },
      load: { process: at(100.5) },
      events: [{ at: '100s', restart: 'primary' }],
    });
    expect(primary(record)).toMatchObject({ failed_by_error: { '57P03': 1 }, restarts: 1 });
  });

  test('without a proxy connections are refused during a start, whether or not a client asks for one', async () => {
    const record = await bare({
      compute: { initial_state: 'active', suspend_timeout_seconds: -1 },
      events: [{ at: '100s', restart: 'primary' }],
      model: { restart_latency: '4s' },
    });
    expect(primary(record).unavailable_by_cause).toEqual({ restarting: 4 });
  });

  test('without a proxy connections get no response if nothing can be started', async () => {
    const record = await bare({
      load: { process: at(10, 100) },
      scenario: { faults: [{ at: '0s', for: '1m', control_plane_outage: true }] },
    });
    expect(story(record, 'fault', 'fault_ended')).toEqual([
      '10 refuse',
      '100 wake',
      '100 refuse',
      '101 active',
      '401 suspend',
    ]);
    expect(primary(record).failed_by_error).toEqual({ '08006': 1, '57P03': 1 });
  });
});

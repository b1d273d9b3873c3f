import { describe, expect, test } from 'vitest';
import { at, primary, runExample, story } from './support/one-compute.js';

const backoff = { first: '10s', factor: 1, jitter: 'none' };

describe('LISTEN sessions', () => {
  test('listeners are idle to the platform, are cut at a suspend, and wake the compute when they reconnect', async () => {
    const record = await runExample({
      load: {
        process: undefined,
        query: undefined,
        connection: { kind: 'listen', clients: 3 },
        retry: backoff,
      },
      scenario: { duration: '700s' },
    });
    // Connected at 1, cut at 301, reconnected ten seconds later.
    expect(story(record)).toEqual([
      '0 wake',
      '1 active',
      '301 suspend',
      '311 wake',
      '312 active',
      '612 suspend',
      '622 wake',
      '623 active',
    ]);
    const one = primary(record);
    expect(one).toMatchObject({ arrived: 0, delayed: 0, in_flight: 0, wakes: 3 });
    expect(one.connections).toMatchObject({ peak: 3, dropped: 6, refused: 0 });
    expect(one.connections.mean * 700).toBeCloseTo(3 * (300 + 300 + 77), 9);
  });

  test('listeners occupy slots, and retry indefinitely if there are none', async () => {
    const record = await runExample({
      compute: { suspend_timeout_seconds: -1 },
      load: [
        { process: undefined, query: undefined, connection: { kind: 'listen', clients: 3 }, retry: backoff },
        { process: at(100), query: { cpu: '0s' } },
      ],
      model: { max_connections: 2 },
    });
    const one = primary(record);
    expect(one).toMatchObject({ arrived: 1, failed: 1, failed_by_error: { '53300': 1 } });
    // The third listener is refused at 0, 10, 20 and so on to 3600. It is not a query, and makes no attempts.
    expect(one.connections).toMatchObject({ mean: 2, refused: 1 + 361 });
    expect(one.attempts).toEqual({ made: 1, completed: 0, failed: 1, retried: 0, open: 0 });
  });
});

describe('subscribers of logical replication', () => {
  test('subscribers of logical replication keep the compute awake', async () => {
    const record = await runExample({
      load: {
        process: undefined,
        query: undefined,
        connection: { kind: 'replication', clients: 2 },
        retry: backoff,
      },
    });
    expect(story(record)).toEqual(['0 wake', '1 active']);
    expect(primary(record)).toMatchObject({ active_seconds: 3599, arrived: 0 });
    expect(primary(record).connections.peak).toBe(2);
  });

  test('subscribers reconnect after a restart', async () => {
    const record = await runExample({
      load: {
        process: undefined,
        query: undefined,
        connection: { kind: 'replication', clients: 2 },
        retry: backoff,
      },
      events: [{ at: '1000s', restart: 'primary' }],
    });
    expect(story(record)).toEqual(['0 wake', '1 active', '1000 restart', '1001 restarted']);
    const { dropped, mean } = primary(record).connections;
    expect(dropped).toBe(2);
    expect(mean * 3600).toBeCloseTo(2 * (999 + 2590), 9);
  });

  test('refused subscribers retry indefinitely, with growing delays', async () => {
    const record = await runExample({
      compute: { suspend_timeout_seconds: -1, initial_state: 'active' },
      load: {
        process: undefined,
        query: undefined,
        connection: { kind: 'replication', clients: 1 },
        retry: { first: '250ms', factor: 2, max: '1s', jitter: 'none' },
      },
      model: { max_connections: 1, reserved_connections: 1 },
      scenario: { duration: '4s' },
    });
    const refused = record.decisions.filter(({ decision }) => decision === 'refuse');
    expect(refused.map((row) => row.time_seconds)).toEqual([0, 0.25, 0.75, 1.75, 2.75, 3.75]);
  });

  test('subscribers routed over replicas are distributed', async () => {
    const size = { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 };
    const record = await runExample({
      scenario: {
        computes: [
          { name: 'primary', ...size },
          { name: 'one', type: 'read_only', ...size },
          { name: 'two', type: 'read_only', ...size },
        ],
        load: [
          {
            name: 'feed',
            route: { least_connections: ['one', 'two'] },
            connection: { kind: 'replication', clients: 5 },
          },
        ],
      },
    });
    expect(record.observations.computes.map(({ connections }) => connections.peak)).toEqual([0, 3, 2]);
  });
});

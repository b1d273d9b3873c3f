import { describe, expect, test } from 'vitest';
import { at, primary, runExample, story } from './support/one-compute.js';

/** A session of three instant queries with think time between them. */
function session(think: string, further = {}) {
  return { kind: 'session', queries: 3, think, in_transaction: true, ...further };
}

describe('a session in a transaction', () => {
  test('a session in a transaction keeps the compute awake between its queries, unlike other sessions', async () => {
    const load = { process: at(0), query: { cpu: '0s' } };
    const open = await runExample({
      compute: { suspend_timeout_seconds: 60 },
      load: { ...load, connection: session('200s') },
      scenario: { duration: '600s' },
    });
    expect(story(open)).toEqual(['0 wake', '1 active', '461 suspend']);
    const idle = await runExample({
      compute: { suspend_timeout_seconds: 60 },
      load: { ...load, connection: session('200s', { in_transaction: false }) },
      scenario: { duration: '600s' },
    });
    expect(story(idle, 'active')).toEqual([
      '0 wake',
      '61 suspend',
      '201 wake',
      '262 suspend',
      '402 wake',
      '463 suspend',
    ]);
  });

  test('a transaction that is idle for too long is ended, and its next query fails with 25P03', async () => {
    const record = await runExample({
      compute: { suspend_timeout_seconds: 60 },
      load: { process: at(0), query: { cpu: '0s' }, connection: session('400s') },
      model: { wake_latency: '0s' },
      scenario: { duration: '600s' },
    });
    // Idle in transaction from 0 to 300, five minutes; suspended a minute later.
    expect(story(record)).toEqual(['0 wake', '0 active', '360 suspend']);
    expect(primary(record)).toMatchObject({ completed: 1, failed_by_error: { '25P03': 1 } });
    expect(primary(record).connections).toMatchObject({ dropped: 0, mean: 0.5 });
  });

  test('a session continues in a new transaction if its client retries', async () => {
    const record = await runExample({
      load: {
        process: at(0),
        query: { cpu: '0s' },
        connection: session('400s'),
        retry: { attempts: 2, first: '0s', jitter: 'none' },
      },
      model: { wake_latency: '0s', idle_in_transaction_timeout: '100s' },
    });
    // Queries at 0, 400 and 800; the session closes after the third.
    expect(primary(record)).toMatchObject({ completed: 3, failed: 0, retried_by_error: { '25P03': 2 } });
    expect(primary(record).connections.mean * 3600).toBe(200);
  });

  test('a transaction is lost in a restart, and the next query finds its connection closed', async () => {
    const record = await runExample({
      compute: { suspend_timeout_seconds: -1, initial_state: 'active' },
      load: { process: at(0), query: { cpu: '0s' }, connection: session('10s') },
      events: [{ at: '5s', restart: 'primary' }],
    });
    expect(primary(record)).toMatchObject({ completed: 1, failed_by_error: { '08006': 1 } });
  });

  test('a transaction holds its server connection of the pooler until it ends', async () => {
    const pooled = { via: 'pooler' };
    const example = (in_transaction: boolean) =>
      runExample({
        compute: { suspend_timeout_seconds: -1, initial_state: 'active' },
        load: [
          { process: at(0), query: { cpu: '0s' }, connection: session('20s', { ...pooled, in_transaction }) },
          { process: at(10), query: { cpu: '0s' }, connection: { kind: 'per_query', ...pooled } },
        ],
        model: { max_connections: 1 },
      });
    const held = primary(await example(true));
    expect(held).toMatchObject({ completed: 4, failed: 0 });
    expect(held.latency.max).toBe(30);
    expect(held.pooler).toMatchObject({ clients_peak: 2, queued: 1 });
    const lent = primary(await example(false));
    expect(lent.latency.max).toBe(0);
    expect(lent.pooler).toMatchObject({ clients_peak: 2, queued: 0 });
  });

  test('a transaction releases its server connection when its query is cancelled', async () => {
    const record = await runExample({
      compute: { suspend_timeout_seconds: -1, initial_state: 'active' },
      load: [
        {
          process: at(0),
          query: { cpu: '0s', wait: '9s', statement_timeout: '5s' },
          connection: session('20s', { via: 'pooler' }),
        },
        { process: at(1), query: { cpu: '0s' }, connection: { kind: 'per_query', via: 'pooler' } },
      ],
      model: { max_connections: 1 },
    });
    expect(primary(record)).toMatchObject({ completed: 1, failed_by_error: { '57014': 1 } });
    expect(primary(record).latency.max).toBe(4);
  });
});

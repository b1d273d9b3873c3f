import { describe, expect, test } from 'vitest';
import { at, primary, runExample } from './support/one-compute.js';

const awake = { suspend_timeout_seconds: -1 };

describe('statement_timeout', () => {
  test('a statement timeout cancels a query on CPU, and the other queries get the CPU', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        { process: at(0), query: { cpu: '10s', statement_timeout: '4s' } },
        { process: at(0), query: { cpu: '5s' } },
      ],
    });
    // Half a vCPU each until 4, when the second has 3 s left.
    const one = primary(record);
    expect(one).toMatchObject({ completed: 1, failed_by_error: { '57014': 1 } });
    expect(one.latency.max).toBe(7);
    expect(one.cpu_seconds).toBe(7);
  });

  test('a statement timeout cancels a query that waits for something other than CPU', async () => {
    const record = await runExample({
      compute: awake,
      load: { process: at(0, 10), query: { cpu: '1s', wait: '5s', statement_timeout: '4s' } },
    });
    expect(primary(record)).toMatchObject({ completed: 0, failed_by_error: { '57014': 2 } });
    expect(primary(record).connections).toMatchObject({ peak: 1, mean: 8 / 3600 });
    expect(primary(record).mean_in_system).toBe(8 / 3600);
  });

  test('a statement timeout counts from the start of work, excluding waits for the compute or the pool', async () => {
    const record = await runExample({
      load: {
        process: at(0, 0),
        query: { cpu: '0s', wait: '3s', statement_timeout: '3.5s' },
        connection: { kind: 'pool', size: 1 },
      },
      model: { wake_latency: '5s' },
    });
    expect(primary(record)).toMatchObject({ completed: 2, failed: 0 });
    expect(primary(record).latency.max).toBe(11);
  });

  test('a pooled connection survives a cancelled query, and the client does not retry it', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 1),
        query: { cpu: '0s', wait: '9s', statement_timeout: '3s' },
        connection: { kind: 'pool', size: 1 },
        retry: { attempts: 5 },
      },
    });
    expect(primary(record).failed_by_error).toEqual({ '57014': 2 });
    expect(primary(record).retried_by_error).toEqual({});
    // One connection from 0 on: the second query uses it from 3 to 6.
    expect(primary(record).connections).toMatchObject({ peak: 1, mean: 1 });
  });

  test('a cancelled query returns its server connection to the pooler', async () => {
    const record = await runExample({
      compute: awake,
      load: {
        process: at(0, 0),
        query: { cpu: '0s', wait: '9s', statement_timeout: '3s' },
        connection: { kind: 'per_query', via: 'pooler' },
      },
      model: { max_connections: 1 },
    });
    expect(primary(record).failed_by_error).toEqual({ '57014': 2 });
    expect(primary(record).mean_in_system).toBe((3 + 6) / 3600);
  });

  test('a restart clears the timeouts of the queries that it cuts', async () => {
    const record = await runExample({
      compute: awake,
      load: { process: at(0), query: { cpu: '9s', statement_timeout: '3s' } },
      events: [{ at: '1s', restart: 'primary' }],
    });
    expect(primary(record).failed_by_error).toEqual({ '57P01': 1 });
  });
});

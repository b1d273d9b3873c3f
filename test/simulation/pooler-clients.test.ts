import { describe, expect, test } from 'vitest';
import { at, primary, runExample } from './support/one-compute.js';

const awake = { suspend_timeout_seconds: -1, initial_state: 'active' };
const second = { cpu: '0s', wait: '1s' };

/** A connection of a single query through the pooler. */
const pooled = (user = 'app', database = 'app') => ({
  connection: { kind: 'per_query', via: 'pooler', user, database },
});

describe('pools of the pooler', () => {
  test('the pooler has a pool of the full size for each user and database', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        { ...pooled('ann', 'shop'), process: at(0, 0, 0), query: second },
        { ...pooled('ann', 'shop'), process: at(0), query: second },
        { ...pooled('bob', 'shop'), process: at(0, 0, 0), query: second },
        { ...pooled('ann', 'stock'), process: at(0, 0, 0), query: second },
      ],
      model: { max_connections: 10, pooler_pool_share: 0.2 },
    });
    // Two server connections each: of the four, three and three queries, two, one and one wait.
    expect(primary(record)).toMatchObject({ completed: 10, connections: { peak: 6 } });
    expect(primary(record).pooler).toMatchObject({ queued: 4, waiting_peak: 4, clients_peak: 10 });
    expect(primary(record).pooler.wait.sum).toBe(4);
    expect(primary(record).latency.max).toBe(2);
  });

  test('pools share the slots of the compute, so together they may need more than there are', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        { ...pooled('ann'), process: at(0, 0, 0), query: second },
        { ...pooled('bob'), process: at(0.1), query: second },
        { process: at(0.5), query: second },
      ],
      model: { max_connections: 3, pooler_pool_share: 1 },
    });
    // The first pool keeps all three open, so the other pool waits in vain for a slot, and a direct client is refused.
    expect(primary(record)).toMatchObject({
      completed: 3,
      failed_by_error: { '53300': 1, query_wait_timeout: 1 },
    });
  });

  test('a slot that a direct client releases goes to the waiting pool', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        { process: at(0), query: second },
        { ...pooled(), process: at(0.5), query: second },
      ],
      model: { max_connections: 1, pooler_pool_share: 1 },
    });
    expect(primary(record)).toMatchObject({ completed: 2, connections: { peak: 1 } });
    expect(primary(record).pooler.wait.max).toBe(0.5);
  });
});

describe('clients of the pooler', () => {
  test('clients of the pooler are connections, including idle sessions', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        {
          ...pooled(),
          connection: { kind: 'session', via: 'pooler', queries: 2, think: '10s' },
          process: at(0),
        },
        { ...pooled(), process: at(5, 15) },
      ],
      model: { pooler_max_clients: 1 },
    });
    // The session closes after its second query, at 10.
    expect(primary(record)).toMatchObject({ completed: 3, failed_by_error: { '08P01': 1 } });
    expect(primary(record).pooler.clients_peak).toBe(1);
  });

  test('clients of the pooler include idle connections of client pools', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        { connection: { kind: 'pool', via: 'pooler', size: 2 }, process: at(0, 0, 20, 20), query: second },
        { ...pooled(), process: at(10) },
      ],
      model: { pooler_max_clients: 2 },
    });
    expect(primary(record)).toMatchObject({ completed: 4, failed_by_error: { '08P01': 1 } });
    expect(primary(record).pooler.clients_peak).toBe(2);
  });

  test("a restart disconnects the pooler's clients, including those that wait, and frees their places", async () => {
    const record = await runExample({
      compute: awake,
      load: { ...pooled(), process: at(99.5, 99.6, 99.7, 102, 102), query: second },
      events: [{ at: '100s', restart: 'primary' }],
      model: { max_connections: 1, pooler_max_clients: 3 },
    });
    expect(primary(record)).toMatchObject({ completed: 2, failed_by_error: { '57P01': 3 } });
    expect(primary(record).pooler).toMatchObject({ clients_peak: 3, waiting_peak: 2, queued: 3 });
    expect(primary(record).pooler.wait.sum).toBeCloseTo(0.4 + 0.3 + 1, 9);
  });

  test('a session in a transaction keeps its server connection until the transaction ends', async () => {
    const record = await runExample({
      compute: awake,
      load: [
        {
          connection: { kind: 'session', via: 'pooler', queries: 2, think: '30s', in_transaction: true },
          process: at(0),
        },
        { ...pooled(), process: at(10) },
      ],
      model: { max_connections: 1, pooler_pool_share: 1 },
    });
    expect(primary(record)).toMatchObject({ completed: 3, failed: 0 });
    expect(primary(record).pooler.wait.max).toBe(20);
  });
});

describe('max_connections', () => {
  const crowd = { process: at(...Array(300).fill(10)), query: second };

  test('max_connections is based on the smaller of the maximum and eight times the minimum, at any size', async () => {
    const record = await runExample({
      compute: { ...awake, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 4 },
      load: crowd,
      model: { connection_memory: '0' },
    });
    expect(primary(record)).toMatchObject({ completed: 300, connections: { limit: 901, peak: 300 } });
  });

  test('max_connections changes with an edit, which restarts the compute', async () => {
    const record = await runExample({
      compute: { ...awake, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
      load: [crowd, { ...crowd, process: at(...Array(300).fill(200)) }],
      events: [
        {
          at: '100s',
          update: 'primary',
          set: { autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 0.5 },
        },
      ],
    });
    expect(primary(record)).toMatchObject({
      completed: 112 + 225,
      failed_by_error: { '53300': 188 + 75 },
      restarts: 1,
      connections: { limit: 225 },
    });
  });

  test('a refusal with reserved slots has the message for reserved slots', async () => {
    const reasons = async (reserved: number) => {
      const record = await runExample({
        compute: awake,
        load: { process: at(0, 0), query: second },
        model: { max_connections: 1 + reserved, reserved_connections: reserved },
      });
      return record.decisions.filter((row) => row.decision === 'refuse').map((row) => row.reason);
    };
    expect(await reasons(0)).toEqual(['53300 sorry, too many clients already']);
    expect(await reasons(7)).toEqual([
      '53300 remaining connection slots are reserved for roles with the SUPERUSER attribute',
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { at, primary, runExample, story } from './support/one-compute.js';

describe('waking', () => {
  test('many callers share one wake and are admitted together', async () => {
    const record = await runExample({ load: { process: at(10, 10.2, 10.5, 10.9, 20) } });
    const one = primary(record);
    expect(story(record)).toEqual(['10 wake', '11 active', '320 suspend']);
    expect(one).toMatchObject({ wakes: 1, suspends: 1, arrived: 5, completed: 5, found_idle: 1, delayed: 4 });
    expect(one.latency.sum).toBeCloseTo(1 + 0.8 + 0.5 + 0.1, 9);
    expect(one.delay.count).toBe(4);
    expect(one.delay.max).toBeCloseTo(1, 9);
    expect(one).toMatchObject({ starting_seconds: 1, active_seconds: 309, cu_seconds: 309 });
    expect(one.suspended_seconds).toBe(3600 - 310);
    expect(one.unavailable_seconds).toBeCloseTo(1, 9);
  });

  test('start-up time is billed only if the scenario says so', async () => {
    const load = { process: at(0) };
    expect(primary(await runExample({ load })).cu_seconds).toBe(300);
    expect(primary(await runExample({ load, model: { bill_startup: true } })).cu_seconds).toBe(301);
  });

  test('a compute created in the scenario starts, and its callers wait', async () => {
    const record = await runExample({ compute: { initial_state: 'init' }, load: { process: at(0.25) } });
    expect(story(record)).toEqual(['0 start', '1 active', '301 suspend']);
    expect(primary(record)).toMatchObject({ wakes: 0, delayed: 1, found_idle: 0, starting_seconds: 1 });
    expect(primary(record).latency.max).toBe(0.75);
  });

  test('an empty warm pool and a long suspension make a wake slower', async () => {
    const load = { process: at(0, 1000) };
    const model = {
      warm_pool_miss: 1,
      warm_pool_miss_latency: '4s',
      long_idle_after: '10m',
      long_idle_factor: 1.5,
    };
    const { wake_latency } = primary(await runExample({ load, model }));
    expect([wake_latency.min, wake_latency.max]).toEqual([4, 6]);
  });

  test('a start call wakes a suspended compute and has no effect on a running one', async () => {
    const record = await runExample({
      events: [
        { at: '60s', start: 'primary' },
        { at: '70s', start: 'primary' },
      ],
    });
    expect(story(record)).toEqual(['60 start', '61 active', '361 suspend']);
  });
});

describe('suspending by a call', () => {
  test('a suspend call drops connections, fails running queries and suspends the compute', async () => {
    const record = await runExample({
      compute: { initial_state: 'active' },
      load: { process: at(5), query: { cpu: '60s' } },
      events: [{ at: '20s', suspend: 'primary' }],
    });
    expect(story(record)).toEqual(['0 active', '20 suspend']);
    expect(primary(record)).toMatchObject({ failed_by_error: { '57P01': 1 }, in_flight: 0 });
    expect(primary(record).connections.dropped).toBe(1);
  });

  test('callers that wait for a cancelled start wake the compute again', async () => {
    const record = await runExample({
      load: { process: at(10) },
      events: [{ at: '10.5s', suspend: 'primary' }],
    });
    expect(story(record)).toEqual(['10 wake', '10.5 suspend', '10.5 wake', '11.5 active', '311.5 suspend']);
    expect(primary(record).latency.max).toBe(1.5);
    expect(primary(record).wake_latency.count).toBe(1);
  });
});

describe('restarting', () => {
  test('a restart fails running queries with 57P01, drops connections and holds new ones', async () => {
    const record = await runExample({
      compute: { initial_state: 'active' },
      load: [
        { process: at(0), query: { cpu: '30s' } },
        { process: at(10.5), query: { cpu: '2s' } },
      ],
      events: [{ at: '10s', restart: 'primary' }],
    });
    const one = primary(record);
    expect(story(record)).toEqual(['0 active', '10 restart', '11 restarted', '313 suspend']);
    expect(one).toMatchObject({ failed_by_error: { '57P01': 1 }, completed: 1, restarts: 1, delayed: 1 });
    expect(one.latency.max).toBe(0.5 + 2);
    expect(one.restarting_seconds).toBe(1);
    expect(one.connections.dropped).toBe(1);
    // A client waited from 10.5 to 11.
    expect(one.unavailable_seconds).toBe(0.5);
  });

  test('a client that retries waits for the restart', async () => {
    const record = await runExample({
      compute: { initial_state: 'active' },
      load: {
        process: at(0),
        query: { cpu: '15s' },
        retry: { attempts: 2, first: '200ms', jitter: 'none' },
      },
      events: [{ at: '10s', restart: 'primary' }],
    });
    expect(primary(record)).toMatchObject({ completed: 1, failed: 0, retried_by_error: { '57P01': 1 } });
    expect(primary(record).latency.max).toBe(11 + 15);
    expect(primary(record).delay.max).toBeCloseTo(0.8, 9);
  });

  test('a restart is refused unless the compute is active', async () => {
    const record = await runExample({ events: [{ at: '10s', restart: 'primary' }] });
    expect(record.decisions.map((row) => row.decision)).toEqual(['restart']);
    expect(record.decisions[0]!.reason).toContain('refused: only an active compute restarts');
    expect(primary(record).restarts).toBe(0);
  });
});

describe('edits', () => {
  const edit = (set: Readonly<Record<string, number>>, compute: Readonly<Record<string, unknown>> = {}) =>
    runExample({
      compute: {
        autoscaling_limit_max_cu: 2,
        suspend_timeout_seconds: -1,
        ...compute,
      },
      load: { process: at(5), query: { cpu: '0s', wait: '60s' } },
      events: [{ at: '20s', update: 'primary', set }],
      scenario: { duration: '100s' },
    });

  test.each([
    { set: { autoscaling_limit_min_cu: 2 }, cu: 2 },
    { set: { autoscaling_limit_max_cu: 4 }, cu: 1 },
    { set: { autoscaling_limit_min_cu: 3, autoscaling_limit_max_cu: 3 }, cu: 3 },
  ])('an edit of $set restarts the compute at its new minimum', async ({ set, cu }) => {
    const record = await edit(set);
    expect(story(record)).toEqual(['0 active', '20 update', '20 restart', '21 restarted']);
    expect(primary(record)).toMatchObject({ restarts: 1, failed_by_error: { '57P01': 1 } });
    expect(record.decisions.at(-1)).toMatchObject({ cu_before: 0, cu_after: cu });
    expect(primary(record).cu_seconds).toBe(20 + 79 * cu);
  });

  test('an edit to another fixed size restarts the compute', async () => {
    const set = { autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 4 };
    const record = await edit(set, { autoscaling_limit_max_cu: 1 });
    expect(primary(record)).toMatchObject({ restarts: 1, max_cu: 4, connections: { limit: 1802 } });
  });

  test.each([{ set: { suspend_timeout_seconds: 60 } }, { set: { autoscaling_limit_max_cu: 2 } }])(
    'an edit of $set does not restart the compute: a timeout, or an unchanged size',
    async ({ set }) => {
      const record = await edit(set);
      expect(story(record)).toEqual(['0 active', '20 update']);
      expect(primary(record)).toMatchObject({ restarts: 0, completed: 1, failed: 0 });
    },
  );

  test('an edit of a suspended compute applies from its next start', async () => {
    const record = await runExample({
      load: { process: at(30) },
      events: [
        { at: '20s', update: 'primary', set: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 4 } },
      ],
    });
    expect(story(record)).toEqual(['20 update', '30 wake', '31 active', '331 suspend']);
    expect(primary(record)).toMatchObject({ restarts: 0, max_cu: 2, connections: { limit: 1802 } });
  });
});

describe('automatic resizes', () => {
  test('an automatic resize drops no connection and restarts nothing', async () => {
    const record = await runExample({
      compute: {
        autoscaling_limit_min_cu: 0.25,
        autoscaling_limit_max_cu: 4,
        suspend_timeout_seconds: -1,
      },
      load: { process: { regular: { every: '10s' } }, query: { cpu: '25s' } },
    });
    const one = primary(record);
    expect(one.resizes).toBeGreaterThan(3);
    expect(one).toMatchObject({ restarts: 0, failed: 0, connections: { dropped: 0, limit: 901 } });
    expect(one.max_cu).toBeGreaterThan(2);
    const sizes = record.decisions.filter((row) => row.decision === 'resize').map((row) => row.cu_after);
    expect(sizes.every((cu) => cu >= 0.25 && cu <= 4)).toBe(true);
  });

  test('a fixed-size compute is never resized', async () => {
    const record = await runExample({
      load: { process: { regular: { every: '10s' } }, query: { cpu: '25s' } },
    });
    expect(primary(record).resizes).toBe(0);
  });
});

import { describe, expect, test } from 'vitest';
import { at, primary, runExample, story } from './support/one-compute.js';

/** A fixed-size compute that suspends after five minutes, with wakes of one second. */
const lonely = (model: Readonly<Record<string, unknown>>, duration: string) =>
  runExample({ model, scenario: { duration } });

describe('availability checks', () => {
  test('availability checks at intervals below the timeout keep a compute awake permanently', async () => {
    const record = await lonely({ availability_check_interval: '200s' }, '2h');
    expect(story(record)).toEqual(['200 start', '201 active']);
    expect(primary(record)).toMatchObject({ wakes: 1, suspends: 0, active_seconds: 7200 - 201 });
  });

  test('availability checks at longer intervals wake the compute each time, for the length of the timeout', async () => {
    const record = await lonely({ availability_check_interval: '1000s' }, '10500s');
    expect(primary(record)).toMatchObject({
      wakes: 10,
      suspends: 10,
      active_seconds: 10 * 300,
      starting_seconds: 10,
      suspended_seconds: 10_500 - 10 * 301,
      arrived: 0,
    });
  });

  test('an availability check resets the timeout of an active compute', async () => {
    const record = await runExample({
      load: { process: at(900) },
      model: { availability_check_interval: '1000s' },
      scenario: { duration: '1900s' },
    });
    // Woken at 900, active from 901; the check at 1000 comes before the timeout at 1201.
    expect(story(record)).toEqual(['900 wake', '901 active', '1300 suspend']);
  });

  test('availability checks ignore a compute whose CU-hours are exhausted', async () => {
    const record = await runExample({
      compute: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
      model: { availability_check_interval: '4m' },
      scenario: { plan: 'free', start: '2026-01-05T00:00:00Z', duration: '3d' },
    });
    expect(primary(record)).toMatchObject({ wakes: 1, suspends: 1, active_seconds: 50 * 3600 });
  });

  test("the seed's specification has no availability checks, and the platform makes one per day", async () => {
    const wakes = async (rules: string) =>
      primary(await lonely({ rules, suspend_check: '0s' }, '7.5d')).wakes;
    expect([await wakes('seed'), await wakes('platform')]).toEqual([0, 7]);
  });
});

describe('autovacuum workers', () => {
  const query = (autovacuum_interval: string) =>
    runExample({
      load: { process: at(100) },
      model: { autovacuum_interval },
      scenario: { duration: '2h' },
    });

  test('autovacuum at intervals below the timeout keeps a compute awake, but does not wake it', async () => {
    const record = await query('250s');
    expect(story(record)).toEqual(['100 wake', '101 active']);
    expect(primary(record).active_seconds).toBe(7200 - 101);
  });

  test('autovacuum at longer intervals changes nothing', async () => {
    expect(story(await query('301s'))).toEqual(['100 wake', '101 active', '401 suspend']);
  });
});

describe('the slack of the suspend check', () => {
  test('the slack of the suspend check lengthens active time by its mean', async () => {
    // One query every 400 s. Each wakes the compute at once and leaves it idle.
    const cycles = 20_000;
    const { active_seconds, suspends } = primary(
      await runExample({
        load: { process: { regular: { every: '400s' } } },
        model: { suspend_check: { uniform: { min: '0s', max: '5s' } }, wake_latency: '0s' },
        scenario: { duration: `${400 * cycles}s`, timeline_interval: '1d' },
      }),
    );
    expect(suspends).toBe(cycles);
    // A uniform law on 5 s has mean 2.5 s and standard deviation 5 / √12 s: 99 % are within 2.576 of them.
    const half_width = (2.576 * 5) / Math.sqrt(12 * cycles);
    expect(half_width).toBeLessThan(0.02 * 2.5);
    expect(Math.abs(active_seconds / cycles - 300 - 2.5)).toBeLessThan(half_width);
  });
});

describe('open connections', () => {
  const query = (idle_clock: string, connection: Readonly<Record<string, unknown>>) =>
    runExample({
      load: { process: at(100), connection },
      model: { idle_clock },
      scenario: { duration: '2h' },
    });
  const pool = { kind: 'pool', size: 1, idle_timeout: '10m' };

  test('idle open connections do not prevent a suspend', async () => {
    expect(story(await query('work', pool))).toEqual(['100 wake', '101 active', '401 suspend']);
  });

  test('open connections that reset the idle clock keep a compute awake', async () => {
    expect(story(await query('connections', { kind: 'pool', size: 1, idle_timeout: 'never' }))).toEqual([
      '100 wake',
      '101 active',
    ]);
    // Closed ten minutes after the query, five minutes before the suspend.
    expect(story(await query('connections', pool))).toEqual(['100 wake', '101 active', '1001 suspend']);
  });

  test('connections of single queries close at once', async () => {
    expect(story(await query('connections', { kind: 'per_query' }))).toEqual([
      '100 wake',
      '101 active',
      '401 suspend',
    ]);
  });

  test('open connections are reported as the cause of the time that they keep a compute awake', async () => {
    const { causes } = (await query('connections', pool)).observations;
    const open = causes![0]!.find(({ name }) => name === 'open_connections');
    expect(open).toMatchObject({ active_seconds: 900, idle_seconds: 300 });
  });
});

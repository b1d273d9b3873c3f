import { describe, expect, test } from 'vitest';
import type { CauseObservations } from '../../../src/simulation/run/cause-observations.js';
import type { RunRecord } from '../../../src/testing/index.js';
import { at, type Example, primary, runExample } from '../support/one-compute.js';

/** The figures of a cause on the first compute; all zero if it is not listed. */
function causeOf(record: RunRecord, name: string): Partial<CauseObservations> {
  return record.observations.causes![0]!.find((cause) => cause.name === name) ?? {};
}

const web = { name: 'web', process: at(100, 700) };

describe('causes of active time, calculated by hand', () => {
  test('idle time is caused by the load that was active last', async () => {
    // Woken at 100 by web, active from 101; poll at 201; web again at 301; idle until 601.
    const record = await runExample({
      load: [
        { name: 'web', process: at(100, 301) },
        { name: 'poll', process: at(201) },
      ],
    });
    expect(primary(record).active_seconds).toBe(500);
    expect(causeOf(record, 'web')).toMatchObject({ active_seconds: 100 + 300, idle_seconds: 400, wakes: 1 });
    expect(causeOf(record, 'poll')).toMatchObject({ active_seconds: 100, idle_seconds: 100, wakes: 0 });
  });

  test('time in which two loads are active is divided evenly', async () => {
    // Awake from 101. `long` runs for 60 s from 101, `short` for 20 s from 121; idle from 161 to 461, after `long`.
    const wait = (seconds: number) => ({ cpu: '0s', wait: `${seconds}s` });
    const record = await runExample({
      load: [
        { name: 'long', process: at(100), query: wait(60) },
        { name: 'short', process: at(121), query: wait(20) },
      ],
    });
    expect(causeOf(record, 'long')).toMatchObject({ active_seconds: 20 + 10 + 20 + 300, idle_seconds: 300 });
    expect(causeOf(record, 'short')).toMatchObject({ active_seconds: 10, idle_seconds: 0 });
  });

  test('a wake is caused by the client that connected, even if its query has given up', async () => {
    const record = await runExample({
      load: [
        { name: 'hasty', process: at(100), retry: { attempts: 1, connect_timeout: '500ms' } },
        { name: 'other', process: at(2000) },
      ],
    });
    expect(causeOf(record, 'hasty')).toMatchObject({ wakes: 1, active_seconds: 300, failed: 1 });
    expect(causeOf(record, 'other')).toMatchObject({ wakes: 1, active_seconds: 300, completed: 1 });
  });

  test('causes other than loads have names: checks, autovacuum, calls, the initial state', async () => {
    const checks = await runExample({ load: web, model: { availability_check_interval: '2000s' } });
    expect(causeOf(checks, 'availability_checks')).toMatchObject({ wakes: 1, active_seconds: 300 });
    const vacuum = await runExample({ load: web, model: { autovacuum_interval: '250s' } });
    // Active from 101; a worker at 351, 601, … up to the end at 3600; web again at 700.
    expect(causeOf(vacuum, 'web').active_seconds).toBe(250 + (851 - 700));
    expect(causeOf(vacuum, 'autovacuum').active_seconds).toBe(3600 - 351 - (851 - 700));
    const call = await runExample({ load: web, events: [{ at: '2000s', start: 'primary' }] });
    expect(causeOf(call, 'management_calls')).toMatchObject({ wakes: 1, active_seconds: 300 });
    const start = await runExample({ load: web, compute: { initial_state: 'active' } });
    expect(causeOf(start, 'scenario_start')).toMatchObject({ wakes: 0, active_seconds: 100 });
  });

  test('open transactions and subscribers are active without a query, and listeners are not', async () => {
    const held = { kind: 'session', queries: 2, think: '1000s', in_transaction: true };
    const session = await runExample({
      load: [
        { name: 'tx', process: at(100), connection: held },
        { name: 'web', process: at(200) },
      ],
      model: { idle_in_transaction_timeout: '1d' },
    });
    expect(causeOf(session, 'tx')).toMatchObject({ active_seconds: 1000 + 300, idle_seconds: 300 });
    expect(causeOf(session, 'web')).toMatchObject({ active_seconds: 0 });
    const subscriber = { name: 'cdc', query: undefined, connection: { kind: 'replication', clients: 1 } };
    const record = await runExample({ load: [subscriber, { name: 'web', process: at(200) }] });
    expect(causeOf(record, 'cdc')).toMatchObject({ active_seconds: 3599, idle_seconds: 0, wakes: 1 });
    expect(causeOf(record, 'web')).toMatchObject({ active_seconds: 0, completed: 1 });
  });

  test('the monthly figures of all causes add up to those of the compute', async () => {
    const record = await runExample({
      load: [
        { name: 'a', process: at(1700) },
        { name: 'b', process: at(2000) },
      ],
      scenario: { start: '2026-01-31T23:30:00Z' },
    });
    // a from 1701 to 2000, b from there to 2300; the month ends at 1800.
    expect(causeOf(record, 'a').cu_seconds_by_month).toEqual([99, 200]);
    expect(causeOf(record, 'b').cu_seconds_by_month).toEqual([0, 300]);
  });
});

describe('causes of larger sizes', () => {
  const scaled: Example = {
    compute: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 4, suspend_timeout_seconds: 300 },
    scenario: { duration: '2h' },
  };

  test('CU-seconds above the minimum are caused by the load that uses the processors', async () => {
    const record = await runExample({
      ...scaled,
      load: [
        { name: 'tiny', process: { regular: { every: '30s' } }, query: { cpu: '1ms' } },
        { name: 'batch', process: at(3000, 3000, 3000, 3000), query: { cpu: '600s' } },
      ],
    });
    const above = (name: string) =>
      Object.values(causeOf(record, name).above_minimum_cu_seconds!).reduce((sum, each) => sum + each, 0);
    expect(primary(record).max_cu).toBeGreaterThan(1);
    expect(above('batch')).toBeGreaterThan(1000);
    expect(above('tiny')).toBeLessThan(above('batch') / 1000);
    expect(causeOf(record, 'batch').above_minimum_cu_seconds).toHaveProperty('cpu');
    expect(causeOf(record, 'tiny').active_seconds!).toBeGreaterThan(causeOf(record, 'batch').active_seconds!);
    const named = record.decisions.filter(({ decision }) => decision === 'resize').map(({ load }) => load);
    expect(named.length).toBeGreaterThan(0);
    expect(new Set(named)).toEqual(new Set(['batch']));
  });

  test('a single load causes all CU-seconds above the minimum', async () => {
    const record = await runExample({
      ...scaled,
      load: { name: 'batch', process: at(100, 100, 100), query: { cpu: '600s' } },
    });
    const { cu_seconds, active_seconds } = primary(record);
    const { above_minimum_cu_seconds } = causeOf(record, 'batch');
    expect(above_minimum_cu_seconds!.cpu!).toBeCloseTo(cu_seconds - 0.25 * active_seconds, 6);
  });
});

describe('refused, cut and slow queries', () => {
  test('a refusal due to a lack of slots is caused by the load that holds the most', async () => {
    const record = await runExample({
      load: [
        {
          name: 'hog',
          process: { closed: { clients: 5, think: '0s' } },
          query: { cpu: '0s', wait: '1000s' },
        },
        { name: 'web', process: at(1000) },
      ],
      model: { max_connections: 5, reserved_connections: 0 },
    });
    expect(causeOf(record, 'web')).toMatchObject({ refused: { '53300': 1 }, refusals_caused: 0 });
    expect(causeOf(record, 'hog')).toMatchObject({ refused: {}, refusals_caused: 1 });
  });

  test('a cut connection is attributed to its cause, and a wait to what it was for', async () => {
    const record = await runExample({
      load: [
        { name: 'long', process: at(100), query: { cpu: '0s', wait: '500s' } },
        { name: 'web', process: at(200.5) },
      ],
      events: [{ at: '200s', restart: 'primary' }],
    });
    expect(causeOf(record, 'long')).toMatchObject({ cut: { restart: 1 }, slow: { wake: 1 }, failed: 1 });
    expect(causeOf(record, 'web')).toMatchObject({ cut: {}, slow: { restart: 1 }, completed: 1 });
  });
});

describe('the decision log', () => {
  test('the decision log names the load that woke the compute and the one that kept it awake last', async () => {
    const record = await runExample({
      load: [
        { name: 'web', process: at(100) },
        { name: 'poll', process: at(250) },
      ],
    });
    expect(record.decisions.map(({ decision, load }) => [decision, load])).toEqual([
      ['wake', 'web'],
      ['active', 'web'],
      ['suspend', 'poll'],
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/simulation/simulation.js';
import { at, primary, runExample } from './support/one-compute.js';

describe('disruptions in a run', () => {
  test('a restart disturbs cut and held clients, and ends when all have recovered', async () => {
    const record = await runExample({
      compute: { initial_state: 'active' },
      load: {
        process: at(99.5, 100.5, 200),
        query: { cpu: '0s', wait: '1s' },
        retry: { attempts: 2, first: '2s', jitter: 'none' },
      },
      events: [{ at: '100s', restart: 'primary' }],
    });
    const { disruptions, trouble } = primary(record);
    expect(disruptions.kept).toEqual([
      {
        at_seconds: 100,
        cause: 'restart',
        connections_dropped: 1,
        queries_cut: 1,
        disturbed: 2,
        back: 2,
        lost: 0,
        trouble_seconds: 1,
        // The held query finishes at 102 s, and the cut query starts again at 102 s.
        recovery_p50_seconds: expect.closeTo(2, 1),
        recovery_p99_seconds: 3,
      },
    ]);
    expect(trouble).toEqual({ from_seconds: 100, until_seconds: 101, seconds: 1 });
  });

  test('a wake is no disruption while held clients are admitted, unless there are too few slots for them', async () => {
    const load = {
      process: at(10, 10.2, 10.4),
      query: { cpu: '0s', wait: '1s' },
      retry: { attempts: 3, first: '2s', jitter: 'none' },
    };
    const smooth = primary(await runExample({ load }));
    expect(smooth.disruptions).toMatchObject({ by_cause: {}, kept: [] });

    const crowded = primary(await runExample({ load, model: { max_connections: 2 } }));
    expect(crowded.disruptions.kept).toMatchObject([
      { at_seconds: 10, cause: 'wake', connections_dropped: 0, disturbed: 3, back: 3, lost: 0 },
    ]);
    // Admitted at 11 s, refused, and served from 13 s to 14 s.
    expect(crowded.disruptions.kept[0]!.recovery_p99_seconds).toBe(4);
  });

  test('a suspend that cuts idle connections disturbs no client', async () => {
    const record = await runExample({
      load: { process: at(10, 1000), connection: { kind: 'pool', size: 1 } },
    });
    expect(primary(record).disruptions.by_cause).toEqual({
      suspend: {
        count: 2,
        connections_dropped: 2,
        queries_cut: 0,
        disturbed: 0,
        back: 0,
        lost: 0,
        trouble_seconds: 0,
      },
    });
  });

  test('the loss of a zone lasts until it ends, even for a suspended compute', async () => {
    const record = await runExample({
      load: { process: at(105), retry: { attempts: 4, first: '5s', factor: 1, jitter: 'none' } },
      scenario: { faults: [{ at: '100s', for: '12s', zone_loss: 'primary' }] },
    });
    // Unreachable at 105 and 110 s; at 115 s it is woken, which takes one second.
    expect(primary(record).disruptions.kept).toMatchObject([
      { at_seconds: 100, cause: 'zone_loss', disturbed: 1, back: 1, recovery_p99_seconds: 16 },
    ]);
    expect(primary(record).retried_by_error).toEqual({ '08006': 2 });
  });
});

describe('the time in trouble', () => {
  /** Every 30 s, from 0 to 7170 s. */
  const steady = at(...Array.from({ length: 240 }, (_, index) => 30 * index));

  test('a wake and the loss of a zone an hour later do not count the time between them', async () => {
    const record = await runExample({
      load: { process: steady },
      scenario: { duration: '2h', faults: [{ at: '3600s', for: '20m', zone_loss: 'primary' }] },
    });
    const { trouble, disruptions, failed } = primary(record);
    // A query fails every 30 s from 3600 s to 4770 s. At 4800 s the zone is back, and a query waits for a wake.
    expect(failed).toBe(40);
    expect(disruptions.by_cause).toMatchObject({ zone_loss: { count: 1, lost: 40, trouble_seconds: 1170 } });
    expect(trouble).toEqual({ from_seconds: 0, until_seconds: 4801, seconds: 1 + 1170 + 1 });
  });

  test('without other disruptions, time in trouble is the time of the wakes', async () => {
    const record = await runExample({ load: { process: at(10, 10.5, 1000, 2000) } });
    const { trouble, unavailable_seconds, disruptions } = primary(record);
    expect(trouble).toEqual({ from_seconds: 10, until_seconds: 2001, seconds: 3 });
    expect(unavailable_seconds).toBe(3);
    expect(disruptions.by_cause).toEqual({});
  });

  test('time in trouble includes the time between failures up to a minute apart', async () => {
    const record = await runExample({
      compute: { initial_state: 'active', suspend_timeout_seconds: -1 },
      load: {
        process: at(100, 160, 230, 240),
        query: { cpu: '0s', wait: '5s', statement_timeout: '1s' },
      },
    });
    // Cancelled at 101, 161, 231 and 241 s.
    expect(primary(record).failed_by_error).toEqual({ '57014': 4 });
    expect(primary(record).trouble).toEqual({ from_seconds: 101, until_seconds: 241, seconds: 60 + 10 });
  });

  test('time in trouble includes the time between refusals by a quota, however rare', async () => {
    const record = await runExample({
      load: { process: at(10, 250, 1250, 2250) },
      scenario: { quota: { active_time_seconds: 100 } },
    });
    // Active from 11 s to 111 s; refused from 250 s on.
    expect(primary(record).failed_by_error).toEqual({ XX000: 3 });
    expect(primary(record).trouble).toEqual({ from_seconds: 10, until_seconds: 2250, seconds: 1 + 2000 });
  });

  test('time in trouble includes waits in the pooler queue, each once', async () => {
    const record = await runExample({
      compute: { initial_state: 'active', suspend_timeout_seconds: -1 },
      load: {
        process: at(10, 10, 10, 50, 50),
        query: { cpu: '0s', wait: '2s' },
        connection: { kind: 'per_query', via: 'pooler' },
      },
      model: { max_connections: 2, pooler_pool_share: 0.5 },
    });
    // Of three at once the second waits 2 s and the third 4 s; of two, one waits 2 s.
    expect(primary(record).pooler).toMatchObject({ queued: 3 });
    expect(primary(record).trouble).toEqual({ from_seconds: 10, until_seconds: 52, seconds: 4 + 2 });
  });

  test('time in trouble lasts to the end of the run for clients that are still held', async () => {
    const record = await runExample({
      load: { process: at(1000, 2000) },
      scenario: { faults: [{ at: '900s', for: '45m', control_plane_outage: true }] },
    });
    expect(primary(record).in_flight).toBe(2);
    expect(primary(record).trouble).toEqual({ from_seconds: 1000, until_seconds: 3600, seconds: 2600 });
  });

  test('a second cut starts a new period, even if a query held by the first is still running', async () => {
    const record = await runExample({
      compute: { initial_state: 'active', suspend_timeout_seconds: -1 },
      load: {
        process: at(100, 100.5, 2000),
        query: { cpu: '0s', wait: '1000s' },
        retry: { attempts: 2, first: '1s', jitter: 'none' },
      },
      events: [
        { at: '100.2s', restart: 'primary' },
        { at: '1000s', restart: 'primary' },
      ],
    });
    // Cut at 100.2 s, and up again at 101.2 s; cut at 1000 s, and up again at 1001 s.
    expect(primary(record).trouble!.seconds).toBeCloseTo(2, 9);
    expect(primary(record).disruptions.by_cause.restart).toMatchObject({ count: 1 });
    expect(primary(record).disruptions.by_cause.restart!.trouble_seconds).toBeCloseTo(2, 9);
  });

  test('time in trouble is the same at hybrid fidelity, within 5 %', async () => {
    const { scenario } = await runExample({
      compute: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2, initial_state: 'active' },
      load: {
        rate: '200/s',
        query: { cpu: '2ms', wait: '40ms' },
        connection: { kind: 'per_query', via: 'pooler' },
      },
      events: [{ at: '30m', restart: 'primary' }],
      model: { max_connections: 16 },
    });
    const [exact, hybrid] = (['exact', 'hybrid'] as const).map(
      (fidelity) => simulate(scenario, { fidelity }).computes[0]!,
    );
    expect(exact!.trouble!.seconds).toBeGreaterThan(90);
    expect(hybrid!.trouble!.seconds / exact!.trouble!.seconds).toBeGreaterThan(0.95);
    expect(hybrid!.trouble!.seconds / exact!.trouble!.seconds).toBeLessThan(1.05);
  });
});

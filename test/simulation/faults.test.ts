import { describe, expect, test } from 'vitest';
import { at, primary, runExample, story } from './support/one-compute.js';

const awake = { suspend_timeout_seconds: -1, initial_state: 'active' };

describe('a crash', () => {
  test('a crash cuts all connections with 08006, and the compute starts again automatically', async () => {
    const record = await runExample({
      compute: awake,
      load: { process: at(99, 105), query: { cpu: '0s', wait: '10s' } },
      scenario: { faults: [{ at: '100s', for: '30s', crash: 'primary' }] },
      model: { restart_latency: '2s' },
    });
    expect(story(record)).toEqual([
      '0 active',
      '100 fault',
      '100 restart',
      '130 fault_ended',
      '132 restarted',
    ]);
    expect(primary(record)).toMatchObject({
      completed: 1,
      failed_by_error: { '08006': 1 },
      restarts: 1,
      restarting_seconds: 32,
      connections: { dropped: 1 },
      // A client waits from 105 on; until 130 because there is no machine.
      unavailable_by_cause: { fault: 25, restarting: 2 },
    });
    expect(primary(record).latency.max).toBe(27 + 10);
    expect(primary(record).disruptions.by_cause.crash).toMatchObject({ count: 1, disturbed: 2, lost: 1 });
  });

  test('a crash without a duration is detected at once', async () => {
    const record = await runExample({
      compute: awake,
      scenario: { faults: [{ at: '100s', crash: 'primary' }] },
    });
    expect(story(record)).toEqual([
      '0 active',
      '100 fault',
      '100 restart',
      '100 fault_ended',
      '101 restarted',
    ]);
  });

  test('a crash prolongs a wake, and has no effect on a suspended compute', async () => {
    const record = await runExample({
      load: { process: at(10) },
      scenario: {
        faults: [
          { at: '5s', for: '1s', crash: 'primary' },
          { at: '10.5s', for: '4s', crash: 'primary' },
        ],
      },
    });
    expect(story(record, 'fault', 'fault_ended')).toEqual(['10 wake', '15.5 active', '315.5 suspend']);
    expect(primary(record)).toMatchObject({ completed: 1, restarts: 0 });
    expect(primary(record).wake_latency.max).toBe(5.5);
  });
});

describe('slow wakes', () => {
  test('wakes take the latency of a slow-wake fault while it lasts, and the usual latency before and after', async () => {
    const record = await runExample({
      compute: { suspend_timeout_seconds: 60 },
      load: { process: at(10, 1010, 2010) },
      scenario: { faults: [{ at: '1000s', for: '100s', slow_wakes: 'all', latency: '20s' }] },
    });
    expect(story(record, 'suspend')).toEqual([
      '10 wake',
      '11 active',
      '1000 fault',
      '1010 wake',
      '1030 active',
      '1100 fault_ended',
      '2010 wake',
      '2011 active',
    ]);
  });
});

describe('an outage of the control plane', () => {
  const outage = { faults: [{ at: '100s', for: '1000s', control_plane_outage: true }] };

  test('during an outage of the control plane clients wait for a wake that starts when it ends', async () => {
    const record = await runExample({ load: { process: at(500, 600) }, scenario: outage });
    expect(story(record)).toEqual([
      '100 fault',
      '1100 fault_ended',
      '1100 wake',
      '1101 active',
      '1401 suspend',
    ]);
    expect(primary(record)).toMatchObject({ completed: 2, wakes: 1 });
    expect(primary(record).unavailable_by_cause).toEqual({ fault: 600, waking: 1 });
  });

  test('waiting for the end of an outage is limited by the patience of the client', async () => {
    const record = await runExample({
      load: { process: at(500), retry: { connect_timeout: '10s' } },
      scenario: outage,
    });
    expect(primary(record)).toMatchObject({ failed_by_error: { connect_timeout: 1 }, wakes: 0 });
  });

  test('no compute is suspended during an outage, and an idle one is suspended when it ends', async () => {
    const record = await runExample({
      compute: { initial_state: 'active', suspend_timeout_seconds: 300 },
      load: { process: at(90) },
      scenario: outage,
    });
    expect(story(record)).toEqual(['0 active', '100 fault', '1100 fault_ended', '1100 suspend']);
  });

  test('a compute that is active when the outage ends is left alone', async () => {
    const record = await runExample({
      compute: { initial_state: 'active', suspend_timeout_seconds: 300 },
      load: { process: at(90, 1000) },
      scenario: outage,
    });
    expect(story(record)).toEqual(['0 active', '100 fault', '1100 fault_ended', '1300 suspend']);
  });

  test('an outage refuses every call of the management API, with a message', async () => {
    const record = await runExample({
      compute: awake,
      events: [
        { at: '200s', restart: 'primary' },
        { at: '300s', update: 'primary', set: { autoscaling_limit_max_cu: 2 } },
        { at: '400s', suspend: 'primary' },
        { at: '500s', start: 'primary' },
        { at: '1200s', restart: 'primary' },
      ],
      scenario: outage,
    });
    expect(story(record, 'fault', 'fault_ended')).toEqual([
      '0 active',
      '200 refuse',
      '300 refuse',
      '400 refuse',
      '500 refuse',
      '1200 restart',
      '1201 restarted',
    ]);
    expect(record.decisions.find((row) => row.decision === 'refuse')?.reason).toBe(
      'restart call: the control plane does not answer',
    );
    // Refused calls are not refused connections.
    expect(primary(record)).toMatchObject({ max_cu: 1, connections: { refused: 0 } });
  });

  test('a running compute keeps its size during an outage', async () => {
    const scaled = { ...awake, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 4 };
    const load = { process: at(...Array(8).fill(110)), query: { cpu: '200s' } };
    const record = await runExample({ compute: scaled, load, scenario: outage });
    const resizes = record.decisions.filter((row) => row.decision === 'resize');
    expect(resizes[0]!.time_seconds).toBeGreaterThan(1100);
    const denied = record.decisions.find((row) => row.decision === 'permit_denied');
    expect(denied?.reason).toMatch(/^the scheduler does not answer: no [\d.]+ CU$/);
    expect(primary(record).scaling.permits_denied).toBe(0);
  });

  test('a quota exhausted during an outage suspends computes only when it ends', async () => {
    const record = await runExample({
      compute: awake,
      load: { process: at(250, 600, 1200) },
      scenario: { ...outage, quota: { active_time_seconds: 300 } },
    });
    expect(story(record)).toEqual([
      '0 active',
      '100 fault',
      '300 quota_exhausted',
      '1100 fault_ended',
      '1100 suspend',
      '1200 refuse',
    ]);
    expect(primary(record)).toMatchObject({ completed: 2, active_seconds: 1100 });
    expect(Object.keys(primary(record).unavailable_by_cause)).toEqual(['quota']);
  });

  test('a crash during an outage is repaired after it', async () => {
    const record = await runExample({
      compute: awake,
      scenario: { faults: [...outage.faults, { at: '200s', for: '10s', crash: 'primary' }] },
    });
    expect(story(record)).toEqual([
      '0 active',
      '100 fault',
      '200 fault',
      '200 restart',
      '210 fault_ended',
      '1100 fault_ended',
      '1101 restarted',
    ]);
  });
});

describe('the loss of a zone', () => {
  test('the loss of a zone cuts connections, refuses clients and leaves the compute suspended', async () => {
    const record = await runExample({
      compute: awake,
      load: { process: at(99, 150, 250), query: { cpu: '0s', wait: '10s' } },
      events: [{ at: '160s', start: 'primary' }],
      scenario: { faults: [{ at: '100s', for: '100s', zone_loss: 'primary' }] },
    });
    expect(story(record)).toEqual([
      '0 active',
      '100 fault',
      '100 suspend',
      '150 refuse',
      '160 refuse',
      '200 fault_ended',
      '250 wake',
      '251 active',
    ]);
    expect(record.decisions[3]?.reason).toBe("08006 Couldn't connect to compute node");
    expect(primary(record)).toMatchObject({
      completed: 1,
      failed_by_error: { '08006': 2 },
      unavailable_by_cause: { fault: 100, waking: 1 },
      suspends: 1,
    });
  });

  test('the loss of a zone fails clients that wait for a wake', async () => {
    const record = await runExample({
      load: { process: at(10) },
      scenario: { faults: [{ at: '10.5s', for: '10s', zone_loss: 'primary' }] },
    });
    expect(primary(record)).toMatchObject({ failed_by_error: { '08006': 1 }, in_flight: 0 });
  });
});

describe('a node that refuses upscaling', () => {
  test('a node without capacity denies every upscale, and the log reports it once per size', async () => {
    const record = await runExample({
      compute: { ...awake, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 4 },
      load: { process: at(...Array(8).fill(110)), query: { cpu: '200s' } },
      scenario: { faults: [{ at: '100s', for: '500s', no_upscale: 'primary' }] },
    });
    const denied = record.decisions.filter((row) => row.decision === 'permit_denied');
    expect(denied.length).toBeGreaterThan(0);
    expect(new Set(denied.map((row) => row.reason)).size).toBe(denied.length);
    expect(denied[0]?.reason).toMatch(/^the node refuses more: no [\d.]+ CU$/);
    const { scaling } = primary(record);
    expect(scaling.permits_denied).toBeGreaterThan(denied.length);
    expect(scaling.migrations).toBe(0);
    expect(record.decisions.find((row) => row.decision === 'resize')?.time_seconds).toBeGreaterThan(600);
    expect(primary(record).max_cu).toBe(4);
  });
});

describe('a stuck operation', () => {
  const stuck = { faults: [{ at: '100s', for: '1000s', stuck_operation: 'primary' }] };

  test('a stuck operation refuses management calls with 423 and delays wakes', async () => {
    const record = await runExample({
      load: { process: at(500) },
      events: [{ at: '600s', start: 'primary' }],
      scenario: stuck,
    });
    expect(story(record)).toEqual([
      '100 fault',
      '600 refuse',
      '1100 fault_ended',
      '1100 wake',
      '1101 active',
      '1401 suspend',
    ]);
    expect(record.decisions[1]?.reason).toBe(
      'start call: 423 project already has running conflicting operations, scheduling of new ones is prohibited',
    );
  });

  test('a stuck operation affects one compute, and suspends for inactivity continue', async () => {
    const record = await runExample({
      compute: { initial_state: 'active', suspend_timeout_seconds: 300 },
      scenario: stuck,
    });
    expect(story(record)).toEqual(['0 active', '100 fault', '300 suspend', '1100 fault_ended']);
  });
});

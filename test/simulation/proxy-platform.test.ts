import { describe, expect, test } from 'vitest';
import { at, type Example, primary, runExample, story } from './support/one-compute.js';

const awake = { suspend_timeout_seconds: -1, initial_state: 'active' };

/** An example behind the platform's proxy. */
function platform(example: Example): ReturnType<typeof runExample> {
  return runExample({ ...example, model: { proxy: 'platform', ...example.model } });
}

describe('the platform’s proxy and a suspended compute', () => {
  test('the proxy asks for a wake and admits the client when the compute runs', async () => {
    const record = await platform({ load: { process: at(10, 10.4) } });
    expect(story(record)).toEqual(['10 wake', '11 active', '311 suspend']);
    expect(primary(record)).toMatchObject({ completed: 2, delayed: 2 });
    expect(primary(record).latency.max).toBe(1);
  });

  test('a wake request that is not answered within a minute is repeated', async () => {
    const record = await platform({ load: { process: at(10) }, model: { wake_latency: '130s' } });
    // Requests at 10, 70.1 and 130.26; the third is answered at 140.
    expect(primary(record)).toMatchObject({ completed: 1, wakes: 1 });
    expect(primary(record).latency.max).toBe(130);
  });

  test('the connect timeout covers all tries of the proxy together', async () => {
    const record = await platform({
      load: { process: at(10), retry: { connect_timeout: '70s' } },
      model: { wake_latency: '130s' },
    });
    expect(primary(record)).toMatchObject({ failed_by_error: { connect_timeout: 1 }, completed: 0 });
    expect(primary(record).mean_in_system * 3600).toBeCloseTo(70, 9);
  });

  test('the proxy admits three hundred wake requests per second, and refuses the next', async () => {
    const record = await platform({ load: { process: at(...Array(301).fill(10)) } });
    expect(primary(record)).toMatchObject({ completed: 300, failed_by_error: { XX000: 1 } });
    expect(record.decisions.find((row) => row.decision === 'refuse')?.reason).toBe(
      "XX000 You've exceeded the rate limit. Please wait a moment and try again.",
    );
  });
});

describe('the platform’s proxy and a compute that restarts', () => {
  const restarts = [{ at: '100s', restart: 'primary' }];

  test('the proxy dials again after 0.2, 0.4, 0.8 and 1.6 s, and clients are admitted at the next try', async () => {
    const record = await platform({
      compute: awake,
      load: { process: at(100.1) },
      events: restarts,
    });
    // Active at 101; dialed at 100.1, 100.3, 100.7 and 101.5.
    expect(story(record)).toEqual(['0 active', '100 restart', '101 restarted']);
    expect(primary(record).latency.max).toBeCloseTo(1.4, 9);
    // The wait for the restart ended when the compute was active, whether or not the proxy knew.
    expect(primary(record).delay.max).toBeCloseTo(0.9, 9);
  });

  test('the proxy gives up after the fifth try', async () => {
    const record = await platform({
      compute: awake,
      load: { process: at(100.1) },
      events: restarts,
      model: { restart_latency: '5s' },
    });
    expect(primary(record)).toMatchObject({ failed_by_error: { '08006': 1 }, connections: { refused: 0 } });
    expect(record.decisions.find((row) => row.decision === 'refuse')).toMatchObject({
      reason: "08006 Couldn't connect to compute node",
    });
    expect(primary(record).mean_in_system * 3600).toBeCloseTo(3, 9);
  });
});

describe('limits of the platform’s proxy', () => {
  test('the proxy admits five hundred connection attempts per second', async () => {
    const record = await platform({
      compute: awake,
      load: { process: at(...Array(501).fill(10), ...Array(500).fill(11)) },
      model: { max_connections: 4000 },
    });
    expect(primary(record)).toMatchObject({ completed: 1000, failed_by_error: { XX000: 1 } });
  });

  test('connections that are already open do not count as attempts', async () => {
    const record = await platform({
      compute: awake,
      load: { process: at(...Array(600).fill(10)), connection: { kind: 'pool', size: 10 } },
    });
    expect(primary(record)).toMatchObject({ completed: 600, failed: 0 });
  });

  test('the proxy opens a hundred connections at a time, and the next client waits 10 ms for a permit', async () => {
    const record = await platform({
      compute: awake,
      load: { process: at(...Array(101).fill(10), 10.5) },
      model: { connect_latency: '1s', max_connections: 4000 },
    });
    expect(primary(record)).toMatchObject({ completed: 100, failed_by_error: { XX000: 2 } });
    expect(record.decisions.find((row) => row.decision === 'refuse')).toMatchObject({ time_seconds: 10.01 });
    expect(record.decisions.find((row) => row.decision === 'refuse')?.reason).toContain(
      'XX000 Failed to acquire permit to connect to the database.',
    );
  });

  test('a permit released in time goes to the waiting client', async () => {
    const record = await platform({
      compute: awake,
      load: { process: at(...Array(150).fill(10)) },
      model: { connect_latency: '5ms', max_connections: 4000 },
    });
    expect(primary(record)).toMatchObject({ completed: 150, failed: 0 });
    expect(primary(record).latency.max).toBeCloseTo(0.01, 9);
  });

  test('a client that waits for a permit when the compute restarts dials again like the others', async () => {
    const record = await platform({
      compute: awake,
      load: { process: at(...Array(101).fill(99.995)) },
      events: [{ at: '100s', restart: 'primary' }],
      model: { connect_latency: '10s', max_connections: 4000 },
    });
    // The hundred are cut; the last client dials at 100, 100.2, 100.6 and 101.4.
    expect(primary(record)).toMatchObject({ completed: 1, failed_by_error: { '57P01': 100 } });
    expect(primary(record).latency.max).toBeCloseTo(11.405, 9);
  });
});

describe('the platform’s proxy when nothing can be started', () => {
  const outage = (length: string) => ({ faults: [{ at: '10s', for: length, control_plane_outage: true }] });

  test('the proxy asks again with growing delays, and admits the client at a try after the end', async () => {
    const record = await platform({ load: { process: at(10.5) }, scenario: outage('3s') });
    const seventh = 10.5 + 0.1 + 0.16 + 0.256 + 0.4096 + 0.65536 + 1.048576;
    expect(seventh).toBeGreaterThan(13);
    expect(record.decisions.find((row) => row.decision === 'wake')?.time_seconds).toBeCloseTo(seventh, 9);
    expect(primary(record)).toMatchObject({ completed: 1, wakes: 1 });
  });

  test('the proxy gives up after the eighth wake request', async () => {
    const record = await platform({ load: { process: at(10.5) }, scenario: outage('1m') });
    expect(primary(record)).toMatchObject({ failed_by_error: { '08006': 1 }, wakes: 0 });
    expect(primary(record).mean_in_system * 3600).toBeCloseTo(
      0.1 + 0.16 + 0.256 + 0.4096 + 0.65536 + 1.048576 + 1.6777216,
      9,
    );
  });

  test('a stuck operation is reported to the client', async () => {
    const record = await platform({
      load: { process: at(10.5) },
      scenario: { faults: [{ at: '10s', for: '1m', stuck_operation: 'primary' }] },
    });
    expect(primary(record)).toMatchObject({ failed_by_error: { XX000: 1 }, wakes: 0 });
    expect(record.decisions.find((row) => row.decision === 'refuse')?.reason).toBe(
      'XX000 Your project already has running operations. Please wait until they complete, and then try again.',
    );
  });
});

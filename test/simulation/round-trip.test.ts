import { describe, expect, test } from 'vitest';
import { complaints, exampleLoad } from '../scenario/example.js';
import { at, primary, runExample } from './support/one-compute.js';

/** Arrivals early enough that none is in progress when the run ends. */
const ENDS = {
  rate: {
    steps: [
      { at: '0s', rate: '20/s' },
      { at: '59m', rate: '0/s' },
    ],
  },
};

const AWAKE = { suspend_timeout_seconds: -1, initial_state: 'active' };

describe('a round trip', () => {
  test('a round trip is added exactly to the latency that the client sees', async () => {
    const run = async (round_trip_latency: string, connection: object) =>
      primary(
        await runExample({
          compute: AWAKE,
          load: { ...ENDS, query: { cpu: { exponential: { mean: '20ms' } } }, connection },
          model: { round_trip_latency },
        }),
      );
    for (const connection of [{ kind: 'per_query' }, { kind: 'pool', size: 100 }]) {
      const [without, withOne] = [await run('0s', connection), await run('64ms', connection)];
      expect(withOne.latency.count).toBe(without.latency.count);
      expect(withOne.latency.mean - without.latency.mean).toBeCloseTo(0.064, 9);
      // A quantile is the middle of a bucket, within 0.39 %.
      for (const share of [0.5, 0.9, 0.99]) {
        const expected = without.latency.quantile(share) + 0.064;
        expect(Math.abs(withOne.latency.quantile(share) / expected - 1)).toBeLessThan(0.008);
      }
      expect(withOne.cpu_seconds).toBe(without.cpu_seconds);
      expect(withOne.cu_seconds).toBe(without.cu_seconds);
    }
  });

  test('a round trip is paid by each query of a session, in a transaction or not', async () => {
    for (const in_transaction of [false, true]) {
      const { latency } = primary(
        await runExample({
          compute: AWAKE,
          load: {
            ...{ process: at(10), query: { cpu: '10ms' } },
            connection: { kind: 'session', queries: 5, think: '1s', in_transaction },
          },
          model: { round_trip_latency: '3ms' },
        }),
      );
      expect(latency.count).toBe(5);
      expect(latency.mean).toBeCloseTo(0.013, 12);
    }
  });

  test('a round trip occupies a connection, so one client runs its queries one after another', async () => {
    const { completed } = primary(
      await runExample({
        compute: AWAKE,
        load: { process: { closed: { clients: 1, think: '0s' } }, query: { cpu: '10ms' } },
        model: { round_trip_latency: '15ms' },
      }),
    );
    expect(Math.abs(completed - 3600 / 0.025)).toBeLessThanOrEqual(1);
  });

  test('a round trip can be set for a single load', async () => {
    const one = { process: at(10), query: { cpu: '10ms' } };
    const { latency } = primary(
      await runExample({
        compute: AWAKE,
        load: [
          { ...one, connection: { round_trip: '80ms' } },
          { ...one, process: at(20), connection: { kind: 'pool', size: 1, round_trip: 0 } },
          { ...one, process: at(30) },
        ],
        model: { round_trip_latency: '2ms' },
      }),
    );
    expect(latency.sum).toBeCloseTo(0.09 + 0.01 + 0.012, 12);
  });

  test('a statement timeout excludes the round trip', async () => {
    const limited = (statement_timeout: string) =>
      runExample({
        compute: AWAKE,
        load: { process: at(10), query: { cpu: '20ms', wait: '10ms', statement_timeout } },
        model: { round_trip_latency: '1s' },
      });
    const [patient, hasty] = [primary(await limited('31ms')), primary(await limited('29ms'))];
    expect([patient.completed, patient.latency.mean]).toEqual([1, expect.closeTo(1.03, 12)]);
    expect(hasty.failed_by_error).toEqual({ '57014': 1 });
  });

  test('a round trip needs a unit', async () => {
    expect((await complaints({ model: { round_trip_latency: 5 } })).join()).toContain(
      'model.round_trip_latency: expected a duration',
    );
    const load = [exampleLoad({ connection: { kind: 'pool', size: 2, round_trip: '-1ms' } })];
    expect((await complaints({ load })).join()).toContain('round_trip: expected a duration');
    const listener = [exampleLoad({ connection: { kind: 'listen', clients: 2, round_trip: '1ms' } })];
    expect((await complaints({ load: listener })).join()).toContain('unknown key "round_trip"');
  });
});

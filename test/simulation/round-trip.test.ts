import { expect, test } from 'vitest';
import { primary, runExample } from './support/one-compute.js';

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

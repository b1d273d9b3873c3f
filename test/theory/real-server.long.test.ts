import { expect, test } from 'vitest';
import { document, run } from './support/experiment.js';

/** Latencies in milliseconds. */
interface Latencies {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/**
 * PostgreSQL 15 in a control group with 50 of each 100 ms of one core, under a Poisson load of queries with
 * exponential demand, whose mean is taken from the accounting of the group; and the same rule simulated elsewhere.
 */
const MEASURED: readonly {
  readonly rate: number;
  readonly cpu_ms: number;
  readonly real: Latencies;
  readonly rule: Latencies;
  /** Allowed difference between real and simulated figures, as a share. */
  readonly within: number;
}[] = [
  {
    rate: 15,
    cpu_ms: 9.23,
    real: { mean: 12.3, p50: 7.6, p90: 26.6, p99: 82 },
    rule: { mean: 12.0, p50: 7.3, p90: 26.3, p99: 81 },
    within: 0.04,
  },
  {
    rate: 35,
    cpu_ms: 8.59,
    real: { mean: 23.7, p50: 9.0, p90: 57.6, p99: 228 },
    rule: { mean: 22.1, p50: 9.4, p90: 54.5, p99: 193 },
    within: 0.15,
  },
];

/** Driver, socket and parsing took 0.4 to 0.5 ms there. */
const ROUND_TRIP_MS = 0.45;

async function simulated(rate: number, cpu_ms: number, queries: number, model: object): Promise<Latencies> {
  const { latency } = await run(
    document({
      cu: 0.5,
      duration: `${Math.round(queries / rate)}s`,
      load: {
        ...{ rate: `${rate}/s`, query: { cpu: { exponential: { mean: `${cpu_ms}ms` } } } },
        connection: { kind: 'pool', size: 40 },
      },
      model: { round_trip_latency: `${ROUND_TRIP_MS}ms`, ...model },
    }),
  );
  const quantile = (share: number) => 1000 * latency.quantile(share);
  return { mean: 1000 * latency.mean, p50: quantile(0.5), p90: quantile(0.9), p99: quantile(0.99) };
}

test.each(MEASURED)(
  'at $rate queries per second, latencies match the real server and the rule simulated elsewhere',
  async ({ rate, cpu_ms, real, rule, within }) => {
    // Few queries meet the end of the quota, and they include the 99th percentile.
    const found = await simulated(rate, cpu_ms, 1_200_000, { cpu_limit: 'bandwidth', cpu_quota_burst: 1 });
    for (const figure of ['mean', 'p50', 'p90', 'p99'] as const) {
      expect(Math.abs(found[figure] / real[figure] - 1), `${figure}, real`).toBeLessThan(within);
      // Two digits, and a shorter run: some percent are random, more so in the tail.
      const alone = found[figure] - ROUND_TRIP_MS;
      expect(Math.abs(alone / rule[figure] - 1), `${figure}, rule`).toBeLessThan(
        figure === 'p99' ? 0.06 : 0.04,
      );
    }
  },
);

test('a plain share of the CPU does not match, and is twice as slow at the median', async () => {
  const found = await simulated(15, 9.23, 100_000, {});
  expect(found.p50 / MEASURED[0]!.real.p50).toBeGreaterThan(1.9);
});

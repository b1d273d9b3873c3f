import { expect, it } from 'vitest';
import { calibratedDemands } from '../../../../src/ingest/calibrate/demand/calibrated-demands.js';
import { quantile } from '../../../../src/kernel/quantile.js';
import { parseScenario } from '../../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../../src/scenario/scenario.js';

const N = 150;

const day = (source: string) => {
  const arrivals = Float64Array.from({ length: N }, (_, query) => query / 10);
  const latency = Float64Array.from({ length: N }, (_, query) => 0.01 * (1 + ((7 * query) % N) / N));
  return {
    ...({ source, scenario: undefined, span: 'client', duration_seconds: 100 } as const),
    queries: [{ load: 'web', arrivals, arrived: arrivals, latency }],
    ...{ table_pages: 0, cpu_asked_seconds: undefined, warnings: [] },
  };
};

it('several days are simulated separately: none begins asleep because of the day before', async () => {
  const scenario = await parseScenario(`
name: app
seed: 1
duration: 1h
plan: scale
computes:
  - name: primary
    autoscaling_limit_min_cu: 1
    autoscaling_limit_max_cu: 1
    suspend_timeout_seconds: 60
load: [{ name: web, compute: primary, rate: 10/s, query: { cpu: 5ms }, connection: { kind: pool, size: 4 } }]
`);
  const asked: Scenario[] = [];
  const { demands } = await calibratedDemands(scenario, [day('monday'), day('tuesday')], {
    confidence: 0.95,
    replications: 1,
    families: ['lognormal'],
    async run(run, { query }) {
      asked.push(run);
      const { process, query: queries } = run.load[0]!;
      if (process.kind !== 'arrivals') throw new Error(process.kind);
      const times = process.times_seconds as Float64Array;
      for (const [place, at] of times.entries()) {
        query!(0, at, quantile(queries.cpu_seconds, (((7 * place) % N) + 0.5) / N));
      }
    },
  });
  expect(new Set(asked.map(({ seed }) => seed)).size).toBe(2);
  for (const { duration_seconds, computes, load } of asked) {
    expect([duration_seconds, computes[0]!.initial_state]).toEqual([100, 'active']);
    expect(load[0]!.process).toMatchObject({ times_seconds: day('').queries[0]!.arrivals });
  }
  // No query waits, so the demand is the duration recorded on both days.
  expect(demands[0]!.queries).toBe(2 * N);
  expect(demands[0]!.mean.value).toBeCloseTo(0.015, 3);
});

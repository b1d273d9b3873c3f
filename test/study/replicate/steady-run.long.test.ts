import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import type { SteadyRun } from '../../../src/study/replicate/steady-result.js';
import { steadyRun } from '../../../src/study/replicate/steady-run.js';
import { SteadySeries } from '../../../src/study/replicate/steady-series.js';
import { document } from '../../theory/support/experiment.js';
import { publishedCase } from '../../vectors/published-case.js';

interface PublishedMmc {
  readonly cases: readonly {
    readonly arrival_rate: number;
    readonly service_rate: number;
    readonly servers: number;
    readonly expected: { readonly mean_sojourn: number; readonly utilisation: number };
  }[];
}

/** Runs a scenario and estimates its steady state. */
async function analysed(scenario: object, replication = 0, confidence = 0.95): Promise<SteadyRun> {
  const compiled = await parseScenario(JSON.stringify(scenario));
  const series = new SteadySeries();
  simulate(compiled, { replication, observer: series });
  return steadyRun(compiled, series, confidence);
}

/** A published M/M/1 queue behind a compute that starts so slowly that many queries wait when it is ready. */
function coldStart(seconds: number, wake: string) {
  const { arrival_rate, service_rate, expected } = publishedCase<PublishedMmc>('mmc').cases.find(
    ({ servers, expected: { utilisation } }) => servers === 1 && utilisation <= 0.8,
  )!;
  const scenario = {
    ...document({
      cu: 1,
      duration: `${seconds}s`,
      compute: { initial_state: 'idle', suspend_timeout_seconds: -1 },
      load: {
        rate: `${arrival_rate}/s`,
        query: { cpu: { exponential: { mean: `${1 / service_rate}s` } } },
        connection: { kind: 'pool', size: 1 },
      },
      model: { wake_latency: wake },
    }),
    timeline_interval: `${seconds / 2000}s`,
  };
  return { scenario, expected: expected.mean_sojourn };
}

const figure = (run: SteadyRun, name: string) => run.figures.find((each) => each.figure === name)!;

describe('the steady state of one long run', () => {
  it('equals that of a published M/M/1 queue, whose cold start would have biased it', async () => {
    const { scenario, expected } = coldStart(200_000, '500s');
    let inside = 0;
    for (let replication = 0; replication < 20; replication++) {
      const run = await analysed(scenario, replication);
      const { mean, half_width, whole_run, independent } = figure(run, 'latency_mean');
      if (Math.abs(mean - 1000 * expected) <= half_width) inside += 1;
      // The whole run is off by more than any interval allows.
      expect(whole_run - 1000 * expected).toBeGreaterThan(half_width);
      expect(run.warm_up.seconds).toBeGreaterThanOrEqual(500);
      expect(run.warm_up.seconds).toBeLessThanOrEqual(100_000);
      expect(run.warm_up.settled).toBe(true);
      expect(independent).not.toBeNull();
    }
    expect(inside).toBeGreaterThanOrEqual(17);
  });

  it('has quantiles by sectioning', async () => {
    const { scenario, expected } = coldStart(400_000, '500s');
    const { mean, half_width } = figure(await analysed(scenario, 0, 0.99), 'latency_p99');
    // The sojourn time of M/M/1 is exponential.
    const theory = 1000 * expected * Math.log(100);
    expect(Math.abs(mean - theory)).toBeLessThanOrEqual(half_width + 0.004 * theory);
    expect(half_width / theory).toBeLessThan(0.2);
  });

  it('has sizes and costs that add up', async () => {
    const { scenario } = coldStart(50_000, '0s');
    const run = await analysed(scenario);
    expect(figure(run, 'size').mean).toBeCloseTo(1, 6);
    expect(figure(run, 'cost_usd_per_month').mean).toBeCloseTo(730 * 0.222, 3);
    expect(figure(run, 'success_rate')).toMatchObject({ mean: 1, half_width: 0 });
  });

  it('is refused for a load with a season and for a load that grows', async () => {
    const seasonal = document({
      cu: 1,
      duration: '7d',
      load: { rate: { base: '0.1/s', daily: 0.8 }, query: { cpu: '100ms' } },
    });
    const warned = await analysed({ ...seasonal, timeline_interval: '5m' });
    expect(warned.warnings[0]).toContain('load web has a season');
    const ramp = { ramp: { from: '1/s', to: '50/s', over: '2h' } };
    const growing = document({ cu: 1, duration: '2h', load: { rate: ramp, query: { cpu: '10ms' } } });
    const { warnings } = await analysed({ ...growing, timeline_interval: '10s' });
    expect(warnings[0]).toContain('its own course');
    expect(warnings.join(' ')).toMatch(/keeps growing|was not found in the first half/);
  });

  it('requires a run of sufficient length', async () => {
    const { scenario } = coldStart(1000, '0s');
    const short = await analysed({ ...scenario, timeline_interval: '100s' });
    expect(short.figures).toEqual([]);
    expect(short.warnings.at(-1)).toContain('10 intervals');
  });
});

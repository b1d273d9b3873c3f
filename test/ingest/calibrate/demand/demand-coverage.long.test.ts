import { describe, expect, it } from 'vitest';
import {
  calibratedDemands,
  type RunReplication,
} from '../../../../src/ingest/calibrate/demand/calibrated-demands.js';
import type { Recording } from '../../../../src/ingest/calibrate/demand/recorded-queries.js';
import { statementDemands } from '../../../../src/ingest/calibrate/demand/statement-fit.js';
import { parseScenario } from '../../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../../src/scenario/scenario.js';
import { simulate } from '../../../../src/simulation/simulation.js';

const EXPERIMENTS = 100;
const SECONDS = 60;
const MEAN = 0.01;
const CV = 0.8;

/** Half of one CPU is busy: the latency of a query is twice its demand. */
const app = (connection: string, model = '{}') => `
name: app
seed: 1
duration: ${SECONDS}s
timeline_interval: ${SECONDS}s
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, initial_state: active }]
load:
  - name: web
    compute: primary
    rate: 50/s
    query: { cpu: { lognormal: { mean: ${MEAN}s, cv: ${CV} } } }
    connection: ${connection}
model: ${model}
`;

/** Settings without delays outside the server. */
const IN_SERVER = '{ round_trip_latency: 0s, fork_latency: 0s }';

/** Latencies of a run as recorded by clients, or by the server. */
function recorded(scenario: Scenario, span: Recording['span']): Recording {
  const arrived: number[] = [];
  const latency: number[] = [];
  simulate(scenario, {
    observer: {
      timeline: () => undefined,
      decision: () => undefined,
      query: (_, at, took) => {
        arrived.push(at);
        latency.push(took);
      },
    },
  });
  const queries = {
    load: 'web',
    arrivals: Float64Array.from(arrived).sort(),
    arrived: Float64Array.from(arrived),
    latency: Float64Array.from(latency),
  };
  return {
    source: 'app',
    scenario: undefined,
    span,
    duration_seconds: SECONDS,
    queries: [queries],
    table_pages: undefined,
    cpu_asked_seconds: undefined,
    warnings: [],
  };
}

describe('the 95 % interval of a demand fitted to latencies contains the true value in 92 to 98 of 100 cases', () => {
  it.each([
    ['client', '{ kind: pool, size: 4 }', '{}'],
    ['server', '{ kind: pool, size: 100 }', IN_SERVER],
  ] as const)('mean and variation, as the %s measures', async (span, connection, model) => {
    const held = [0, 0];
    const off: number[] = [];
    for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
      const scenario = await parseScenario(app(connection, model), {
        seed: `coverage ${span} ${experiment}`,
      });
      const run: RunReplication = async (asked, observer) => void simulate(asked, { observer });
      const { demands } = await calibratedDemands(scenario, [recorded(scenario, span)], {
        run,
        confidence: 0.95,
        families: ['lognormal'],
        replications: 2,
      });
      const [demand] = demands;
      if (demand === undefined) continue;
      held[0]! += Number(demand.mean.low <= MEAN && MEAN <= demand.mean.high);
      held[1]! += Number(demand.cv.low <= CV && CV <= demand.cv.high);
      off.push(demand.mean.value / MEAN - 1);
    }
    for (const count of held) {
      expect(count).toBeGreaterThanOrEqual(92);
      expect(count).toBeLessThanOrEqual(98);
    }
    // On average it is the true value, with latencies that are twice as long.
    expect(Math.abs(off.reduce((sum, value) => sum + value, 0) / off.length)).toBeLessThan(0.01);
  });
});

it('the interval of a demand fitted to the mean and deviation of durations has the same coverage', async () => {
  const held = [0, 0];
  for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
    const scenario = await parseScenario(app('{ kind: pool, size: 100 }', IN_SERVER), {
      seed: `statements ${experiment}`,
    });
    const { latency } = recorded(scenario, 'server').queries[0]!;
    const mean = latency.reduce((sum, value) => sum + value, 0) / latency.length;
    const square = latency.reduce((sum, value) => sum + value * value, 0) / latency.length;
    const moments = {
      load: 'web',
      calls: latency.length,
      seconds: SECONDS,
      mean_seconds: mean,
      cv: Math.sqrt(square / (mean * mean) - 1),
    };
    const run: RunReplication = async (asked, observer) => void simulate(asked, { observer });
    const { demands } = await statementDemands(scenario, [moments], 'snapshots', {
      run,
      confidence: 0.95,
      simulated_queries: 24_000,
    });
    const [demand] = demands;
    if (demand === undefined) continue;
    held[0]! += Number(demand.mean.low <= MEAN && MEAN <= demand.mean.high);
    held[1]! += Number(demand.cv.low <= CV && CV <= demand.cv.high);
  }
  for (const count of held) {
    expect(count).toBeGreaterThanOrEqual(92);
    expect(count).toBeLessThanOrEqual(98);
  }
});

import { describe, expect, it } from 'vitest';
import {
  alikeRecordings,
  calibratedDemands,
  partsOf,
  type RunReplication,
} from '../../../../src/ingest/calibrate/demand/calibrated-demands.js';
import type { Recording } from '../../../../src/ingest/calibrate/demand/recorded-queries.js';
import {
  type StatementMoments,
  statementDemands,
  statementMoments,
} from '../../../../src/ingest/calibrate/demand/statement-fit.js';
import { lognormalFromMean } from '../../../../src/kernel/distribution-fit.js';
import { quantile } from '../../../../src/kernel/quantile.js';
import { parseScenario } from '../../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../../src/scenario/scenario.js';

const scenario = await parseScenario(`
name: app
seed: 1
duration: 1h
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }]
load:
  - { name: web, compute: primary, rate: 10/s, query: { cpu: 5ms } }
  - { name: job, compute: primary, rate: 1/s, query: { cpu: 5ms } }
`);

const QUERIES = 400;

/** Points of a distribution, each once, in an order that mixes short and long ones throughout. */
const points = (mean: number, cv: number): readonly number[] => {
  const law = lognormalFromMean(mean, cv);
  return Array.from({ length: QUERIES }, (_, place) =>
    cv === 0 ? mean : quantile(law, (((place * 149) % QUERIES) + 0.5) / QUERIES),
  );
};

/** A compute that multiplies the demand of a query by a factor, with a minimum of `least` seconds. */
const compute =
  (stretch: number, asked: Scenario[] = [], least = 0): RunReplication =>
  async (of, observer) => {
    asked.push(of);
    for (const [index, { query }] of of.load.entries()) {
      for (let place = 0; place < QUERIES; place++) {
        const share = (((place * 149) % QUERIES) + 0.5) / QUERIES;
        const took = Math.max(least, stretch * quantile(query.cpu_seconds, share));
        observer.query!(index, (of.duration_seconds * (place + 0.5)) / QUERIES, took);
      }
    }
  };

const momentsOf = (load: string, values: readonly number[], calls = 4000): StatementMoments => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + value * value, 0) / values.length;
  return { load, calls, seconds: 1000, mean_seconds: mean, cv: Math.sqrt(square / mean / mean - 1) };
};

describe('the demands of counted statements', () => {
  it('reproduce the mean and deviation in a simulation, load by load', async () => {
    const asked: Scenario[] = [];
    const all = [momentsOf('web', points(0.02, 0.8)), momentsOf('job', points(0.2, 0.5), 1000.4)];
    const found = await statementDemands(scenario, all, 'snapshots', {
      run: compute(2, asked),
      confidence: 0.95,
      simulated_queries: 5000,
    });
    expect(found).toMatchObject({ source: 'snapshots', span: 'server', refused: [] });
    const [web, job] = found.demands;
    // The duration of a query is twice its demand.
    expect(web!.mean.value).toBeCloseTo(0.01, 4);
    expect(web!.cv.value).toBeCloseTo(0.8, 2);
    expect(job!.mean.value).toBeCloseTo(0.1, 3);
    expect(job!.cv.value).toBeCloseTo(0.5, 2);
    expect(web!.law).toMatchObject({ family: 'lognormal', mean_seconds: web!.mean.value });
    expect(web!.mean.low).toBeLessThan(web!.mean.value);
    expect(web!.mean.high).toBeGreaterThan(web!.mean.value);
    expect(job).toMatchObject({ load: 'job', queries: 1000, mean_latency_seconds: all[1]!.mean_seconds });
    expect(job!.quantiles).toEqual([]);
    // Four calls per second of one and one of the other, until there are 5000.
    expect(asked[0]).toMatchObject({ seed: '1 calibration', events: [], faults: [] });
    expect(asked[0]!.duration_seconds).toBeCloseTo(5000 / 5.0004, 6);
    expect(asked[0]!.load.map(({ process }) => process)).toEqual([
      { kind: 'poisson', rate: { kind: 'constant', per_second: 4 } },
      { kind: 'poisson', rate: { kind: 'constant', per_second: 1.0004 } },
    ]);
    expect(asked[0]!.load[0]!.connection).toMatchObject({ kind: 'pool', size: 10_000 });
  });

  it('are constant if all durations are the same', async () => {
    const { demands } = await statementDemands(scenario, [momentsOf('web', points(0.02, 0))], 'x', {
      run: compute(1),
      confidence: 0.95,
      simulated_queries: 4000,
    });
    expect(demands[0]!.law).toMatchObject({ cv: 0 });
    expect(demands[0]!.law.mean_seconds).toBeCloseTo(0.02, 4);
    expect([demands[0]!.cv.low, demands[0]!.cv.high]).toEqual([Number.NaN, Number.NaN]);
  });

  it('are unknown for loads with too few executions, and for durations that no demand can produce', async () => {
    const options = { run: compute(1), confidence: 0.95, simulated_queries: 4000 };
    const rare = { ...momentsOf('job', points(0.02, 0.5)), calls: 399.6 };
    const often = { ...momentsOf('web', points(0.02, 0.5)), calls: 8000 };
    const { demands, refused } = await statementDemands(scenario, [rare, often], 'x', options);
    expect(demands.map(({ load }) => load)).toEqual(['web']);
    // 200 of 4000 queries are simulated, and the same multiple of 8400.
    expect(refused).toEqual([
      { load: 'job', reason: 'not enough data: 400 executions of 8400, and a demand takes 420' },
    ]);
    const few = await statementDemands(scenario, [{ ...often, calls: 199 }], 'x', options);
    expect(few).toMatchObject({ demands: [], source: 'x' });
    expect(few.refused[0]!.reason).toContain('199 executions of 199, and a demand takes 200');
    const slow = await statementDemands(scenario, [rare, often], 'x', { ...options, run: compute(1, [], 1) });
    expect(slow.demands).toEqual([]);
    expect(slow.refused.map(({ load }) => load)).toEqual(['job', 'web']);
    expect(slow.refused[1]!.reason).toMatch(/^no demand gives these durations at this rate: the compute/);
  });
});

describe('classes of statements', () => {
  const statement = (name: string, over: object = {}) => ({
    name,
    description: undefined,
    traffic: { kind: 'rate', per_second: 2 } as const,
    cpu: { mean_seconds: 0.01, cv: 0.5 },
    pages: undefined,
    working_set_bytes: undefined,
    ...over,
  });

  it('count if their rate and their spread are known', () => {
    const odd = [
      statement('a'),
      statement('b', { cpu: { mean_seconds: 0.01, cv: undefined } }),
      statement('c', { cpu: undefined }),
      statement('d', { traffic: { kind: 'arrivals', times: new Float64Array(1) } }),
    ];
    expect(statementMoments(odd, 50, undefined)).toEqual([
      { load: 'a', calls: 100, seconds: 50, mean_seconds: 0.01, cv: 0.5 },
    ]);
    expect(statementMoments(odd.slice(1), 50, 'web')).toEqual([]);
    // A single class equals the load.
    expect(statementMoments([statement('a')], 50, 'web')[0]).toMatchObject({ load: 'web', calls: 100 });
    expect(statementMoments([statement('a')], 50, 'web')[0]!.cv).toBeCloseTo(0.5, 12);
  });

  it('are matched to the single load of a scenario by their moments', () => {
    const rate = (per_second: number) => ({ kind: 'rate', per_second }) as const;
    const all = [
      statement('a', { traffic: rate(3), cpu: { mean_seconds: 0.01, cv: 0 } }),
      statement('b', { traffic: rate(1), cpu: { mean_seconds: 0.05, cv: 0 } }),
    ];
    const [whole] = statementMoments(all, 100, 'web');
    // Three quarters 10 ms, one quarter 50 ms: mean 20 ms, deviation 17.3 ms.
    expect(whole).toMatchObject({ load: 'web', calls: 400, seconds: 100 });
    expect(whole!.mean_seconds).toBeCloseTo(0.02, 12);
    expect(whole!.cv).toBeCloseTo(Math.sqrt(0.75), 12);
    expect(statementMoments(all, 100, undefined).map(({ load }) => load)).toEqual(['a', 'b']);
  });
});

const recording = (over: Partial<Recording> = {}): Recording => {
  const arrivals = Float64Array.from({ length: QUERIES }, (_, place) => place + 0.5);
  return {
    source: 'day 1',
    scenario: undefined,
    span: 'server',
    duration_seconds: QUERIES,
    queries: [{ load: 'web', arrivals, arrived: arrivals, latency: Float64Array.from(points(0.02, 0.8)) }],
    table_pages: undefined,
    cpu_asked_seconds: 0.01,
    warnings: [],
    ...over,
  };
};

describe('the demands of a recording', () => {
  it('are fitted on as many replications as needed, always the same ones', async () => {
    const asked: Scenario[] = [];
    const options = { run: compute(2, asked), confidence: 0.95, families: ['lognormal'] as const };
    const found = await calibratedDemands(scenario, [recording()], options);
    expect(found).toMatchObject({ source: 'day 1', span: 'server', cpu_asked_seconds: 0.01 });
    expect(found.demands[0]!.mean.value).toBeCloseTo(0.01, 4);
    // 20,000 queries or eight replications, whichever is less.
    const seeds = [...new Set(asked.map(({ seed }) => seed))];
    expect(seeds).toEqual(Array.from({ length: 8 }, (_, index) => `1 calibration ${index + 1}`));
    expect(asked.length % 8).toBe(0);
    expect(asked[0]!.load[0]!.process).toMatchObject({ kind: 'arrivals' });
    asked.length = 0;
    await calibratedDemands(scenario, [recording()], { ...options, replications: 2 });
    expect(new Set(asked.map(({ seed }) => seed)).size).toBe(2);
  });
});

describe('recordings of several days', () => {
  it('are used up to their first queries', () => {
    const long = recording();
    expect(partsOf([long]).parts[0]!.recording).toBe(long);
    expect(partsOf([long], QUERIES).parts[0]!.recording).toBe(long);
    // The last of a hundred arrives at 99.5 s; the late one completes without being counted.
    const [own] = long.queries;
    const late = { ...own!, arrived: own!.arrived.map((at, query) => (query === 0 ? 399 : at)) };
    const { parts, duration_seconds } = partsOf([{ ...long, queries: [late] }], 100);
    expect(duration_seconds).toBe(100);
    expect(parts[0]!.recording).toMatchObject({ source: 'day 1', duration_seconds: 100 });
    expect(parts[0]!.recording.queries[0]).toEqual({
      load: 'web',
      arrivals: own!.arrivals.slice(0, 100),
      arrived: own!.arrived.slice(1, 100),
      latency: own!.latency.slice(1, 100),
    });
  });

  it('are fitted separately if they differ in span, in loads, or in whether they read a table', () => {
    const [own] = recording().queries;
    const job = { ...own!, load: 'job' };
    const both = recording({ queries: [own!, job] });
    const odd = [recording(), recording({ span: 'client' }), recording({ table_pages: 0 }), both];
    expect(alikeRecordings(odd)).toHaveLength(4);
    expect(alikeRecordings([both, recording({ queries: [job, own!] })])).toHaveLength(1);
    expect(alikeRecordings([])).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { causeTable } from '../../src/report/answers/cause-words.js';
import type { Summary } from '../../src/report/figures/summary.js';
import { summarise } from '../../src/report/figures/summary.js';
import { type Screen, terminalSummary } from '../../src/report/terminal/terminal-summary.js';
import { SparklineSeries } from '../../src/report/text/sparkline-series.js';
import { columns } from '../../src/report/text/text-width.js';
import type { Objective, ObjectiveName, ScenarioAssumption } from '../../src/scenario/scenario.js';
import {
  exampleCompute,
  exampleObservations,
  exampleScenario,
  exampleTimelineRow,
  histogramOf,
} from './example-run.js';

const SCREEN: Screen = { width: 80, height: 24, paint: (text) => text, verbose: true };

const OBJECTIVES: readonly ObjectiveName[] = [
  'success_rate',
  'availability_time',
  'wake_probability',
  'delayed_probability',
  'latency_mean',
  'latency_p50',
  'latency_p90',
  'latency_p95',
  'latency_p99',
  'latency_p999',
  'latency_max',
  'cost_usd',
  'cost_usd_per_month',
  'cu_hours',
];

function expectToFit(text: string): void {
  const lines = text.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
  for (const each of lines) expect(columns(each)).toBeLessThanOrEqual(80);
}

describe('terminal summary', () => {
  it('says on one screen what happened', () => {
    const scenario = exampleScenario({
      slo: [
        { objective: 'latency_p99', target: 500 },
        { objective: 'success_rate', target: 0.999 },
      ],
      warnings: ['web: the trace ends 2 h before the run'],
      assumptions: [
        {
          name: 'model.wake_latency',
          value: 'lognormal, median 350ms, p99 2s',
          written: '350ms',
          source: 'dashboards of 2025',
          confidence: 'low',
          set_by: 'default',
        },
      ],
    });
    const shape = new SparklineSeries(86_400);
    shape.add(exampleTimelineRow({ start_seconds: 0, end_seconds: 43_200, arrived: 100, cu_seconds: 3600 }));
    const summary = summarise(scenario, exampleObservations(exampleCompute()));
    const text = terminalSummary(summary, shape, SCREEN);
    expectToFit(text);
    expect(text).toMatchInlineSnapshot(`
      "example: 24 h from 2026-01-01 00:00:00 UTC, plan launch, seed 42
      ✗ Costs about $3.22 a month, if every day is like the one simulated. 1 of 100
        queries failed (1 %); missed: success rate at least 99.9 %, and it is 99 %.
      Objectives   MISSED success rate 99 %, at least 99.9 %
                   met    p99 latency 10 ms, at most 500 ms
      Cost         $0.106 for the run, $3.22 per month of 730 h,
                   at $0.106 per CU-hour, prices checked until 2026-11-26
      CU-hours     1, mean 0.25 CU while active, at most 0.25 CU
      Suspended    83.3 % of the time, 2 wakes, 2 suspends, 0 restarts, 0 resizes
      Waited       4 of 100 queries (4 %) for a wake or restart, half over 502 ms,
                   p99 1 s
      Errors       1 query failed (1 %), too many connections (53300): 1,
                   1 still running at the end
      Latency      mean 10 ms, p50 10 ms, p90 10 ms, p95 10 ms, p99 10 ms,
                   p99.9 10 ms, max 10 ms
      Available    98 % of queries, 99 % of the time (14.4 min without a free slot)
      Queries/s    ███████████████████                    peak 0.00231 over 6 min
      CU           ███████████████████                    peak 0.0833 over 6 min
      Assumptions  wake latency lognormal, median 350ms, p99 2s (low confidence)
      Warnings     web: the trace ends 2 h before the run
      "
    `);
  });

  it('has a row for each of several computes', () => {
    const computes = ['primary', 'replica-1', 'replica-2'].map((name) => exampleCompute({ name }));
    const text = terminalSummary(
      summarise(exampleScenario(), exampleObservations(...computes)),
      undefined,
      SCREEN,
    );
    expectToFit(text);
    expect(text).toMatch(/Compute +CU-hours +Cost +Suspended +Wakes +p99/);
    expect(text).toMatch(/replica-2 +1 +\$0\.106 +83\.3 % +2 +10 ms/);
  });

  it('says what cut connections, who came back when, and who waited in the pooler', () => {
    const compute = exampleCompute({
      connections: { limit: 112, peak: 20, mean: 12, refused: 0, dropped: 20 },
      disruptions: {
        by_cause: {
          restart: {
            count: 1,
            connections_dropped: 20,
            queries_cut: 3,
            disturbed: 143,
            back: 142,
            lost: 1,
            trouble_seconds: 2,
          },
        },
        kept: [],
        recovery: histogramOf(...Array.from({ length: 142 }, () => 4.2)),
      },
      pooler: { clients_peak: 5000, waiting_peak: 4890, queued: 4900, wait: histogramOf(30, 60, 119) },
      unavailable_by_cause: { slots_full: 800, restarting: 64 },
    });
    const text = terminalSummary(
      summarise(exampleScenario(), exampleObservations(compute)),
      undefined,
      SCREEN,
    );
    expectToFit(text);
    expect(text.split('\n').slice(13, 20).join('\n')).toMatchInlineSnapshot(`
      "Disruptions  1 restart dropped 20 connections,
                   99 % of the 143 affected queries recovered within 4.2 s, 1 failed
      Pooler       at most 5,000 clients at once, at most 4,890 queued, 4,900 waited,
                   half over 60.1 s, p99 119 s
      Latency      mean 10 ms, p50 10 ms, p90 10 ms, p95 10 ms, p99 10 ms,
                   p99.9 10 ms, max 10 ms
      Available    98 % of queries, 99 % of the time (14.4 min unavailable),"
    `);
  });

  /** A day of which ten hours were too much, and whose answers took hours. */
  const OVERLOADED = exampleCompute({
    completed: 100,
    failed: 0,
    in_flight: 0,
    failed_by_error: {},
    unavailable_seconds: 0,
    unavailable_by_cause: {},
    latency: histogramOf(...Array.from({ length: 100 }, () => 7200)),
    overload: { seconds: 36_000, longest_backlog_seconds: 2460, longest_backlog_at_seconds: 50_700 },
    client_pool_wait: histogramOf(60, 60, 2000),
  });

  it('says for how long more was asked than could be done, and does not call that available', () => {
    const summary = summarise(exampleScenario(), exampleObservations(OVERLOADED));
    const text = terminalSummary(summary, undefined, SCREEN);
    expectToFit(text);
    expect(text.split('\n').slice(9).join('\n')).toMatchInlineSnapshot(`
      "Suspended    83.3 % of the time, 2 wakes, 2 suspends, 0 restarts, 0 resizes
      Overloaded   10 h of 24 h (41.7 %), more was asked than 0.25 CU could do,
                   longest backlog 41 min on Thu 2026-01-01 14:05 UTC
      Waited       4 of 100 queries (4 %) for a wake or restart, half over 502 ms,
                   p99 1 s
      Own pools    3 of 100 attempts (3 %) waited for a place, half over 60.1 s,
                   longest 33.3 min
      Errors       none
      Latency      mean 2 h, p50 2 h, p90 2 h, p95 2 h, p99 2 h, p99.9 2 h, max 2 h
      Available    100 % of queries, 100 % of the time (0 s unavailable),
                   but overloaded for 10 h, and 1 % of answers took over 2 h
      "
    `);
    const marked = terminalSummary(summary, undefined, {
      ...SCREEN,
      paint: (line, emphasis) => (emphasis === 'bad' ? `!${line}` : line),
    });
    expect(marked).toContain('!Overloaded   10 h of 24 h (41.7 %)');
  });

  it('names the compute with the longest backlog, and no moment over replications', () => {
    const other = exampleCompute({ name: 'replica' });
    const text = terminalSummary(
      summarise(exampleScenario(), exampleObservations(other, OVERLOADED)),
      undefined,
      SCREEN,
    );
    expect(text).toMatch(/10 h in all \(20\.8 %\), more was asked than the size could do,/);
    expect(text).toContain('longest backlog 41 min on Thu 2026-01-01 14:05 UTC, of primary');
  });

  it('says nothing of overload and of pools where there was none', () => {
    const text = terminalSummary(
      summarise(exampleScenario(), exampleObservations(exampleCompute())),
      undefined,
      SCREEN,
    );
    expect(text).not.toMatch(/Overloaded|Own pools|but /);
  });

  it('puts refused, queued, timed out, failed and recovered side by side', () => {
    const wake = { count: 1, connections_dropped: 0, queries_cut: 0, disturbed: 5000, trouble_seconds: 20 };
    const direct = exampleCompute({
      name: 'direct',
      failed: 4400,
      trouble: { from_seconds: 300, until_seconds: 323, seconds: 23 },
      connections: { limit: 112, peak: 112, mean: 12, refused: 28_000, dropped: 0 },
      disruptions: {
        by_cause: { wake: { ...wake, back: 600, lost: 4400 } },
        kept: [],
        recovery: histogramOf(...Array.from({ length: 600 }, () => 10)),
      },
    });
    const pooled = exampleCompute({
      name: 'pooled',
      failed: 0,
      trouble: { from_seconds: 300, until_seconds: 460, seconds: 160 },
      retried_by_error: { query_wait_timeout: 1000 },
      connections: { limit: 112, peak: 100, mean: 12, refused: 0, dropped: 0 },
      pooler: { clients_peak: 5000, waiting_peak: 4900, queued: 5900, wait: histogramOf(60) },
      disruptions: {
        by_cause: { wake: { ...wake, back: 5000, lost: 0 } },
        kept: [],
        recovery: histogramOf(...Array.from({ length: 5000 }, () => 150)),
      },
    });
    const text = terminalSummary(
      summarise(exampleScenario(), exampleObservations(direct, pooled)),
      undefined,
      SCREEN,
    );
    expectToFit(text);
    expect(text.slice(text.indexOf('Compute', text.indexOf('CU-hours         ')))).toMatchInlineSnapshot(`
      "Compute  CU-hours    Cost  Suspended  Wakes    p99
                   and 2 more
      Compute  Dropped  Refused  Queued  Timeouts  Failed  Recovery  Duration
      direct         0   28,000       0         0   4,400     never      23 s
      pooled         0        0   5,900     1,000       0   2.5 min  2.67 min
      "
    `);
  });

  it('shows missed objectives first when not all fit', () => {
    const slo: Objective[] = OBJECTIVES.map((objective) => ({ objective, target: 1 }));
    const text = terminalSummary(
      summarise(exampleScenario({ slo }), exampleObservations(exampleCompute())),
      undefined,
      SCREEN,
    );
    expectToFit(text);
    expect(text.indexOf('MISSED')).toBeGreaterThan(-1);
    expect(text).not.toMatch(/met {2}[\s\S]*MISSED/);
    expect(text).toMatch(/and \d+ more/);
  });

  it('has no escape sequences of its own, nor any that a name brings along', () => {
    const scenario = exampleScenario({ name: 'evil\u001b[31m\nname' });
    const text = terminalSummary(
      summarise(scenario, exampleObservations(exampleCompute())),
      new SparklineSeries(86_400),
      SCREEN,
    );
    expect(text).not.toContain('\u001b');
    expect(text.split('\n')[0]).toContain('evil [31m name');
  });

  it('fits whatever the numbers, names and lists are', () => {
    const figure = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e15, noNaN: true }));
    const whole = fc.oneof(fc.constant(0), fc.nat(), fc.maxSafeNat());
    const text = fc.string({ maxLength: 120, unit: 'binary' });
    const compute = fc.record({
      name: text,
      cu_seconds: figure,
      active_seconds: figure,
      suspended_seconds: figure,
      active_cu_seconds: figure,
      wakes: whole,
      suspends: whole,
      restarts: whole,
      resizes: whole,
      arrived: whole,
      completed: whole,
      failed: whole,
      delayed: whole,
      unavailable_seconds: figure,
      failed_by_error: fc.dictionary(text, whole),
      retried_by_error: fc.dictionary(text, whole),
      latency: fc.array(figure).map((values) => histogramOf(...values)),
      delay: fc.array(figure).map((values) => histogramOf(...values)),
      disruptions: fc.record({
        by_cause: fc.dictionary(
          fc.constantFrom('restart', 'suspend', 'crash', 'zone_loss', 'out_of_memory', 'wake'),
          fc.record({
            count: whole,
            connections_dropped: whole,
            queries_cut: whole,
            disturbed: whole,
            back: whole,
            lost: whole,
          }),
        ),
        kept: fc.constant([]),
        recovery: fc.array(figure).map((values) => histogramOf(...values)),
      }),
      pooler: fc.record({
        clients_peak: whole,
        waiting_peak: whole,
        queued: whole,
        wait: fc.array(figure).map((values) => histogramOf(...values)),
      }),
      unavailable_by_cause: fc.dictionary(fc.constantFrom('slots_full', 'waking', 'quota', 'fault'), figure),
    });
    const assumption: fc.Arbitrary<ScenarioAssumption> = fc.record({
      name: fc.constantFrom('model.wake_latency', 'model.restart_latency', 'model.connect_latency'),
      value: text,
      source: text,
      confidence: fc.constantFrom('high', 'medium', 'low', 'yours'),
      set_by: fc.constantFrom('scenario', 'default'),
      written: fc.constant(null),
    });
    const objective = fc.record({ objective: fc.constantFrom(...OBJECTIVES), target: figure });
    fc.assert(
      fc.property(
        fc.array(compute, { minLength: 1, maxLength: 12 }),
        fc.array(assumption, { maxLength: 5 }),
        fc.array(objective, { maxLength: 16 }),
        fc.array(text, { maxLength: 5 }),
        text,
        (computes, assumptions, slo, warnings, name) => {
          const scenario = exampleScenario({ name, assumptions, slo, warnings });
          const observations = exampleObservations(...computes.map((each) => exampleCompute(each)));
          expectToFit(
            terminalSummary(summarise(scenario, observations), new SparklineSeries(86_400), SCREEN),
          );
        },
      ),
      { seed: 6, numRuns: 100 },
    );
  });

  it.each([60, 72, 80, 100, 132, 200])('fits %i columns, tables and curves included', (width) => {
    const shape = new SparklineSeries(86_400);
    shape.add(exampleTimelineRow({ start_seconds: 0, end_seconds: 43_200, arrived: 100, cu_seconds: 3600 }));
    const computes = ['primary', 'a-replica-with-a-name-that-is-rather-long'].map((name) =>
      exampleCompute({ name }),
    );
    const summary = summarise(exampleScenario(), exampleObservations(...computes));
    const lines = terminalSummary(summary, shape, { ...SCREEN, width, height: 50 })
      .trimEnd()
      .split('\n');
    for (const each of lines) expect(columns(each), each).toBeLessThanOrEqual(width);
    expect(lines.some((each) => each.startsWith('a-replica'))).toBe(true);
    expect(lines.find((each) => each.startsWith('Queries/s'))).toMatch(/ peak 0\.00231 over 6 min$/);
  });
});

it('prints what a run without a load saves to the cents that are known', () => {
  const saving_ci = { mean: 10.1342, half_width: 0.5912, confidence: 0.95, n: 5 };
  const without = { saving_usd_per_month: 10.1342, saving_ci };
  const load = { name: 'web', kind: 'load', cu_hours: 1, wakes: 3, cost_usd_per_month: 16.54, without };
  const total = { cu_hours: 2, cost_usd: 8, cost_usd_per_month: 33 };
  const summary = { loads: [load], total, duration_seconds: 604_800 } as unknown as Summary;
  expect(causeTable(summary).rows[0]!.at(-1)).toBe('-$10.13 ± $0.59');
});

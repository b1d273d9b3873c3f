import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunCourse } from '../../src/report/answers/run/run.js';
import { causeParts } from '../../src/report/answers/run/run-causes.js';
import { columns } from '../../src/report/text/text-width.js';
import type { ObjectiveName, ScenarioAssumption } from '../../src/scenario/scenario.js';
import { type Summary, summarise } from '../../src/study/run/summary.js';
import { exampleCompute, exampleObservations, exampleScenario, histogramOf } from './example-run.js';
import { runScreen } from './run-screen.js';

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

const COURSE: RunCourse = { width_seconds: 43_200, series: { size: [0.25, 0], queries: [0.003, 0] } };

function expectToFit(text: string): void {
  expect(text.split('\n').filter((each) => columns(each) > 80)).toEqual([]);
}

describe('a run on a screen', () => {
  it('contains no escape sequences, not even from names', () => {
    const scenario = exampleScenario({ name: 'evil\u001b[31m\nname' });
    const text = runScreen(summarise(scenario, exampleObservations(exampleCompute())));
    expect(text).not.toContain('\u001b');
    expect(text.split('\n')[0]).toContain('evil[31mname');
  });

  it('fits whatever the numbers, names and lists are', () => {
    const figure = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e15, noNaN: true }));
    const whole = fc.oneof(fc.constant(0), fc.nat(), fc.maxSafeNat());
    // Any code point; the unit 'binary' lists all of them first, which takes seconds.
    const unit = fc.nat({ max: 0x10_f7ff }).map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));
    const text = fc.string({ maxLength: 120, unit });
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
          expectToFit(runScreen(summarise(scenario, observations), 80, COURSE));
        },
      ),
      { seed: 6, numRuns: 100 },
    );
  });

  it.each([60, 72, 80, 100, 132, 200])('fits %i columns, tables and curves included', (width) => {
    const computes = ['primary', 'a-replica-with-a-name-that-is-rather-long'].map((name) =>
      exampleCompute({ name }),
    );
    const summary = summarise(exampleScenario(), exampleObservations(...computes));
    const lines = runScreen(summary, width, COURSE).trimEnd().split('\n');
    for (const each of lines) expect(columns(each), each).toBeLessThanOrEqual(width);
    expect(lines.some((each) => each.startsWith('a-replica'))).toBe(true);
    expect(lines.find((each) => each.startsWith('Queries/s'))).toMatch(/ peak 0\.003/);
  });
});

it('the savings of a run without a load are printed to the known cents', () => {
  const saving_ci = { mean: 10.1342, half_width: 0.5912, confidence: 0.95, n: 5 };
  const without = { saving_usd_per_month: 10.1342, saving_ci };
  const load = { name: 'web', kind: 'load', cu_hours: 1, wakes: 3, cost_usd_per_month: 16.54, without };
  const total = { cu_hours: 2, cost_usd: 8, cost_usd_per_month: 33 };
  const summary = { loads: [load], total, duration_seconds: 604_800 } as unknown as Summary;
  const [part] = causeParts(summary);
  const saved = part?.kind === 'table' ? part.columns.at(-1)!.of(part.rows[0], 0) : undefined;
  expect(saved).toBe('-$10.13 ± $0.59');
});

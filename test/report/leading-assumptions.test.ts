import { describe, expect, it } from 'vitest';
import { leadingAssumptions } from '../../src/report/figures/leading-assumptions.js';
import { summarise } from '../../src/report/figures/summary.js';
import type { ScenarioAssumption } from '../../src/scenario/scenario.js';
import { exampleCompute, exampleObservations, exampleScenario } from './example-run.js';

function assumption(name: string, confidence: ScenarioAssumption['confidence']): ScenarioAssumption {
  return {
    name: `model.${name}`,
    value: '1s',
    written: '1s',
    source: 'somewhere',
    confidence,
    set_by: 'default',
  };
}

const ASSUMPTIONS = [
  assumption('wake_latency', 'low'),
  assumption('restart_latency', 'low'),
  assumption('metrics_interval', 'high'),
  assumption('suspend_check', 'medium'),
  assumption('page_miss_latency', 'low'),
];

function leadingOf(overrides: Parameters<typeof exampleCompute>[0], plan = exampleScenario().plan): string[] {
  const scenario = exampleScenario({ assumptions: ASSUMPTIONS, plan });
  const summary = summarise(scenario, exampleObservations(exampleCompute(overrides)));
  return leadingAssumptions(summary).map((each) => each.name);
}

describe('the leading assumptions', () => {
  it('are those that affected the run, the least certain first', () => {
    expect(leadingOf({ resizes: 3 })).toEqual([
      'model.wake_latency',
      'model.page_miss_latency',
      'model.suspend_check',
    ]);
    expect(leadingOf({ restarts: 1, pages_missed: 0 })).toEqual([
      'model.wake_latency',
      'model.restart_latency',
      'model.suspend_check',
    ]);
  });

  it('leave out the wake latency if no query waited for a wake', () => {
    expect(leadingOf({ wakes: 0, delayed: 0, suspends: 0, pages_missed: 0 })).toEqual([]);
  });

  it("include the agent's constants if a compute was resized, and those of memory if memory was short", () => {
    const assumptions = [assumption('resize_latency', 'low'), assumption('connection_memory', 'low')];
    const quiet = { wakes: 0, delayed: 0, suspends: 0, pages_missed: 0 };
    const leading = (over: Parameters<typeof exampleCompute>[0]) => {
      const observations = exampleObservations(exampleCompute({ ...quiet, ...over }));
      return leadingAssumptions(summarise(exampleScenario({ assumptions }), observations)).map(
        ({ name }) => name,
      );
    };
    expect(leading({})).toEqual([]);
    expect(leading({ out_of_memory: 1 })).toEqual(['model.connection_memory']);
    expect(leading({ resizes: 1 })).toEqual(['model.resize_latency', 'model.connection_memory']);
  });

  it.each([
    ['proxy', { delayed: 0, found_idle: 0 }, { found_idle: 3 }],
    ['pooler_pool_share', {}, { pooler: { ...exampleCompute().pooler, queued: 4 } }],
    ['pooler_max_clients', {}, { failed_by_error: { '08P01': 1 } }],
    ['query_wait_timeout', {}, { retried_by_error: { query_wait_timeout: 1 } }],
    ['idle_in_transaction_timeout', {}, { failed_by_error: { '25P03': 1 } }],
    ['file_cache_per_cu', { pages_missed: 0 }, { pages_missed: 1 }],
    ['file_cache_formula', { pages_missed: 0 }, { pages_missed: 1 }],
  ] as const)('count %s where what it decides has happened', (name, before, after) => {
    const none = { failed_by_error: {}, retried_by_error: {}, ...before };
    const leading = (over: object) => {
      const observations = exampleObservations(exampleCompute({ ...none, ...over }));
      const assumptions = [assumption(name, 'low')];
      return leadingAssumptions(summarise(exampleScenario({ assumptions }), observations)).length;
    };
    expect([leading({}), leading(after)]).toEqual([0, 1]);
  });

  it('include the parameters of a policy if it made a decision', () => {
    const named = (name: string) => ({ ...assumption('', 'low'), name: `computes.a.b.policy.${name}` });
    const assumptions = [named('size.target_tracking.reserve_cu'), named('suspend."./my.js".wait_seconds')];
    const quiet = { wakes: 0, delayed: 0, suspends: 0, pages_missed: 0 };
    const leading = (over: Parameters<typeof exampleCompute>[0]) => {
      const observations = exampleObservations(exampleCompute({ ...quiet, ...over }));
      return leadingAssumptions(summarise(exampleScenario({ assumptions }), observations)).length;
    };
    expect([leading({}), leading({ resizes: 1 }), leading({ suspends: 1 })]).toEqual([0, 1, 1]);
  });

  it('include the price if it is uncertain', () => {
    const quiet = { wakes: 0, delayed: 0, suspends: 0, pages_missed: 0 };
    expect(leadingOf(quiet, { name: 'free', as_of: '2025-09-01' })).toEqual(['plan']);
  });
});

import { describe, expect, it } from 'vitest';
import { settingsName } from '../../../src/study/compare/tried-combinations.js';
import { bindingOf, paretoFronts } from '../../../src/study/plan/plan-findings.js';
import { closestOf, infeasibilityOf } from '../../../src/study/plan/plan-infeasibility.js';
import { neighboursOf } from '../../../src/study/plan/plan-space.js';
import { raceRules } from '../../../src/study/plan/race-rules.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { sampled } from './sampled-contenders.js';

const rulesOf = (...texts: readonly string[]) =>
  raceRules(
    { figure: 'cost_usd', sense: 'least' },
    texts.map((text) => parseConstraint(text)),
    { confidence: 0.95, safety: 0.95 },
    5,
    undefined,
  );

it('neighbors of settings are one step away on one axis, or on both sizes', () => {
  const axes = [
    { path: 'primary.min', values: ['1', '2', '4'] },
    { path: 'primary.max', values: ['1', '2', '4'] },
    { path: 'timeout', values: ['5m', 'never'] },
  ];
  const named = (min: string, max: string, timeout = '5m') =>
    neighboursOf({ 'primary.min': min, 'primary.max': max, timeout }, axes).map(settingsName);
  expect(named('2', '2')).toEqual([
    'primary.min=1 primary.max=2 timeout=5m',
    'primary.min=4 primary.max=2 timeout=5m',
    'primary.min=2 primary.max=1 timeout=5m',
    'primary.min=2 primary.max=4 timeout=5m',
    'primary.min=2 primary.max=2 timeout=never',
    'primary.min=1 primary.max=1 timeout=5m',
    'primary.min=4 primary.max=4 timeout=5m',
  ]);
  // A value outside of its axis has no neighbor on it.
  expect(named('1', '4', '7m')).toEqual([
    'primary.min=2 primary.max=4 timeout=7m',
    'primary.min=1 primary.max=2 timeout=7m',
  ]);
});

it('the Pareto front contains candidates that no other is cheaper than and as good as', () => {
  const shown = (name: string, index: number, cost: number | null, p99: number | null) =>
    sampled(name, { cost_usd_per_month: [cost], latency_p99: [p99] }, { index });
  const [latency, delays] = paretoFronts([
    shown('expensive', 0, 9, 10),
    shown('cheap', 1, 1, 80),
    shown('worse', 2, 5, 80),
    shown('same', 4, 5, 40),
    shown('first', 3, 5, 40),
    shown('better', 5, 5, 30),
    shown('unknown', 6, null, 1),
    shown('unmeasured', 7, 0, null),
  ]);
  expect(latency!.candidates).toEqual(['cheap', 'better', 'expensive']);
  expect(delays!.candidates).toEqual([]);
  const twins = paretoFronts([shown('second', 1, 1, 1), shown('first', 0, 1, 1)]);
  expect(twins[0]!.candidates).toEqual(['first']);
});

describe('a plan without a recommendation', () => {
  const rules = rulesOf('latency_p99 <= 100ms', 'cost_usd <= $10');
  const shown = (name: string, cost: number, p99: number, isOut = false) => {
    const contender = sampled(name, { cost_usd: [cost], latency_p99: [p99] });
    if (isOut) contender.dropped = { fate: 'infeasible', evidence: 'statistical', reason: '' };
    return contender;
  };
  const unseen = sampled('unseen', {});

  it('names the best candidate for each constraint, and the one closest to all', () => {
    const all = [shown('slow', 5, 200, true), shown('costly', 15, 50, true), shown('both', 12, 120, true)];
    expect(infeasibilityOf(all, rules)).toMatchObject({
      outcome: 'none',
      closest: 'both',
      constraints: [
        { constraint: 'latency_p99 <= 100ms', candidate: 'costly', best: { mean: 50 }, excess: -0.5 },
        { constraint: 'cost_usd <= $10', candidate: 'slow' },
      ],
    });
  });

  it('does not rule out a solution while candidates remain', () => {
    const out = shown('out', 15, 50, true);
    const outcome = (...of: Parameters<typeof infeasibilityOf>[0]) => infeasibilityOf(of, rules).outcome;
    expect(outcome(out, shown('left', 5, 200))).toBe('undecided');
    expect([outcome(out, unseen), outcome(unseen)]).toEqual(['none_found', 'none_found']);
  });

  it('has as best estimate the best candidate whose means meet the constraints', () => {
    const gone = shown('gone', 1, 50, true);
    const all = [gone, shown('good', 6, 90), shown('better', 5, 99), shown('slow', 1, 101)];
    expect(closestOf(all, rules)!.name).toBe('better');
    expect(closestOf([unseen], rules)).toBeUndefined();
    // Over common runs, since others have different arrivals.
    const many = sampled('many', { latency_p99: [150, 150, 120, 120] });
    const few = (...latency_p99: readonly number[]) => sampled('few', { latency_p99 });
    const closer = (...of: Parameters<typeof closestOf>[0]) => closestOf(of, rulesOf('latency_p99 <= 100ms'));
    expect(closer(few(150, 150), many)!.name).toBe('few');
    expect(closer(few(160, 150), many)!.name).toBe('many');
  });
});

it('the binding constraint is the one with the least room', () => {
  const rules = rulesOf('latency_p99 <= 100ms', 'wake_probability <= 10%');
  const figures = { latency_p99: [50, 50], wake_probability: [0.08, 0.08] };
  expect(bindingOf(sampled('5m', figures), rules)).toMatchObject({ constraint: 'wake_probability <= 10%' });
});

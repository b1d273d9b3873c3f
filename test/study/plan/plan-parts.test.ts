import { describe, expect, it } from 'vitest';
import { paretoFronts } from '../../../src/study/plan/plan-fronts.js';
import { closestOf, infeasibilityOf } from '../../../src/study/plan/plan-infeasibility.js';
import { planReasons } from '../../../src/study/plan/plan-reasons.js';
import { neighboursOf, settingsName } from '../../../src/study/plan/plan-space.js';
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

describe('the neighbours of settings', () => {
  const axes = [
    { path: 'primary.min', values: ['1', '2', '4'] },
    { path: 'primary.max', values: ['1', '2', '4'] },
    { path: 'timeout', values: ['5m', 'never'] },
  ];
  const named = (settings: Readonly<Record<string, string>>, over = axes) =>
    neighboursOf(settings, over).map(settingsName);

  it('are a step away on one axis, or on both of the sizes', () => {
    expect(named({ 'primary.min': '2', 'primary.max': '2', timeout: '5m' })).toEqual([
      'primary.min=1 primary.max=2 timeout=5m',
      'primary.min=4 primary.max=2 timeout=5m',
      'primary.min=2 primary.max=1 timeout=5m',
      'primary.min=2 primary.max=4 timeout=5m',
      'primary.min=2 primary.max=2 timeout=never',
      'primary.min=1 primary.max=1 timeout=5m',
      'primary.min=4 primary.max=4 timeout=5m',
    ]);
  });

  it('end with the axes, and a value outside of its axis has none', () => {
    expect(named({ 'primary.min': '1', 'primary.max': '4', timeout: '5m' })).toEqual([
      'primary.min=2 primary.max=4 timeout=5m',
      'primary.min=1 primary.max=2 timeout=5m',
      'primary.min=1 primary.max=4 timeout=never',
    ]);
    expect(named({ timeout: '7m' }, axes.slice(2))).toEqual([]);
    expect(named({}, axes)).toEqual([]);
  });
});

describe('the Pareto front of candidates', () => {
  it('contains candidates that no other is cheaper than and as good as', () => {
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
    expect(latency).toEqual({
      cost: 'cost_usd_per_month',
      against: 'latency_p99',
      candidates: ['cheap', 'better', 'expensive'],
    });
    expect(delays).toEqual({ cost: 'cost_usd_per_month', against: 'delayed_probability', candidates: [] });
    const twins = paretoFronts([shown('second', 1, 1, 1), shown('first', 0, 1, 1)]);
    expect(twins[0]!.candidates).toEqual(['first']);
  });
});

describe('a plan without a recommendation', () => {
  const rules = rulesOf('latency_p99 <= 100ms', 'cost_usd <= $10');
  const shown = (name: string, cost: number, p99: number | null) =>
    sampled(name, { cost_usd: [cost], latency_p99: [p99] });
  const dropped = { fate: 'infeasible', evidence: 'statistical', reason: '' } as const;

  it('names the best candidate for each constraint, and the one closest to all', () => {
    const contenders = [shown('slow', 5, 200), shown('expensive', 15, 50), shown('both', 12, 120)];
    for (const each of contenders) each.dropped = dropped;
    const { outcome, constraints, closest } = infeasibilityOf(contenders, rules);
    expect([outcome, closest]).toEqual(['none', 'both']);
    expect(constraints.map(({ candidate }) => candidate)).toEqual(['expensive', 'slow']);
    expect(constraints[0]).toMatchObject({
      constraint: 'latency_p99 <= 100ms',
      figure: 'latency_p99',
      best: { mean: 50 },
      excess: -0.5,
    });
  });

  it('leaves open whether a solution exists as long as a candidate remains', () => {
    const out = shown('out', 15, 50);
    out.dropped = dropped;
    expect(infeasibilityOf([out, shown('left', 5, 200)], rules).outcome).toBe('undecided');
    expect(infeasibilityOf([out, sampled('unseen', {})], rules).outcome).toBe('none_found');
    const none = infeasibilityOf([sampled('unseen', {})], rules);
    expect(none).toMatchObject({ outcome: 'none_found', closest: null });
    expect(none.constraints[0]).toMatchObject({ best: null, candidate: null, excess: null });
  });

  it('gives as best estimate the best candidate whose means meet the constraints', () => {
    const gone = shown('gone', 1, 50);
    gone.dropped = dropped;
    const contenders = [gone, shown('good', 6, 90), shown('better', 5, 99), shown('slow', 1, 101)];
    expect(closestOf(contenders, rules)!.name).toBe('better');
    expect(closestOf([...contenders].reverse(), rules)!.name).toBe('better');
    expect(closestOf([sampled('unseen', {})], rules)).toBeUndefined();
  });

  it('compares the closest candidates by their common runs, because others have different arrivals', () => {
    const rules = rulesOf('latency_p99 <= 100ms');
    const few = sampled('few', { latency_p99: [150, 150] });
    // Beyond by less in the mean over all, and as much in the first two.
    const many = sampled('many', { latency_p99: [150, 150, 120, 120] });
    expect(closestOf([few, many], rules)!.name).toBe('few');
    expect(closestOf([sampled('worse', { latency_p99: [160, 150] }), many], rules)!.name).toBe('many');
  });
});

describe('the reasons of a recommendation', () => {
  const axes = [{ path: 'timeout', values: ['1m', '5m', '1h'] }];
  const rules = rulesOf('latency_p99 <= 100ms', 'wake_probability <= 10%');
  const at = (
    timeout: string,
    cost_usd: readonly number[],
    latency_p99: readonly (number | null)[],
    wake_probability: readonly (number | null)[],
  ) => sampled(`timeout=${timeout}`, { cost_usd, latency_p99, wake_probability }, { settings: { timeout } });
  const winner = at('5m', [10, 10], [50, 50], [0.08, 0.08]);

  it('are the constraint with the least room, and the misses of cheaper neighbors', () => {
    const cheaper = at('1m', [8, 8], [120, 120], [0.3, 0.3]);
    const more_expensive = at('1h', [12, 12], [50, 50], [0, 0]);
    const reasons = planReasons(winner, [winner, cheaper, more_expensive], axes, rules);
    expect(reasons.binding!.constraint).toBe('wake_probability <= 10%');
    expect(reasons.unseen).toBe(0);
    expect(reasons.cheaper).toMatchObject([{ name: 'timeout=1m', doubtful: [] }]);
    expect(reasons.cheaper[0]!.saving).toBeCloseTo(0.2, 12);
    // The constraint with the largest miss comes first.
    expect(reasons.cheaper[0]!.missed.map(({ figure }) => figure)).toEqual([
      'wake_probability',
      'latency_p99',
    ]);
    expect(planReasons(winner, [cheaper], axes, rulesOf()).binding).toBeNull();
  });

  it.each([
    ['better by no more than what matters', [9.9, 9.9], []],
    ['better by more, which is not safe', [9.8, 9.8], ['timeout=1m']],
    ['as good', [10, 10], []],
  ])('name a neighbor that meets the constraints and is %s', (_, cost, names) => {
    const other = at('1m', cost, [50, 50], [0.02, 0.17]);
    const { cheaper } = planReasons(winner, [other], axes, rules);
    expect(cheaper.map(({ name }) => name)).toEqual(names);
    expect(cheaper.flatMap(({ doubtful }) => doubtful.map(({ figure }) => figure))).toEqual(
      names.map(() => 'wake_probability'),
    );
  });

  it('count neighbors that were not simulated, and make no claim about others', () => {
    const unseen = sampled('timeout=1m', {}, { settings: { timeout: '1m' } });
    const out = sampled('timeout=1h', {}, { settings: { timeout: '1h' } });
    out.dropped = { fate: 'bounded', evidence: 'proven', reason: '' };
    const elsewhere = sampled('timeout=2h', { cost_usd: [1] }, { settings: { timeout: '2h' } });
    expect(planReasons(winner, [unseen, out, elsewhere], axes, rules)).toMatchObject({
      unseen: 1,
      cheaper: [],
    });
  });
});

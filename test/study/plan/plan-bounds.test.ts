import { describe, expect, it } from 'vitest';
import type { ComputeSpecification, Scenario } from '../../../src/scenario/scenario.js';
import { Contender } from '../../../src/study/plan/contender.js';
import { bounded, largestCu, leastObjective, lowerBound } from '../../../src/study/plan/plan-bounds.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { computeOf, quickSource } from '../quick-scenario.js';

const { scenario: DAY } = await compileVariant(quickSource({ computes: [computeOf(0.5)] }));
const NEVER = { suspend_timeout_seconds: -1 };
const LEAST = { figure: 'cu_hours', sense: 'least' } as const;

/** A day of one compute of half a CU, active from the start. */
function dayOf(compute: Partial<ComputeSpecification>, over: object = {}): Scenario {
  return { ...DAY, computes: [{ ...DAY.computes[0]!, initial_state: 'active', ...compute }], ...over };
}

describe('the lower bound on the use of settings', () => {
  it.each<readonly [string, Partial<ComputeSpecification>, object, number | undefined]>([
    ['the minimum size all the time, excluding starts, if it never suspends', NEVER, {}, 0.99 * 0.5 * 24],
    [
      'that of a compute too large to suspend',
      { autoscaling_limit_min_cu: 18, autoscaling_limit_max_cu: 18 },
      {},
      0.99 * 18 * 24,
    ],
    ['zero if it may be suspended', { suspend_timeout_seconds: 900 }, {}, 0],
    ['zero if it begins suspended', { ...NEVER, initial_state: 'idle' }, {}, 0],
    ['known with a quota on data', NEVER, { quota: { logical_size_bytes: 1 } }, 0.99 * 0.5 * 24],
    ['unknown with a quota on use', NEVER, { quota: { compute_time_seconds: 1 } }, undefined],
    ['unknown with a plan whose hours end', NEVER, { plan: { name: 'free' } }, undefined],
    ['unknown with events', NEVER, { events: [{}] }, undefined],
    ['unknown with faults', NEVER, { faults: [{}] }, undefined],
  ])('is %s', (_, compute, over, expected) => {
    const found = leastObjective(dayOf(compute, over), 'cu_hours');
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(expected, 9);
  });

  it('is priced for costs, and unknown for other figures', () => {
    const least = (figure: Parameters<typeof leastObjective>[1]) => leastObjective(dayOf(NEVER), figure);
    const cost = 0.99 * 0.5 * 24 * 0.222;
    expect(least('cost_usd')).toBeCloseTo(cost, 9);
    expect(least('cost_usd_per_month')).toBeCloseTo((cost * 730) / 24, 9);
    expect(least('latency_p99')).toBeUndefined();
  });
});

it('a candidate without a run is ruled out by its lower bound', () => {
  const variant = { name: 'never', scenario: dayOf(NEVER), source: quickSource() };
  const never = new Contender(variant, {}, { index: 1, changes: 1 });
  expect(bounded(never, 11, 'best', LEAST)).toEqual({
    fate: 'bounded',
    evidence: 'proven',
    reason: 'its cu_hours is at least 11.9, no better than that of best',
  });
  expect(bounded(never, 12, 'best', LEAST)).toBeUndefined();
  expect(lowerBound(never, { ...LEAST, sense: 'most' })).toBe(Number.NEGATIVE_INFINITY);
});

it('a compute never uses more than its largest size, including changes by events', () => {
  const set = { autoscaling_limit_max_cu: 2 };
  const larger = [{ at_seconds: 60, compute: 'primary', kind: 'update', set }];
  expect([largestCu(dayOf({})), largestCu(dayOf({}, { events: larger }))]).toEqual([0.5, 2]);
});

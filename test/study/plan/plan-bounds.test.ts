import { describe, expect, it } from 'vitest';
import type { ComputeSpecification, Scenario } from '../../../src/scenario/scenario.js';
import { Contender } from '../../../src/study/plan/contender.js';
import {
  bounded,
  largestCu,
  leastByKin,
  leastObjective,
  leastOf,
} from '../../../src/study/plan/plan-bounds.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { computeOf, quickSource } from '../quick-scenario.js';

const { scenario: DAY } = await compileVariant(quickSource({ computes: [computeOf(0.5)] }));
const NEVER = { suspend_timeout_seconds: -1 };
const LEAST = { figure: 'cu_hours', sense: 'least' } as const;

/** A day of one compute of half a CU, active from the start. */
function dayOf(compute: Partial<ComputeSpecification>, over: object = {}): Scenario {
  return { ...DAY, computes: [{ ...DAY.computes[0]!, initial_state: 'active', ...compute }], ...over };
}

const contenderOf = (scenario: Scenario, set: readonly string[], index: number, changes = 1) =>
  new Contender(String(index), {}, { index, changes }, { scenario, source: { ...quickSource(), set } });

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

  it.each([
    ['whose timeout is not longer', 300, Number.POSITIVE_INFINITY, 0.99 * 0.5 * 22],
    ['whose timeout is longer', 600, Number.POSITIVE_INFINITY, 0],
    ['that never reached the timeout', 600, 299, 0.99 * 0.5 * 22],
  ])('is at least the use of a run %s', (_, timeout_seconds, longest_idle_seconds, expected) => {
    const seen = [{ timeout_seconds, longest_idle_seconds, suspended_seconds: 7200 }];
    expect(leastObjective(dayOf({}), 'cu_hours', seen)).toBeCloseTo(expected, 9);
  });
});

it('a candidate without a run is ruled out by its own lower bound, or by shorter timeouts', () => {
  const never = contenderOf(dayOf(NEVER), [], 1);
  const short = contenderOf(dayOf({ suspend_timeout_seconds: 900 }), [], 2);
  const why = (contender: Contender, limit: number, byKin = Number.NEGATIVE_INFINITY) =>
    bounded(contender, limit, 'best', LEAST, byKin);
  expect(why(never, 11)).toEqual({
    fate: 'bounded',
    evidence: 'proven',
    reason: 'its cu_hours is at least 11.9, no better than that of best',
  });
  expect(why(short, 10, 10)).toEqual({
    fate: 'bounded',
    evidence: 'hybrid',
    reason: 'its cu_hours is at least 10.0, as cheaper settings show, no better than that of best',
  });
  expect([why(never, 12), why(short, 7), why(short, 10, 9.9)]).toEqual([undefined, undefined, undefined]);
  expect(leastOf(never, { ...LEAST, sense: 'most' })).toBe(Number.NEGATIVE_INFINITY);
});

it('a compute never uses more than its largest size, including changes by events', () => {
  const set = { autoscaling_limit_max_cu: 2 };
  const larger = [{ at_seconds: 60, compute: 'primary', kind: 'update', set }];
  expect([largestCu(dayOf({})), largestCu(dayOf({}, { events: larger }))]).toEqual([0.5, 2]);
});

describe('the lower bound from candidates with shorter timeouts', () => {
  const kin = (timeout: number, index: number, set: readonly string[] = [], changes = 1) =>
    contenderOf(
      dayOf({ suspend_timeout_seconds: timeout }),
      [`x.suspend_timeout_seconds=${timeout}`, ...set],
      index,
      changes,
    );
  const [a, b, c] = [kin(60, 0), kin(300, 1), kin(900, 2)];
  const NONE = Number.NEGATIVE_INFINITY;

  it.each<readonly [string, Contender, Parameters<typeof leastByKin>[1], [Contender, number][], number]>([
    [
      'the largest of them, less half a per cent',
      c,
      LEAST,
      [
        [a, 10],
        [b, 12],
      ],
      11.94,
    ],
    ['also of an equal one', b, LEAST, [[kin(300, 3), 10]], 9.95],
    ['none from a longer one', a, LEAST, [[b, 10]], NONE],
    ['none from itself', c, LEAST, [[c, 10]], NONE],
    ['none from one with other settings', c, LEAST, [[kin(60, 4, ['max=2']), 20]], NONE],
    ['none from one without an answer', c, LEAST, [[a, Number.POSITIVE_INFINITY]], NONE],
    ['none from one that changes more', b, LEAST, [[kin(60, 0, [], 2), 10]], NONE],
    ['none if more is better', c, { ...LEAST, sense: 'most' }, [[a, 10]], NONE],
    ['none for other figures', c, { figure: 'latency_p99', sense: 'least' }, [[a, 10]], NONE],
  ])('is %s', (_, contender, objective, others, expected) => {
    const known = others.map(([each, value]) => ({ contender: each, objective: value }));
    expect(leastByKin(contender, objective, known)).toBeCloseTo(expected, 12);
  });
});

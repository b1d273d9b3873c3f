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
import { quickSource } from '../quick-scenario.js';

const { scenario: QUICK_DAY } = await compileVariant(quickSource());

/** A day of one compute of half a CU, active from the start. */
function dayOf(compute: Partial<ComputeSpecification>, over: Partial<Scenario> = {}): Scenario {
  const [own] = QUICK_DAY.computes;
  const size = { autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 0.5 };
  return { ...QUICK_DAY, computes: [{ ...own!, ...size, initial_state: 'active', ...compute }], ...over };
}

const NEVER = { suspend_timeout_seconds: -1 };
const LEAST = { figure: 'cu_hours', sense: 'least' } as const;
const named = (scenario: Scenario, set: readonly string[], index: number, changes = 1) =>
  new Contender(String(index), {}, { index, changes }, { scenario, source: { ...quickSource(), set } });

describe('the lower bound on the use of settings', () => {
  it('is the minimum size all the time if the compute never suspends, excluding starts', () => {
    const scenario = dayOf(NEVER);
    const hours = leastObjective(scenario, 'cu_hours')!;
    expect(hours).toBeCloseTo(0.99 * 0.5 * 24, 9);
    const cost = leastObjective(scenario, 'cost_usd')!;
    expect(cost).toBeCloseTo(hours * 0.222, 9);
    expect(leastObjective(scenario, 'cost_usd_per_month')).toBeCloseTo((cost * 730) / 24, 9);
    const large = dayOf({ autoscaling_limit_min_cu: 18, autoscaling_limit_max_cu: 18 });
    expect(leastObjective(large, 'cu_hours')).toBeCloseTo(0.99 * 18 * 24, 9);
  });

  it.each<[string, Partial<Scenario>]>([
    ['a plan with hours that end', { plan: { name: 'free' } as Scenario['plan'] }],
    ['events', { events: [{} as Scenario['events'][number]] }],
    ['faults', { faults: [{} as Scenario['faults'][number]] }],
    ['a quota on what is used', { quota: { compute_time_seconds: 1 } }],
  ])('is unknown with %s', (_, over) => {
    expect(leastObjective(dayOf(NEVER, over), 'cu_hours')).toBeUndefined();
  });

  it('is known with a quota on data, and covers use only', () => {
    const scenario = dayOf(NEVER, { quota: { logical_size_bytes: 1 } });
    expect(leastObjective(scenario, 'cu_hours')).toBeDefined();
    expect(leastObjective(scenario, 'latency_p99')).toBeUndefined();
  });

  it('is the use of a run with a timeout that is not longer, or that it never reached', () => {
    const scenario = dayOf({ suspend_timeout_seconds: 300 });
    const seen = (timeout_seconds: number, longest_idle_seconds: number) => [
      { timeout_seconds, longest_idle_seconds, suspended_seconds: 7200 },
    ];
    const NONE = Number.POSITIVE_INFINITY;
    expect(leastObjective(scenario, 'cu_hours', seen(300, NONE))).toBeCloseTo(0.99 * 0.5 * 22, 9);
    expect(leastObjective(scenario, 'cu_hours', seen(600, NONE))).toBe(0);
    expect(leastObjective(scenario, 'cu_hours', seen(600, 299))).toBeCloseTo(0.99 * 0.5 * 22, 9);
  });

  it('is zero for computes that may be suspended, or begin suspended', () => {
    expect(leastObjective(dayOf({ suspend_timeout_seconds: 900 }), 'cu_hours')).toBe(0);
    expect(leastObjective(dayOf({ ...NEVER, initial_state: 'idle' }), 'cu_hours')).toBe(0);
  });
});

describe('a contender that had no run', () => {
  it('is ruled out by its lower bound, either always or based on shorter timeouts', () => {
    const never = named(dayOf(NEVER), [], 1);
    const short = named(dayOf({ suspend_timeout_seconds: 900 }), [], 2);
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

  it('never uses more than its computes at their largest size, whatever events do', () => {
    const day = dayOf({ suspend_timeout_seconds: 900 });
    const [compute] = day.computes;
    const most = compute!.autoscaling_limit_max_cu;
    const larger = {
      ...{ at_seconds: 60, compute: compute!.name, kind: 'update' as const },
      set: { autoscaling_limit_max_cu: 4 * most },
    };
    expect(largestCu(day)).toBe(most);
    expect(largestCu({ ...day, events: [larger] })).toBe(4 * most);
  });
});

describe('the bounds of a contender from related contenders', () => {
  const kin = (timeout: number, index: number, set: readonly string[] = [], changes = 1) =>
    named(
      dayOf({ suspend_timeout_seconds: timeout }),
      [`x.suspend_timeout_seconds=${timeout}`, ...set],
      index,
      changes,
    );
  const least = (
    contender: Contender,
    objective: Parameters<typeof leastByKin>[1],
    ...of: readonly [Contender, number][]
  ) =>
    leastByKin(
      contender,
      objective,
      of.map(([each, value]) => ({ contender: each, objective: value })),
    );
  const NONE = Number.NEGATIVE_INFINITY;

  it('are the maximum use of those with shorter timeouts, within half a per cent', () => {
    const [a, b, c] = [kin(60, 0), kin(300, 1), kin(900, 2)];
    expect(least(c, LEAST, [a, 10], [b, 12])).toBeCloseTo(11.94, 12);
    expect(least(b, LEAST, [kin(300, 3), 10])).toBeCloseTo(9.95, 12);
    expect(least(a, LEAST, [b, 10])).toBe(NONE);
    expect(least(c, LEAST, [c, 10], [kin(60, 4, ['max=2']), 20], [a, Number.POSITIVE_INFINITY])).toBe(NONE);
    expect(least(c, { ...LEAST, sense: 'most' }, [a, 10])).toBe(NONE);
    expect(least(c, { figure: 'latency_p99', sense: 'least' }, [a, 10])).toBe(NONE);
  });

  it('ignore contenders that change more settings', () => {
    const [a, b] = [kin(60, 0, [], 2), kin(300, 1)];
    expect(least(b, LEAST, [a, 10])).toBe(NONE);
  });
});

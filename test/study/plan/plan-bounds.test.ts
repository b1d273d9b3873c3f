import { describe, expect, it } from 'vitest';
import { IdleLengthMeter } from '../../../src/compute/idle-lengths.js';
import type { ComputeSpecification, Scenario } from '../../../src/scenario/scenario.js';
import { Contender } from '../../../src/study/plan/contender.js';
import {
  alike,
  beyondKin,
  bounded,
  largestCu,
  leastByKin,
  leastObjective,
  leastOf,
} from '../../../src/study/plan/plan-bounds.js';
import type { IdleSeen } from '../../../src/study/plan/whole-sample.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';

const { scenario: QUICK_DAY } = await compileVariant(quickSource());

/** A day of one compute of half a CU, active from the start. */
function dayOf(compute: Partial<ComputeSpecification>, over: Partial<Scenario> = {}): Scenario {
  const [own] = QUICK_DAY.computes;
  const size = { autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 0.5 };
  return { ...QUICK_DAY, computes: [{ ...own!, ...size, initial_state: 'active', ...compute }], ...over };
}

/** Idle periods as a run with a timeout would have shown them. */
function idle(lengths: readonly number[], over: Partial<IdleSeen> = {}): IdleSeen {
  const meter = new IdleLengthMeter();
  for (const length of lengths) meter.add(length);
  return {
    timeout_seconds: 300,
    suspends: 1,
    longest_idle_seconds: Math.max(0, ...lengths),
    suspended_seconds: 0,
    idle_lengths: meter.lengths(),
    latency: { max: 0 },
    ...over,
  };
}

const NEVER = { suspend_timeout_seconds: -1 };
const LEAST = { figure: 'cu_hours', sense: 'least' } as const;
const named = (scenario: Scenario, set: readonly string[], index: number) =>
  new Contender(
    String(index),
    {},
    { index, today: index === 0 },
    { scenario, source: { ...quickSource(), set } },
  );

describe('the least that settings can use', () => {
  it('is the minimum all the time of what never suspends, but for starts', () => {
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
  ])('is not known with %s', (_, over) => {
    expect(leastObjective(dayOf(NEVER, over), 'cu_hours')).toBeUndefined();
  });

  it('is known with a quota on data, and of use alone', () => {
    const scenario = dayOf(NEVER, { quota: { logical_size_bytes: 1 } });
    expect(leastObjective(scenario, 'cu_hours')).toBeDefined();
    expect(leastObjective(scenario, 'latency_p99')).toBeUndefined();
  });

  it('is what idle periods leave of it beyond the timeout, with room for more of them', () => {
    // Four of two hours each: beyond fifteen minutes 25,200 s, and half as much again and three times for 4 / √4.
    const scenario = dayOf({ suspend_timeout_seconds: 900 });
    const seen = idle([7200, 7200, 7200, 7200]);
    expect(leastObjective(scenario, 'cu_hours', [seen])).toBeCloseTo(
      0.99 * 0.5 * (24 - Math.min(24, (3 * 4 * 6300) / 3600)),
      9,
    );
    // A hundred of twenty minutes: beyond fifteen 30,000 s, and 4 / √100 more.
    const many = idle(Array.from({ length: 100 }, () => 1200));
    expect(leastObjective(scenario, 'cu_hours', [many])).toBeCloseTo(0.99 * 0.5 * (24 - 42_000 / 3600), 9);
    // Queries that took a minute may be done at once: beyond the timeout of 14 minutes, of which those of 12 are known.
    const slow = { ...many, latency: { max: 60 } };
    expect(leastObjective(scenario, 'cu_hours', [slow])).toBeCloseTo(
      0.99 * 0.5 * (24 - (1.4 * 100 * 480) / 3600),
      9,
    );
    expect(leastObjective(scenario, 'cu_hours')).toBe(0);
    expect(leastObjective(scenario, 'cu_hours', [idle([], { idle_lengths: undefined })])).toBeCloseTo(
      11.88,
      9,
    );
  });

  it('is less by how long it was suspended before its first query', () => {
    const scenario = dayOf({ ...NEVER, initial_state: 'idle' });
    // Suspended for two hours, 1,500 s of which a period of half an hour shows with a timeout of five minutes.
    const seen = idle([1800], { suspended_seconds: 7200 });
    expect(leastObjective(scenario, 'cu_hours', [seen])).toBeCloseTo(0.99 * 0.5 * (24 - 5700 / 3600), 9);
    expect(leastObjective(scenario, 'cu_hours')).toBe(0);
  });
});

describe('a contender that had no run', () => {
  it('is out by what it uses at least, proven or inferred', () => {
    const never = named(dayOf(NEVER), [], 1);
    const short = named(dayOf({ suspend_timeout_seconds: 900 }), [], 2);
    const seen = [idle(Array.from({ length: 100 }, () => 1200))];
    const why = (contender: Contender, limit: number) =>
      bounded(contender, limit, 'best', { objective: LEAST, seen });
    expect(why(never, 11)).toEqual({
      fate: 'bounded',
      evidence: 'proven',
      reason: 'its cu_hours is at least 11.9, no better than that of best',
    });
    expect(why(short, 6)).toEqual({
      fate: 'bounded',
      evidence: 'inferred',
      reason: 'its cu_hours is at least 6.10, no better than that of best, were it as idle',
    });
    expect([why(never, 12), why(short, 7)]).toEqual([undefined, undefined]);
    const most = { objective: { ...LEAST, sense: 'most' as const }, seen };
    expect(leastOf(never, most)).toBe(Number.NEGATIVE_INFINITY);
  });

  it('never uses more than its computes at their largest, whatever events make of them', () => {
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

describe('what is known of a contender by its kin', () => {
  const kin = (timeout: number, index: number, set: readonly string[] = []) =>
    named(
      dayOf({ suspend_timeout_seconds: timeout }),
      [`x.suspend_timeout_seconds=${timeout}`, ...set],
      index,
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

  it('is the most that those with shorter timeouts use, but for half a per cent', () => {
    const [a, b, c] = [kin(60, 0), kin(300, 1), kin(900, 2)];
    expect(least(c, LEAST, [a, 10], [b, 12])).toBeCloseTo(11.94, 12);
    expect(least(b, LEAST, [kin(300, 3), 10])).toBeCloseTo(9.95, 12);
    expect(least(a, LEAST, [b, 10])).toBe(NONE);
    expect(least(c, LEAST, [c, 10], [kin(60, 4, ['max=2']), 20], [a, Number.POSITIVE_INFINITY])).toBe(NONE);
    expect(least(c, { ...LEAST, sense: 'most' }, [a, 10])).toBe(NONE);
    expect(least(c, { figure: 'latency_p99', sense: 'least' }, [a, 10])).toBe(NONE);
  });

  it('rules it out where others reach as much', () => {
    expect(beyondKin(10, 10, 'best', LEAST)).toEqual({
      fate: 'bounded',
      evidence: 'hybrid',
      reason: 'its cu_hours is no less than with a shorter timeout, 10.0, and no better than that of best',
    });
    expect(beyondKin(9.9, 10, 'best', LEAST)).toBeUndefined();
  });
});

describe('contenders that do the same', () => {
  const timeout = (seconds: number) => [`computes.primary.suspend_timeout_seconds=${seconds}`];

  it('differ in timeouts twice as long as any idle period, today first', () => {
    const made = (seconds: number, index: number) =>
      named(dayOf({ suspend_timeout_seconds: seconds }), timeout(seconds), index);
    const all = [made(900, 0), made(-1, 1), made(601, 2), made(600, 3)];
    const seen = [idle([300], { suspends: 0 })];
    expect([...alike([...all].reverse(), all[0]!, seen)]).toEqual([
      [all[1], all[0]],
      [all[2], all[0]],
    ]);
    expect(alike(all, all[0]!, [idle([300])]).size).toBe(0);
    expect(alike(all, all[0]!, undefined).size).toBe(0);
  });

  it('differ in maxima half as large again as any that was wanted, where connections are as many', () => {
    const made = (max: number, index: number, over: Partial<ComputeSpecification> = {}) =>
      named(
        dayOf({ autoscaling_limit_max_cu: max, ...over }),
        [...timeout(300), `computes.primary.autoscaling_limit_max_cu=${max}`],
        index,
      );
    const all = [made(8, 0), made(6, 1), made(3, 2), made(2.9, 3)];
    const seen = [idle([400], { largest_goal_cu: 2 })];
    const others = alike(all, all[0]!, seen, true);
    expect([...others.keys()].every((each) => each !== all[3])).toBe(true);
    expect([...others].length).toBeGreaterThan(0);
    expect(alike(all, all[0]!, seen).size).toBe(0);
    const otherwise = made(6, 1, { size_policy: { name: 'other' } as never });
    expect(alike([all[0]!, otherwise], all[0]!, seen, true).size).toBe(0);
  });
});

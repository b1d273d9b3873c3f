import { describe, expect, it } from 'vitest';
import { nextLook, raceRules } from '../../../src/study/plan/race-rules.js';
import {
  infeasible,
  isNear,
  isSafe,
  meets,
  objectiveGap,
  signedObjective,
  spreadOf,
  worse,
  worstExcess,
} from '../../../src/study/plan/race-verdict.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { sampled } from './sampled-contenders.js';

const LEVELS = { confidence: 0.95, safety: 0.95 };
const LEAST = { figure: 'cost_usd', sense: 'least' } as const;
const MOST = { figure: 'cost_usd', sense: 'most' } as const;
const limit = parseConstraint('latency_p99 <= 100ms');
const share = parseConstraint('success_rate >= 99%');
const rulesOf = (objective: typeof LEAST | typeof MOST = LEAST, constraints = [limit], candidates = 5) =>
  raceRules(objective, constraints, LEVELS, candidates, undefined);
const rules = rulesOf();
const latencies = (...latency_p99: readonly (number | null)[]) => sampled('one', { latency_p99 }).whole;
const costing = (...cost_usd: readonly (number | null)[]) => sampled('one', { cost_usd });

describe('the rules of a race', () => {
  it('divide the error by tests, constraints and rivals', () => {
    // Nine looks of three replications or more, and the last one.
    const two = rulesOf(LEAST, [limit, share]);
    expect(two.feasibility_error).toBeCloseTo(0.025 / 20, 15);
    expect(two.objective_error).toBeCloseTo(0.025 / 40, 15);
    const few = raceRules(LEAST, [], LEVELS, 1, 10);
    expect([few.feasibility_error, few.objective_error]).toEqual([0.025 / 4, 0.025 / 4]);
    expect([two.replications, few.replications]).toEqual([640, 10]);
  });

  it('request more replications before the last look, unless more are requested anyway', () => {
    expect(rules.interim_safety).toBe(0.999);
    expect(raceRules(LEAST, [], { ...LEVELS, safety: 0.9999 }, 2, 5).interim_safety).toBe(0.9999);
  });

  it('look again after twice as many replications, up to the maximum', () => {
    const looks = (replications: number, expensive = false): readonly number[] => {
      const seen = [1];
      const most = { ...rules, replications };
      while (seen.at(-1)! < replications) seen.push(nextLook(seen.at(-1)!, most, expensive));
      return seen;
    };
    expect(looks(640)).toEqual([1, 3, 5, 10, 20, 40, 80, 160, 320, 640]);
    expect(looks(7)).toEqual([1, 3, 5, 7]);
    expect(looks(7, true)).toEqual([1, 2, 3, 5, 7]);
    expect(looks(1000)).toEqual([1, 3, 5, 10, 20, 40, 80, 160, 320, 640, 1000]);
    expect(nextLook(1, { ...rules, replications: 1 }, true)).toBe(1);
  });
});

describe('a constraint on a sample', () => {
  it('is met by the mean, with the Student probability of the remaining room', () => {
    const { met, clear, excess, probability, value } = latencies(80, 90, 100).judge(limit, 0.95);
    expect([met, clear]).toEqual([true, false]);
    expect(excess).toBeCloseTo(-0.1, 12);
    // Two degrees of freedom have a distribution in closed form.
    const t = 10 / (10 / Math.sqrt(3));
    expect(probability).toBeCloseTo(0.5 + t / (2 * Math.sqrt(2 + t * t)), 9);
    expect(value!.half_width).toBeCloseTo((4.302652729911275 * 10) / Math.sqrt(3), 6);
    expect(latencies(89, 90, 91).judge(limit, 0.95).clear).toBe(true);
  });

  it.each([
    ['on its bound', [0.99, 0.99], { met: true, clear: true, excess: 0, probability: 1 }],
    ['beyond it', [0.98, 0.98], { met: false, clear: true, excess: expect.closeTo(1, 9), probability: 0 }],
    ['within it', [1, 1], { met: true, clear: true, excess: expect.closeTo(-1, 9), probability: 1 }],
    ['once', [1], { met: true, probability: null }],
  ])('on a share that should be large uses the missing part: %s', (_, success_rate, expected) => {
    expect(sampled('one', { success_rate }).whole.judge(share, 0.95)).toMatchObject(expected);
  });

  it('on a figure that was not measured is met if there were no queries', () => {
    const never = (arrived: number) => sampled('one', { latency_p99: [null, null] }, { arrived }).whole;
    expect(never(1).judge(limit, 0.95)).toMatchObject({ met: false, excess: null, probability: 0 });
    expect(never(0).judge(limit, 0.95)).toMatchObject({ met: true, excess: null, probability: 1 });
    expect([worstExcess(never(1), rules), worstExcess(never(0), rules)]).toEqual([
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ]);
  });

  it('is safe by its probability, which one replication does not have', () => {
    const sample = latencies(80, 90, 100);
    expect(meets(sample, rules)).toBe(true);
    const { probability } = sample.judge(limit, 0.95);
    expect([isSafe(sample, rules, probability!), isSafe(sample, rules, 0.9)]).toEqual([true, false]);
    expect([meets(latencies(90), rules), isSafe(latencies(90), rules, 0.5)]).toEqual([true, false]);
    expect(meets(latencies(90, 120), rules)).toBe(false);
    expect(worstExcess(latencies(90, 120), rules)).toBeCloseTo(0.05, 12);
  });

  it.each([
    ['near, within one per cent and known to', [100.1, 100.2, 100.3], true],
    ['near on the other side', [99.7, 99.8, 99.9], true],
    ['not known so well', [99, 100, 101], false],
    ['further off', [101, 101.1, 101.2], false],
    ['clear', [50, 50.1, 50.2], false],
    ['of too few replications', [100.1, 100.1], false],
    ['never measured', [null, null, null], false],
  ])('may be %s', (_, values, near) => {
    expect(isNear(latencies(...values), rules)).toBe(near);
  });
});

describe('a contender is ruled out for a constraint', () => {
  const spread = (mean: number, deviation: number) => ({
    figures: [[{ mean, deviation }]],
    objective: undefined,
  });
  const reason = 'latency_p99 is beyond latency_p99 <= 100ms';
  const inferred = { fate: 'infeasible', evidence: 'inferred', reason, figure: 'latency_p99' };

  it('by a test of its mean', () => {
    const verdict = infeasible(latencies(200, 201, 202), rules, spread(100, 1));
    expect(verdict).toEqual({ ...inferred, evidence: 'statistical' });
    for (const values of [
      [90, 110, 130],
      [80, 90, 100],
      [100, 100, 100],
    ])
      expect(infeasible(latencies(...values), rules, spread(100, 1))).toBeUndefined();
  });

  it.each([
    ['far beyond, and by more than the others vary', [150], spread(100, 2), inferred],
    ['a tenth beyond, and no more', [110], spread(100, 0), undefined],
    ['beyond by as much as others of its size would vary', [112], spread(100, 3 / 1.12), undefined],
    ['beyond by more than that', [112.1], spread(100, 3 / 1.121), inferred],
    ['far beyond, where others are less', [150], spread(300, 13), undefined],
    ['far beyond, if none was replicated', [150], { figures: [[]], objective: undefined }, undefined],
    ['never measured', [null], spread(100, 2), inferred],
    ['within', [90], spread(100, 0), undefined],
  ])('with too few replications for a test: %s', (_, values, among, expected) => {
    expect(infeasible(latencies(...values), rules, among)).toEqual(expected);
  });

  it('by the variation of the closest replicated contender', () => {
    const figures = [
      [
        { mean: 100, deviation: 1 },
        { mean: 140, deviation: 20 },
        { mean: 400, deviation: 1 },
      ],
    ];
    expect(infeasible(latencies(150), rules, { figures, objective: undefined })).toBeUndefined();
    expect(infeasible(latencies(115), rules, { figures, objective: undefined })).toEqual(inferred);
  });
});

describe('a contender is ruled out for the objective', () => {
  const best = costing(100, 101, 102);
  const spread = (objective: number | undefined) => ({ figures: [], objective });
  const far = {
    fate: 'worse',
    evidence: 'inferred',
    reason: 'its cost_usd is no better than that of one',
    figure: 'cost_usd',
  };

  it.each([
    ['worse in each replication', [110, 111, 112], true],
    ['better by less than what matters', [99.5, 100.5, 101.5], true],
    ['better by more', [98, 99, 100], false],
    ['worse by chance, it may be', [99, 101, 133], false],
  ])('by a paired test: %s', (_, values, out) => {
    const expected = out ? { ...far, evidence: 'statistical' } : undefined;
    expect(worse(costing(...values).whole, best, rules, spread(0))).toEqual(expected);
    const mirrored = values.map((value, replication) => 2 * (100 + replication) - value);
    expect(worse(costing(...mirrored).whole, best, rulesOf(MOST), spread(0))).toEqual(expected);
  });

  it.each([
    ['by a twentieth, and no more', 105, 0, undefined],
    ['by more than a twentieth', 105.1, 0, far],
    ['by four deviations, and no more', 108, 0.02, undefined],
    ['by more than that', 108.1, 0.02, far],
    ['if none was replicated', 150, undefined, undefined],
    ['if it was never measured', null, undefined, far],
    ['if it is better', 90, 0, undefined],
  ])('with too few replications for a test: %s', (_, value, apart_, expected) => {
    expect(worse(costing(value).whole, best, rules, spread(apart_))).toEqual(expected);
  });

  it('if the objective could not be measured in any replication', () => {
    expect(worse(costing(null, null, null).whole, best, rules, spread(0))).toEqual(far);
    expect(worse(costing(101, null, null).whole, best, rules, spread(0))).toBeUndefined();
  });

  it('by the replications they have in common', () => {
    expect(objectiveGap(costing(100, 110, 990).whole, costing(90, 80).whole, LEAST)).toBe(20);
    expect(objectiveGap(costing(100, 110, 990).whole, costing(90, 80).whole, MOST)).toBe(-20);
    expect(objectiveGap(costing(null).whole, costing(null).whole, LEAST)).toBe(0);
    expect(signedObjective(costing(3, 5).whole, MOST)).toBe(-4);
    expect(signedObjective(costing(3, 5).whole, LEAST, 1)).toBe(3);
    expect(signedObjective(costing(null).whole, MOST)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the variation between replications', () => {
  const shown = (cost_usd: readonly number[], latency_p99: readonly (number | null)[]) =>
    sampled('one', { cost_usd, latency_p99 });
  const best = shown([100, 100], [10, 14]);

  it('is the largest difference from the best, and the deviation of each figure', () => {
    const others = [shown([110, 130], [20, 20]), shown([101, 103], [null, null]), shown([500], [1])];
    const { figures, objective: greatest } = spreadOf([best, ...others], best, rules);
    expect(greatest).toBeCloseTo(Math.sqrt(200) / 100, 12);
    expect(figures).toEqual([
      [
        { mean: 12, deviation: Math.sqrt(8) },
        { mean: 20, deviation: 0 },
        { mean: 0, deviation: 0 },
      ],
    ]);
  });

  it('is twice that of the best if no other was replicated, and unknown if the best was not either', () => {
    const alone = shown([90, 110], [1, 1]);
    expect(spreadOf([alone, shown([5], [1])], alone, rules).objective).toBeCloseTo(
      (2 * Math.sqrt(200)) / 100,
      12,
    );
    expect(spreadOf([shown([5], [1])], shown([5], [1]), rules).objective).toBeUndefined();
    expect(spreadOf([best], undefined, rules).objective).toBeUndefined();
  });
});

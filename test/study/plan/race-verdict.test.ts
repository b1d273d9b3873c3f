import { describe, expect, it } from 'vitest';
import { nextLook, raceRules } from '../../../src/study/plan/race-rules.js';
import { beatenBy, infeasible, isNear, spreadOf, worse } from '../../../src/study/plan/race-verdict.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { sampled } from './sampled-contenders.js';

const LEVELS = { confidence: 0.95, safety: 0.95 };
const COST = { figure: 'cost_usd', sense: 'least' } as const;
const limit = parseConstraint('latency_p99 <= 100ms');
const rulesOf = (sense: 'least' | 'most') => raceRules({ ...COST, sense }, [limit], LEVELS, 5, undefined);
const rules = rulesOf('least');

type Values = readonly (number | null)[];
const latencies = (latency_p99: Values) => sampled('one', { latency_p99 }).whole;
const costing = (cost_usd: Values) => sampled('one', { cost_usd });

describe('the rules of a race', () => {
  it('divide the error by the number of tests, constraints and rivals', () => {
    const two = raceRules(COST, [limit, parseConstraint('success_rate >= 99%')], LEVELS, 5, undefined);
    // Nine looks of three replications or more, and the last one.
    expect(two.feasibility_error).toBeCloseTo(0.025 / 20, 15);
    expect(two.objective_error).toBeCloseTo(0.025 / 40, 15);
    const few = raceRules(COST, [], LEVELS, 1, 10);
    expect([few.feasibility_error, few.objective_error]).toEqual([0.025 / 4, 0.025 / 4]);
  });

  it('require more safety before the last look than at it', () => {
    expect(rules.interim_safety).toBe(0.999);
    expect(raceRules(COST, [], { ...LEVELS, safety: 0.9999 }, 2, 5).interim_safety).toBe(0.9999);
  });

  it.each([
    [640, false, [1, 3, 5, 10, 20, 40, 80, 160, 320, 640]],
    [7, false, [1, 3, 5, 7]],
    [7, true, [1, 2, 3, 5, 7]],
    [1, true, [1]],
  ])(
    'look again after twice as many replications, up to %d; expensive runs: %s',
    (most, expensive, looks) => {
      const seen = [1];
      while (seen.at(-1)! < most)
        seen.push(nextLook(seen.at(-1)!, { ...rules, replications: most }, expensive));
      expect(seen).toEqual(looks);
    },
  );
});

it.each<readonly [string, Values, boolean]>([
  ['within one per cent and known to be', [100.1, 100.2, 100.3], true],
  ['on the other side', [99.7, 99.8, 99.9], true],
  ['but not known so well', [99, 100, 101], false],
  ['further away', [101, 101.1, 101.2], false],
  ['clearly met', [50, 50.1, 50.2], false],
  ['of too few replications', [100.1, 100.1], false],
  ['never measured', [null, null, null], false],
])('a mean near its bound ends the runs of a candidate: %s', (_, values, near) => {
  expect(isNear(latencies(values), rules)).toBe(near);
});

describe('a candidate is ruled out for a constraint', () => {
  const spread = (mean: number, deviation: number) => [{ mean, deviation }];
  const CLOSEST = [...spread(100, 1), ...spread(140, 20), ...spread(400, 1)];

  it.each<readonly [string, Values, ReturnType<typeof spread>, string | undefined]>([
    ['by a test of its mean', [200, 201, 202], spread(100, 1), 'statistical'],
    ['but not if a test is unclear', [90, 110, 130], spread(100, 1), undefined],
    ['but not within the bound', [80, 90, 100], spread(100, 1), undefined],
    ['but not on the bound', [100, 100, 100], spread(100, 1), undefined],
    ['if one run is far beyond, and by more than the others vary', [150], spread(100, 2), 'inferred'],
    ['but not if it is only a tenth beyond', [110], spread(100, 0), undefined],
    ['but not if others of its size vary as much', [112], spread(100, 3 / 1.12), undefined],
    ['if others of its size vary less', [112.1], spread(100, 3 / 1.121), 'inferred'],
    ['but not if larger ones vary more', [150], spread(300, 13), undefined],
    ['but not if no other was replicated', [150], [], undefined],
    ['if its figure was never measured', [null], spread(100, 2), 'inferred'],
    ['but not if the replicated one closest to it varies much', [150], CLOSEST, undefined],
    ['if the replicated one closest to it varies little', [115], CLOSEST, 'inferred'],
  ])('%s', (_, values, figures, evidence) => {
    const reason = 'latency_p99 is beyond latency_p99 <= 100ms';
    expect(infeasible(latencies(values), rules, { figures: [figures], objective: undefined })).toEqual(
      evidence && { fate: 'infeasible', evidence, reason, figure: 'latency_p99' },
    );
  });
});

describe('a candidate is ruled out for the objective', () => {
  const best = costing([100, 101, 102]);
  const far = { fate: 'worse', reason: 'its cost_usd is no better than that of one', figure: 'cost_usd' };

  it.each<readonly [string, Values, number | undefined, string | undefined]>([
    ['if it is worse in each replication', [110, 111, 112], 0, 'statistical'],
    ['if it is better by less than what matters', [99.5, 100.5, 101.5], 0, 'statistical'],
    ['but not if it is better by more', [98, 99, 100], 0, undefined],
    ['but not if it may be worse by chance', [99, 101, 133], 0, undefined],
    ['but not by one run that is a twentieth worse', [105], 0, undefined],
    ['by one run that is more than a twentieth worse', [105.1], 0, 'inferred'],
    ['but not by one run within four deviations', [108], 0.02, undefined],
    ['by one run beyond four deviations', [108.1], 0.02, 'inferred'],
    ['but not by one run if none was replicated', [150], undefined, undefined],
    ['but not by one run that is better', [90], 0, undefined],
    ['if it was never measured', [null, null, null], 0, 'inferred'],
    ['but not if it was measured once', [101, null, null], 0, undefined],
  ])('%s', (_, values, objective, evidence) => {
    const spread = { figures: [], objective };
    const expected = evidence && { ...far, evidence };
    expect(worse(costing(values).whole, best, rules, spread)).toEqual(expected);
    // The same if more is better.
    const mirrored = values.map((value, index) => (value === null ? null : 2 * (100 + index) - value));
    if (objective === 0 && evidence !== 'inferred')
      expect(worse(costing(mirrored).whole, best, rulesOf('most'), spread)).toEqual(expected);
  });

  it.each([
    ['if differences from the leader vary little', 10.05, 0.001, true],
    ['but not if it is better by more than the indifference', 9.85, 0, false],
    ['but not if differences vary', 10.05, 0.02, false],
    ['but not if no other was replicated', 10.05, undefined, false],
  ])('by its run at hybrid fidelity %s', (_, cost, objective, out) => {
    const found = beatenBy(costing([cost]).whole, costing([10]), rules, { figures: [], objective });
    expect(found !== undefined).toBe(out);
  });
});

it('the variation between replications is the largest difference from the best, relative to it', () => {
  const shown = (cost_usd: readonly number[], latency_p99: Values) =>
    sampled('one', { cost_usd, latency_p99 });
  const best = shown([100, 100], [10, 14]);
  const single = shown([500], [1]);
  const found = spreadOf(
    [best, shown([110, 130], [20, 20]), shown([101, 103], [20, 20]), single],
    best,
    rules,
  );
  expect(found.objective).toBeCloseTo(Math.sqrt(200) / 100, 12);
  expect(found.figures[0]).toContainEqual({ mean: 12, deviation: Math.sqrt(8) });
  // If only the best was replicated, twice its deviation.
  const alone = shown([90, 110], [1, 1]);
  expect(spreadOf([alone, single], alone, rules).objective).toBeCloseTo((2 * Math.sqrt(200)) / 100, 12);
  expect(spreadOf([single], single, rules).objective).toBeUndefined();
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { raceRules } from '../../../src/study/plan/race-rules.js';
import { dropInferior, infeasible, isNear, spreadOf, worse } from '../../../src/study/plan/race-verdict.js';
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
});

const TABLES = parse(readFileSync(new URL('race-verdict.yaml', import.meta.url), 'utf8')) as {
  readonly near: [string, Values, boolean][];
  readonly infeasible: [string, Values, [mean: number, deviation: number][], string | null][];
  readonly worse: [string, Values, number | null, string | null][];
};

it.each(TABLES.near)('a mean near its bound ends the runs of a candidate: %s', (_, values, near) => {
  expect(isNear(latencies(values), rules)).toBe(near);
});

it.each(TABLES.infeasible)('a candidate is ruled out for a constraint %s', (_, values, others, evidence) => {
  const figures = [others.map(([mean, deviation]) => ({ mean, deviation }))];
  const reason = 'latency_p99 is beyond latency_p99 <= 100ms';
  expect(infeasible(latencies(values), rules, { figures, objective: undefined }) ?? null).toEqual(
    evidence && { fate: 'infeasible', evidence, reason, figure: 'latency_p99' },
  );
});

describe('a candidate is ruled out for the objective', () => {
  const best = costing([100, 101, 102]);
  const far = { fate: 'worse', reason: 'its cost_usd is no better than that of one', figure: 'cost_usd' };

  it.each(TABLES.worse)('%s', (_, values, objective, evidence) => {
    const spread = { figures: [], objective: objective ?? undefined };
    const expected = evidence && { ...far, evidence };
    expect(worse(costing(values).whole, best, rules, spread) ?? null).toEqual(expected);
    // The same if more is better.
    const mirrored = values.map((value, index) => (value === null ? null : 2 * (100 + index) - value));
    if (objective === 0 && evidence !== 'inferred')
      expect(worse(costing(mirrored).whole, best, rulesOf('most'), spread) ?? null).toEqual(expected);
  });

  it.each([
    ['if differences from the leader vary little', 10.05, 0.001, true],
    ['but not if it is better by more than the indifference', 9.85, 0, false],
    ['but not if differences vary', 10.05, 0.02, false],
    ['but not if no other was replicated', 10.05, undefined, false],
  ])('by its run at hybrid fidelity %s', (_, cost, objective, out) => {
    const found = dropInferior(costing([cost]).whole, costing([10]), rules, { figures: [], objective });
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

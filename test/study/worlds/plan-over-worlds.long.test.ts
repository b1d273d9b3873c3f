import { describe, expect, it } from 'vitest';
import { runFigures } from '../../../src/figures/run-figures.js';
import { answer } from '../../../src/study/engine/engine.js';
import { forecast } from '../../../src/study/growth/forecast.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import type { PlanQuestion } from '../../../src/study/plan/plan-work.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { compileVariant, type ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { worldsForecastStudy } from '../../../src/study/worlds/forecast-worlds.js';
import { worldsPlanStudy } from '../../../src/study/worlds/plan-worlds.js';
import { planQuestion } from '../plan-question.js';
import { quickSource } from '../quick-scenario.js';

const RATE = { rate: { between: ['4/h', '60/h'] } };
const CPU = { query: { cpu: { exponential: { mean: { between: ['50ms', '100ms', '3s'] } } } } };

/** The quick scenario with some uncertain inputs. */
function uncertain(over: object): ScenarioSource {
  const query = { cpu: { exponential: { mean: '200ms' } } };
  return quickSource({ slo: {}, load: [{ name: 'web', compute: 'primary', rate: '20/h', query, ...over }] });
}

const questionOf = (vary: readonly string[], limits: readonly string[], over: Partial<PlanQuestion> = {}) =>
  planQuestion(vary, limits, { budget: { queries: 1e7, replications: 3 }, ...over });

const SETTINGS: Readonly<Record<string, string>> = {
  timeout: 'suspend_timeout_seconds',
  min: 'autoscaling_limit_min_cu',
  max: 'autoscaling_limit_max_cu',
};

/** The objective of a candidate in a world, and the constraints it breaks, from a run with both written out. */
async function enumerated(
  source: ScenarioSource,
  { objective, constraints }: PlanQuestion,
  settings: Readonly<Record<string, string>>,
  inputs: Readonly<Record<string, string>>,
) {
  const own = Object.entries(settings).map(
    ([name, value]) => `computes.primary.${SETTINGS[name]!}=${value === 'never' ? -1 : value}`,
  );
  const drawn = Object.entries(inputs).map(([path, value]) => `${path}=${value}`);
  const figures = runFigures(await runVariant(await compileVariant({ ...source, set: [...drawn, ...own] })));
  const missed = constraints.filter(({ figure, comparison, bound }) =>
    comparison === '<=' ? figures[figure]! > bound : figures[figure]! < bound,
  );
  return { objective: figures[objective]!, missed: missed.map(({ text }) => text) };
}

type Enumerated = Awaited<ReturnType<typeof enumerated>>;

/** The choice and its regrets by exhaustive search, with plain loops. @param sign −1 if more is better */
function byHand(table: readonly (readonly Enumerated[])[], safety: number, sign: number) {
  const worlds = table[0]!.map((_, world) => world);
  const value = (own: readonly Enumerated[], world: number) => sign * own[world]!.objective;
  const isMet = (own: readonly Enumerated[], world: number) => own[world]!.missed.length === 0;
  const best = worlds.map((world) =>
    Math.min(...table.filter((own) => isMet(own, world)).map((own) => value(own, world))),
  );
  const possible = worlds.filter((world) => best[world] !== Number.POSITIVE_INFINITY);
  const rows = table.map((own) => {
    const regret = possible.map((world) => Math.max(0, value(own, world) - best[world]!));
    const broken = possible.filter((world) => !isMet(own, world)).length;
    return {
      mean: regret.reduce((sum, each) => sum + each, 0) / regret.length,
      greatest: Math.max(...regret),
      allowed: broken <= (1 - safety) * possible.length + 1e-9,
      met: worlds.filter((world) => isMet(own, world)).length,
    };
  });
  return {
    rows,
    best,
    possible,
    least: Math.min(...rows.filter((row) => row.allowed).map((row) => row.mean)),
  };
}

/** Checks a plan over worlds against an exhaustive search. */
async function checked(source: ScenarioSource, question: PlanQuestion, count = 10) {
  const result = await answer(worldsPlanStudy(source, question, count));
  const worlds = result.worlds!;
  const looked = worlds.candidates.filter(({ fate }) => fate !== 'not_looked_at');
  const table: Enumerated[][] = [];
  for (const { settings } of looked) {
    const own: Enumerated[] = [];
    for (const { inputs } of worlds.outcomes) own.push(await enumerated(source, question, settings, inputs));
    table.push(own);
  }
  const sign = result.objective.sense === 'most' ? -1 : 1;
  const { rows, best, possible, least } = byHand(table, question.safety, sign);
  expect(worlds.possible_worlds).toBe(possible.length);
  for (const [index, candidate] of looked.entries()) {
    const row = rows[index]!;
    expect(candidate.worlds_met).toBe(row.met);
    expect(candidate.fate === 'refused').toBe(!row.allowed);
    expect(candidate.regret!.mean).toBeCloseTo(row.mean, 9);
    expect(candidate.regret!.greatest).toBeCloseTo(row.greatest, 9);
    expect(candidate.objective!.mean).toBeCloseTo(
      table[index]!.reduce((sum, each) => sum + each.objective, 0) / count,
      9,
    );
    for (const { constraint, worlds: broken } of candidate.broken)
      expect(table[index]!.filter(({ missed }) => missed.includes(constraint))).toHaveLength(broken);
  }
  for (const world of possible) expect(worlds.outcomes[world]!.best_objective).toBe(sign * best[world]!);
  const chosen = looked.findIndex(({ name }) => name === worlds.choice);
  if (chosen >= 0) expect(rows[chosen]!.mean).toBeCloseTo(least, 9);
  else expect(least).toBe(Number.POSITIVE_INFINITY);
  return { result, worlds };
}

const TIMEOUTS = ['timeout=60s,5m,15m,1h,never'];

describe('the choice of least regret equals that of an exhaustive search', () => {
  it('over timeouts, with an uncertain number of arrivals', async () => {
    const { result, worlds } = await checked(
      uncertain(RATE),
      questionOf(TIMEOUTS, ['wake_probability <= 20%']),
    );
    expect(worlds.looked_at).toBe(5);
    // The middle world needs less than some worlds do.
    expect(worlds.choice).not.toBe(result.recommendation);
    expect(worlds.candidates.find(({ best_of_middle }) => best_of_middle)!.fate).toBe('refused');
  });

  it('over sizes, with an uncertain service demand', async () => {
    await checked(uncertain(CPU), questionOf(['min=0.25,1', 'max=1,2'], ['latency_p99 <= 8s']));
  });

  it.each(['wake_probability', 'availability_time'] as const)(
    'over two intervals, without a constraint, for %s',
    async (objective) => {
      const { worlds } = await checked(
        uncertain({ ...RATE, ...CPU }),
        questionOf(TIMEOUTS, [], { objective }),
      );
      expect(worlds.choice).toBe('timeout=never');
    },
  );

  it('for latency within a cost that some worlds exceed', async () => {
    const question = questionOf(['timeout=60s,5m,15m'], ['cost_usd <= $0.25'], { objective: 'latency_p99' });
    const { worlds } = await checked(uncertain({ ...RATE, ...CPU }), question);
    expect(worlds.possible_worlds).toBeLessThan(10);
  });

  it('with constraints that no candidate meets often enough', async () => {
    // Each timeout is cheap enough and stays awake long enough only in a narrow range of rates.
    const limits = ['wake_probability <= 30%', 'cost_usd <= $1.10'];
    const { worlds } = await checked(uncertain(RATE), questionOf(['timeout=5m,15m'], limits), 20);
    expect(worlds.possible_worlds).toBeGreaterThan(1);
    expect(worlds.choice).toBeNull();
  });
});

it('a plan over worlds looks at some candidates if the budget cannot cover all, and reports it', async () => {
  const source = uncertain({ rate: { between: ['4/h', '30/h'] } });
  const vary = ['min=0.25,0.5,1,2', 'max=2', 'timeout=60s,5m,1h'];
  const question = questionOf(vary, ['latency_p99 <= 5s'], { budget: { queries: 4e6, replications: 2 } });
  const { worlds: whole } = await answer(worldsPlanStudy(source, question, 10));
  expect(whole!.looked_at).toBe(whole!.candidates_allowed);
  const budget = { queries: 0.25 * whole!.queries, replications: 2 };
  const { worlds } = await answer(worldsPlanStudy(source, { ...question, budget }, 10));
  expect(worlds!.looked_at).toBeLessThan(worlds!.candidates_allowed);
  const unseen = worlds!.candidates.filter(({ fate }) => fate === 'not_looked_at');
  expect(unseen).toHaveLength(worlds!.candidates_allowed - worlds!.looked_at);
  expect(unseen[0]).toMatchObject({ worlds_met: null, regret: null, objective: null, broken: [] });
  // The chosen candidate is as good as the best of all.
  const truth = new Map(whole!.candidates.map(({ name, regret }) => [name, regret!.mean]));
  const typical = whole!.candidates[0]!.objective!.median;
  expect(truth.get(worlds!.choice!)! - truth.get(whole!.choice!)!).toBeLessThan(0.02 * typical);
});

it('a forecast over worlds equals the forecasts of each world', async () => {
  const source = uncertain(RATE);
  const question = {
    months: 2,
    growth: parseGrowth('5%/month'),
    objectives: [parseConstraint('cost_usd_per_month <= $15')],
    replications: 2,
    confidence: 0.95,
    tolerance: 0.05,
    exact: false,
  };
  const { worlds, ...middle } = await answer(worldsForecastStudy(source, question, 10));
  expect(middle).toEqual(await forecast(source, question));
  for (const row of [worlds!.rows[0]!, worlds!.rows[9]!]) {
    const set = Object.entries(row.inputs).map(([path, value]) => `${path}=${value}`);
    const own = await forecast({ ...source, set }, question);
    expect(row.value).toBeCloseTo(own.total.cost_usd.mean, 9);
  }
  expect(worlds!.inputs[0]!.rank_correlation).toBeGreaterThan(0.9);
});

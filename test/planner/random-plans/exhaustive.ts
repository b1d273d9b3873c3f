import { type FigureName, type RunFigures, runFigures } from '../../../src/figures/run-figures.js';
import { settingOverrides } from '../../../src/planner/compare/setting-change.js';
import { combinations, parseAxis } from '../../../src/planner/compare/sweep-axis.js';
import { plan } from '../../../src/planner/plan/plan.js';
import type { PlanResult } from '../../../src/planner/plan/plan-result.js';
import { type Constraint, parseConstraint } from '../../../src/planner/replicate/constraint.js';
import { compileVariant, type ScenarioSource } from '../../../src/planner/runs/scenario-source.js';
import { runVariant, type Variant } from '../../../src/planner/runs/variant.js';
import { ScenarioError } from '../../../src/scenario/document/diagnostic.js';
import { sampleMoments } from '../../../src/statistics/sample-moments.js';
import type { RandomLimit, RandomPlan } from './random-plan.js';

/** Fresh seeds on which a recommendation is held against its constraints. */
export const FRESH = 20;
/** What a plan says it does not look for, as a share. */
const INDIFFERENCE = 0.01;
/** A bound is met beyond doubt by so many standard errors. */
const CLEAR_ERRORS = 3;

const AS_IT_IS = 'as it is';

/** A combination of settings, run exactly on seeds that no plan has seen. */
class Combination {
  readonly name: string;
  readonly runs: RunFigures[] = [];
  readonly #variant: Variant;

  constructor(name: string, variant: Variant) {
    this.name = name;
    this.#variant = variant;
  }

  async run(replications: number): Promise<void> {
    for (let replication = this.runs.length; replication < replications; replication++) {
      this.runs.push(runFigures(await runVariant(this.#variant, { replication })));
    }
  }

  values(figure: FigureName, replications = this.runs.length): readonly number[] {
    return this.runs.slice(0, replications).map((run) => run[figure] ?? 0);
  }

  /** Standard error of the mean over all runs. */
  error(figure: FigureName): number {
    return Math.sqrt(sampleMoments(this.values(figure)).variance / this.runs.length);
  }

  mean(figure: FigureName, replications = this.runs.length): number {
    return sampleMoments(this.values(figure, replications)).mean;
  }
}

/** How a plan fares against an exhaustive sweep of its combinations on other seeds. */
export interface Verdict {
  readonly name: string;
  readonly constraints: readonly string[];
  readonly combinations: number;
  readonly recommendation: string | null;
  readonly outcome: string;
  readonly guarantee: string;
  /** It says that none meets the constraints, and one does beyond doubt with 1 % of room. */
  readonly false_none: boolean;
  /** How much dearer it is than the best of those that do; `null` without a recommendation or any of those. */
  readonly regret: number | null;
  /** Whether the recommendation's means over the fresh seeds miss a constraint, and by which share at most. */
  readonly violates: boolean;
  readonly excess: number;
  /** The plan's 95 % intervals of what candidates cost and reach: how many contain the truth, and by replications. */
  readonly intervals: readonly {
    readonly figure: FigureName;
    readonly n: number;
    readonly contains: boolean;
    readonly side: number;
  }[];
}

/** @param replications exact runs of every combination */
export async function verdictOf(random: RandomPlan, replications: number): Promise<Verdict> {
  const { source, vary } = random;
  const all = await combinationsOf({ ...source, seed: `fresh ${random.number}` }, vary);
  for (const each of all) await each.run(replications);
  const constraints = random.limits.map((limit) => constraintOf(limit, all));
  const result = await plan(source, {
    objective: 'cost_usd',
    constraints,
    slo: false,
    vary,
    compute: undefined,
    growth: [],
    sensitivity: false,
    confidence: 0.95,
    safety: 0.95,
    budget: { events: 320e6, replications: undefined },
  });
  // Those of which the runs leave no doubt.
  const roomy = all.filter((each) =>
    constraints.every(({ figure, bound }) => {
      return each.mean(figure) + CLEAR_ERRORS * each.error(figure) <= (1 - INDIFFERENCE) * bound;
    }),
  );
  const recommended =
    all.find(({ name }) => name === result.recommendation) ??
    (result.recommendation === AS_IT_IS ? await asItIs(random, replications) : undefined);
  const least = Math.min(...roomy.map((each) => each.mean('cost_usd')));
  const excess =
    recommended === undefined
      ? 0
      : Math.max(...constraints.map((limit) => excessOf(recommended, limit, FRESH)));
  return {
    name: result.scenario,
    constraints: constraints.map(({ text }) => text),
    combinations: all.length,
    recommendation: result.recommendation,
    outcome: result.infeasibility?.outcome ?? 'recommended',
    guarantee: result.selection.guarantee,
    false_none: result.infeasibility?.outcome === 'none' && roomy.length > 0,
    regret: recommended === undefined || roomy.length === 0 ? null : recommended.mean('cost_usd') / least - 1,
    violates: excess > 0,
    excess,
    intervals: intervalsOf(result, all, ['cost_usd', ...constraints.map(({ figure }) => figure)]),
  };
}

/** Today's settings where they are none of the combinations. */
async function asItIs({ source, number }: RandomPlan, replications: number): Promise<Combination> {
  const own = new Combination(AS_IT_IS, await compileVariant({ ...source, seed: `fresh ${number}` }));
  await own.run(replications);
  return own;
}

function constraintOf({ figure, rank, times }: RandomLimit, all: readonly Combination[]): Constraint {
  const reached = all.map((each) => each.mean(figure)).sort((a, b) => a - b);
  const bound = times * reached[Math.floor(rank * reached.length)]!;
  return parseConstraint(
    figure.startsWith('latency')
      ? `${figure} <= ${bound.toPrecision(4)}ms`
      : `${figure} <= ${(100 * Math.min(1, bound)).toFixed(3)}%`,
  );
}

function excessOf(each: Combination, { figure, bound }: Constraint, replications?: number): number {
  return (each.mean(figure, replications) - bound) / Math.max(bound, 1e-12);
}

async function combinationsOf(
  source: ScenarioSource,
  vary: readonly string[],
): Promise<readonly Combination[]> {
  const all: Combination[] = [];
  for (const settings of combinations(vary.map(parseAxis))) {
    const changes = Object.entries(settings).map(([path, value]) => `${path}=${value}`);
    const set = changes.flatMap((change) => settingOverrides(change, ['primary']));
    try {
      all.push(new Combination(changes.join(' '), await compileVariant({ ...source, set })));
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
    }
  }
  return all;
}

/**
 * Whether intervals of so many replications contain the mean over the others: wider by the error of that mean, so that
 * intervals of the right width do so with their confidence.
 */
function intervalsOf(
  { candidates }: PlanResult,
  all: readonly Combination[],
  figures: readonly FigureName[],
): Verdict['intervals'] {
  return candidates.flatMap(({ name, replications: n, figures: shown }) => {
    const truth = all.find((each) => each.name === name);
    if (truth === undefined || n < 2) return [];
    return figures.flatMap((figure) => {
      const value = shown[figure];
      if (value === undefined || value === null || value.half_width === 0) return [];
      const off = value.mean - truth.mean(figure);
      const half = value.half_width * Math.sqrt(1 + n / truth.runs.length);
      return [{ figure, n, contains: Math.abs(off) <= half, side: Math.sign(off) }];
    });
  });
}

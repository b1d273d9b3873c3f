import type { FigureName } from '../../src/figures/run-figures.js';
import { plan } from '../../src/study/plan/plan.js';
import { DEFAULT_MAX_QUERIES } from '../../src/study/plan/plan-budget.js';
import type { PlanResult } from '../../src/study/plan/plan-result.js';
import { type Constraint, limitExcess, parseConstraint } from '../../src/study/replicate/constraint.js';
import { compileVariant } from '../../src/study/runs/scenario-source.js';
import { Combination, combinationsOf } from './combination.js';
import type { RandomLimit, RandomPlan } from './random-plan.js';

/** New seeds that check a recommendation against its constraints. */
const FRESH = 20;
/** Initial runs of every combination, for the bounds, and the batch size for unclear ones. */
const FIRST = 10;
const MORE = 10;

const AS_IT_IS = 'as it is';

/** The plan's 95 % intervals of a figure: how many there are, contain the truth, and lie below it. */
interface IntervalCount {
  readonly all: number;
  readonly contain: number;
  readonly below: number;
}

/** The quality of a plan, compared with exact runs of all its combinations with other seeds. */
interface Verdict {
  readonly name: string;
  readonly constraints: readonly string[];
  readonly combinations: number;
  readonly recommendation: string | null;
  readonly outcome: 'recommended' | 'none' | 'none_found' | 'undecided';
  readonly guarantee: string;
  /** Whether some combination certainly meets each bound with 1 % of room. */
  readonly possible: boolean;
  /** Whether the plan reports that no setting meets the constraints, although one does. */
  readonly false_none: boolean;
  /** How much more expensive it is than the best of those that do; `null` without a recommendation or any of those. */
  readonly regret: number | null;
  /** Whether the recommendation's means over the new seeds miss a constraint, and the largest miss as a share. */
  readonly violates: boolean;
  readonly excess: number;
  readonly intervals: Readonly<Partial<Record<FigureName, IntervalCount>>>;
  /** Runs of all combinations, and seconds of CPU for these and for the plan. */
  readonly runs: number;
  readonly seconds: { readonly runs: number; readonly plan: number };
}

/**
 * Runs every combination. Combinations that may prove the plan wrong but are still unclear get more runs. Only
 * combinations with all runs can prove it wrong.
 *
 * @param replications maximum number of exact runs per combination
 */
export async function verdictOf(
  { source, vary, limits, ...asked }: RandomPlan,
  replications: number,
): Promise<Verdict> {
  const fresh = { ...source, seed: asked.fresh };
  const began = cpuSeconds();
  const all = await combinationsOf(fresh, vary);
  for (const each of all) await each.run(Math.min(FIRST, replications));
  const constraints = limits.map((limit) => constraintOf(limit, all));
  const enumerated = cpuSeconds();
  const own = { ...source, set: [...source.set, 'slo={}'] };
  const result = await plan(own, {
    objective: 'cost_usd',
    constraints,
    vary,
    growth: [],
    sensitivity: false,
    confidence: 0.95,
    safety: 0.95,
    budget: { queries: DEFAULT_MAX_QUERIES, replications: undefined },
  });
  const planned = cpuSeconds();
  const { recommendation, infeasibility } = result;
  const recommended =
    all.find(({ name }) => name === recommendation) ??
    (recommendation === AS_IT_IS ? new Combination(AS_IT_IS, await compileVariant(fresh)) : undefined);
  await recommended?.run(FRESH);
  for (;;) {
    const unclear = all.filter((each) => {
      const isOut = each.isShort(constraints) || (recommended !== undefined && each.isDearer(recommended));
      return each !== recommended && each.n < replications && !isOut;
    });
    if (unclear.length === 0) break;
    for (const each of unclear) {
      const runs = Math.min(replications, each.n + MORE);
      await recommended?.run(runs);
      await each.run(runs);
    }
  }
  const roomy = all.filter((each) => each.isRoomy(constraints));
  const excess = recommended && Math.max(...constraints.map((limit) => excessOf(recommended, limit)));
  const ended = cpuSeconds();
  return {
    name: result.scenario,
    constraints: constraints.map(({ text }) => text),
    combinations: all.length,
    recommendation,
    outcome: infeasibility?.outcome ?? 'recommended',
    guarantee: result.selection.guarantee,
    possible: roomy.length > 0,
    false_none: infeasibility?.outcome === 'none' && roomy.length > 0,
    regret: recommended === undefined || roomy.length === 0 ? null : regretOf(recommended, roomy),
    violates: (excess ?? 0) > 0,
    excess: excess ?? 0,
    intervals: intervalsOf(result, all, ['cost_usd', ...constraints.map(({ figure }) => figure)]),
    runs: [...new Set([...all, ...(recommended ? [recommended] : [])])].reduce((sum, { n }) => sum + n, 0),
    seconds: { runs: enumerated - began + ended - planned, plan: planned - enumerated },
  };
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

function excessOf(each: Combination, limit: Constraint): number {
  return limitExcess(limit, each.mean(limit.figure, FRESH));
}

/** The regret over the runs that each combination has in common with the recommendation. */
function regretOf(recommended: Combination, roomy: readonly Combination[]): number {
  return Math.max(
    ...roomy.map((each) => {
      const common = Math.min(each.n, recommended.n);
      return recommended.mean('cost_usd', common) / each.mean('cost_usd', common) - 1;
    }),
  );
}

/**
 * Whether intervals over this many replications contain the mean over the others. They are widened by the error of that
 * mean, so that correct intervals do so with their confidence.
 */
function intervalsOf(
  { candidates }: PlanResult,
  all: readonly Combination[],
  figures: readonly FigureName[],
): Verdict['intervals'] {
  const counts: Partial<Record<FigureName, IntervalCount>> = {};
  for (const { name, replications: n, figures: shown } of candidates) {
    const truth = all.find((each) => each.name === name);
    if (truth === undefined || n < 2) continue;
    for (const figure of new Set(figures)) {
      const value = shown[figure];
      if (value === undefined || value === null || value.half_width === 0) continue;
      const off = value.mean - truth.mean(figure);
      const contains = Math.abs(off) <= value.half_width * Math.sqrt(1 + n / truth.n);
      const { all: so_far, contain, below } = counts[figure] ?? { all: 0, contain: 0, below: 0 };
      counts[figure] = {
        all: so_far + 1,
        contain: contain + Number(contains),
        below: below + Number(!contains && off < 0),
      };
    }
  }
  return counts;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

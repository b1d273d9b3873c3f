import type { FigureName } from '../../figures/run-figures.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { shownAxes } from '../compare/sweep-axis.js';
import { headOfRuns } from '../runs/many-runs.js';
import { type Contender, firstItem } from './contender.js';
import { largestCu } from './plan-bounds.js';
import { neededBudget } from './plan-budget.js';
import type { PlanCandidates } from './plan-candidates.js';
import { TRIES } from './plan-growth.js';
import { infeasibilityOf } from './plan-infeasibility.js';
import type {
  AgainstRecommendation,
  CandidateFate,
  ConstraintResult,
  ParetoFront,
  PlanCandidate,
  PlanResult,
  PlanSelection,
} from './plan-result.js';
import { furtherFidelity, type PlanWork } from './plan-work.js';
import type { RaceRules } from './race-rules.js';
import { isNear, judged, meets } from './race-verdict.js';
import { wholePilot } from './screening.js';

export function planFindings(work: PlanWork): PlanResult {
  const { scenario, axes, candidates, rules, winner, nextBest, runs, doubts } = work;
  const { searched_queries = runs.work } = work;
  const { allowed, entrants, today } = candidates;
  const fronts = paretoFronts(entrants);
  const isEvaluated = (contender: Contender): boolean =>
    contender.looked || wholePilot(contender) !== undefined;
  const fateOf = (contender: Contender): CandidateFate => {
    if (contender === winner) return 'recommended';
    if (contender === nextBest) return 'next_best';
    return contender.dropped?.fate ?? (isEvaluated(contender) ? 'kept' : 'not_looked_at');
  };
  const replications = Math.max(...(winner === undefined ? entrants : [winner]).map(({ whole }) => whole.n));
  const most = Math.max(...entrants.map(({ whole }) => whole.n));
  const selection = selectionOf(entrants, winner, rules, isEvaluated);
  const exhaustive_queries = most * allowed.reduce((sum, contender) => sum + runs.workOf(contender), 0);
  return {
    scenario: scenario.name,
    ...headOfRuns(
      scenario,
      { replications, confidence: rules.confidence },
      entrants.map((each) => each.scenario),
    ),
    safety: rules.safety,
    selection,
    objective: rules.objective,
    constraints: rules.constraints,
    axes: shownAxes(axes),
    recommendation: winner?.name ?? null,
    reasons: winner === undefined ? null : { binding: bindingOf(winner, rules) },
    candidates: [
      ...entrants.map((contender) => {
        const front = fronts.map(({ candidates: names }) => names.includes(contender.name));
        return candidateOf(contender, fateOf(contender), contender === today, front, rules);
      }),
      ...candidates.forbidden.map(forbiddenCandidate),
    ],
    next_best: winner && nextBest ? against(nextBest, winner, rules) : null,
    today: winner === undefined || winner === today ? null : against(today, winner, rules),
    fronts,
    fidelity: furtherFidelity(work),
    growth: work.growth,
    sensitivity: doubts.sensitivity,
    sensitivity_left_out: doubts.left_out,
    infeasibility: winner === undefined ? infeasibilityOf(entrants, rules) : null,
    work: {
      searched_queries: Math.round(searched_queries),
      exhaustive_queries: Math.round(exhaustive_queries),
      share: searched_queries / exhaustive_queries,
      further_queries: Math.round(runs.work - searched_queries),
      needed_queries: neededQueries(work, selection),
      runs: runs.runs,
      rounds: work.race?.rounds ?? [],
    },
    ...(work.cost_scope !== undefined && { cost_scope: work.cost_scope }),
    warnings: work.warnings,
  };
}

/** The constraint that leaves the least room, and the result of a candidate in it. */
export function bindingOf({ whole }: Contender, rules: RaceRules): ConstraintResult | null {
  return firstItem(judged(whole, rules), (one, other) => (one.excess ?? -1) > (other.excess ?? -1)) ?? null;
}

/** A budget that would have covered the requested loads and assumptions that were not evaluated. */
function neededQueries(work: PlanWork, { guarantee }: PlanSelection): number | null {
  const { winner, growth, doubts, runs } = work;
  const cut = growth.filter(({ complete }) => !complete);
  if (winner === undefined || cut.length + doubts.left_out.length === 0) return null;
  const look = runs.workOf(winner.copy(furtherFidelity(work)));
  const left = {
    growth: cut.reduce((sum, { factor }) => sum + TRIES * factor * look, 0),
    sensitivity: (2 * doubts.left_out.length + 1) * look,
  };
  return neededBudget({ queries: runs.work, isSearched: guarantee === 'good_selection' }, left);
}

/** The strength of the selection: whether every candidate is decided. */
function selectionOf(
  entrants: readonly Contender[],
  winner: Contender | undefined,
  rules: RaceRules,
  isEvaluated: (contender: Contender) => boolean,
): PlanSelection {
  const { error, indifference } = rules;
  const open = entrants.filter((each) => each !== winner && each.dropped === undefined);
  const undecided = open.filter(isEvaluated).map(({ name }) => name);
  return {
    guarantee: open.length === 0 ? 'good_selection' : 'fixed_budget',
    indifference,
    error,
    looked_at: entrants.filter(({ looked }) => looked).length,
    not_looked_at: open.length - undecided.length,
    undecided,
    at_bounds: open.length > 0 && open.every(({ whole, looked }) => looked && isNear(whole, rules)),
  };
}

/** Why a candidate without an exact run is open. */
const OPEN: Partial<Record<CandidateFate, string>> = {
  not_looked_at: 'its turn did not come: others seemed more promising, and the budget has no room for all',
  kept: 'it was simulated at hybrid fidelity only: others seemed more promising, and the budget has no room for an exact run',
};

function candidateOf(
  contender: Contender,
  fate: CandidateFate,
  today: boolean,
  [latency = false, delayed = false]: readonly boolean[],
  rules: RaceRules,
): PlanCandidate {
  const { name, settings, changes, whole, dropped, looked, scenario } = contender;
  const shown = fate === 'recommended' || fate === 'next_best' ? undefined : dropped;
  return {
    name,
    settings,
    today,
    changes,
    fate,
    evidence: shown?.evidence ?? null,
    reason: shown?.reason ?? (looked ? null : (OPEN[fate] ?? null)),
    replications: whole.n,
    figures: whole.intervals(rules.confidence),
    constraints: looked ? judged(whole, rules) : [],
    feasible: looked ? meets(whole, rules) : null,
    pareto: { latency, delayed },
    use: looked
      ? {
          price: priceAtStart(scenario),
          duration_seconds: scenario.duration_seconds,
          replications: whole.months,
          largest_cu: largestCu(scenario),
        }
      : null,
  };
}

function forbiddenCandidate({ name, settings, reason }: PlanCandidates['forbidden'][number]): PlanCandidate {
  return {
    name,
    settings,
    today: false,
    changes: null,
    fate: 'invalid',
    evidence: 'proven',
    reason,
    replications: 0,
    figures: {},
    constraints: [],
    feasible: null,
    pareto: { latency: false, delayed: false },
    use: null,
  };
}

/** The recommendation less another, over the replications of both. */
function against(other: Contender, winner: Contender, rules: RaceRules): AgainstRecommendation {
  const difference = (figure: FigureName) => other.whole.difference(winner.whole, figure, rules.confidence);
  const figures = new Set<FigureName>([
    rules.objective.figure,
    'cost_usd',
    ...rules.constraints.map(({ figure }) => figure),
  ]);
  return {
    candidate: other.name,
    differences: [...figures].map((figure) => ({ figure, difference: difference(figure) })),
    cost_usd_per_month: difference('cost_usd_per_month'),
    constraints: judged(other.whole, rules),
  };
}

/** Figures plotted against the cost. */
const AGAINST: readonly FigureName[] = ['latency_p99', 'delayed_probability'];

/**
 * The candidates that are best in a figure for their cost: no other run of the whole horizon costs as little and is
 * as good as they are, and less or better.
 */
export function paretoFronts(contenders: readonly Contender[]): readonly ParetoFront[] {
  const cost = 'cost_usd_per_month';
  return AGAINST.map((against) => ({ cost, against, candidates: front(contenders, cost, against) }));
}

function front(contenders: readonly Contender[], cost: FigureName, against: FigureName): readonly string[] {
  const points = contenders.flatMap(({ name, index, whole }) => {
    const [x, y] = [whole.value(cost), whole.value(against)];
    return x === null || y === null ? [] : [{ name, index, x, y }];
  });
  points.sort((a, b) => a.x - b.x || a.y - b.y || a.index - b.index);
  let least = Number.POSITIVE_INFINITY;
  return points.flatMap(({ name, y }) => {
    if (y >= least) return [];
    least = y;
    return [name];
  });
}

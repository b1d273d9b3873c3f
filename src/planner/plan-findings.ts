import type { Scenario } from '../scenario/scenario.js';
import type { Contender } from './contender.js';
import type { PlanCandidates } from './plan-candidates.js';
import { paretoFronts } from './plan-fronts.js';
import type {
  AgainstRecommendation,
  CandidateFate,
  GrowthStep,
  Infeasibility,
  PlanCandidate,
  PlanReasons,
  PlanResult,
  PlanRound,
  Sensitivity,
} from './plan-result.js';
import type { PlanRuns } from './plan-runs.js';
import type { WorkShares } from './plan-work.js';
import { feasibility, type RaceRules, worstExcess } from './race-verdict.js';
import type { FigureName } from './run-figures.js';
import type { SweepAxis } from './sweep-axis.js';

/** Everything that a plan has found out. */
export interface PlanRecord {
  readonly scenario: Scenario;
  readonly axes: readonly SweepAxis[];
  readonly candidates: PlanCandidates;
  readonly rules: RaceRules;
  readonly winner: Contender | undefined;
  readonly nextBest: Contender | undefined;
  /** Where none is feasible. */
  readonly closest: Contender | undefined;
  readonly reasons: PlanReasons | null;
  readonly growth: readonly GrowthStep[];
  readonly sensitivity: readonly Sensitivity[];
  readonly rounds: readonly PlanRound[];
  readonly searched_events: number;
  readonly shares: WorkShares;
  readonly runs: PlanRuns;
}

/** What a plan has found out, as its result. */
export function planFindings(record: PlanRecord): PlanResult {
  const { scenario, axes, candidates, rules, winner, nextBest, shares, runs, searched_events } = record;
  const { name, seed, start, duration_seconds, warnings } = scenario;
  const { allowed, today } = candidates;
  const seen = allowed.includes(today) ? allowed : [...allowed, today];
  const fronts = paretoFronts(seen);
  const fateOf = (contender: Contender): CandidateFate => {
    if (contender === winner) return 'recommended';
    if (contender === nextBest) return 'next_best';
    return contender.dropped?.fate ?? 'kept';
  };
  const exhaustive_events = eventsOfAll(allowed, shares) * shares.whole.blocks.length;
  return {
    scenario: name,
    seed,
    start,
    duration_seconds,
    replications: shares.whole.blocks.length,
    confidence: rules.confidence,
    error: rules.error,
    objective: rules.objective,
    constraints: rules.constraints,
    axes,
    recommendation: winner?.name ?? null,
    reasons: record.reasons,
    candidates: [
      ...seen.map((contender) => {
        const front = fronts.map(({ candidates: names }) => names.includes(contender.name));
        return candidateOf(contender, fateOf(contender), contender === today, front, rules);
      }),
      ...candidates.forbidden.map(forbiddenCandidate),
    ],
    next_best: winner && nextBest ? against(nextBest, winner, rules) : null,
    today: winner === undefined || winner === today ? null : against(today, winner, rules),
    fronts,
    growth: record.growth,
    sensitivity: record.sensitivity,
    infeasibility: winner === undefined ? infeasibility(seen, record.closest, rules) : null,
    work: {
      searched_events,
      exhaustive_events,
      share: searched_events / exhaustive_events,
      further_events: runs.events - searched_events,
      runs: runs.runs,
      rounds: record.rounds,
    },
    warnings,
  };
}

/** Of one whole run of every candidate: what its runs show, and the mean of the others' where it had none. */
function eventsOfAll(allowed: readonly Contender[], shares: WorkShares): number {
  const known = allowed.flatMap(({ best }) => (best === undefined ? [] : [best.eventsOfWhole]));
  const sum = known.reduce((total, events) => total + events, 0);
  const mean = known.length === 0 ? shares.events : sum / known.length;
  return sum + (allowed.length - known.length) * mean;
}

function candidateOf(
  contender: Contender,
  fate: CandidateFate,
  today: boolean,
  [latency = false, delayed = false]: readonly boolean[],
  rules: RaceRules,
): PlanCandidate {
  const { name, settings, best, dropped } = contender;
  const shown = fate === 'recommended' || fate === 'next_best' ? undefined : dropped;
  return {
    name,
    settings,
    today,
    fate,
    evidence: shown?.evidence ?? null,
    reason: shown?.reason ?? null,
    simulated:
      best === undefined
        ? null
        : { duration_seconds: best.stretch.block_seconds, replications: best.n, of: best.stretch.kind },
    figures: best?.intervals(rules.confidence) ?? {},
    constraints:
      best === undefined
        ? []
        : rules.constraints.map((constraint) => best.judge(constraint, rules.confidence)),
    feasible: best === undefined ? null : feasibility(best, rules).met,
    pareto: { latency, delayed },
  };
}

function forbiddenCandidate({ name, settings, reason }: PlanCandidates['forbidden'][number]): PlanCandidate {
  return {
    name,
    settings,
    today: false,
    fate: 'invalid',
    evidence: 'proven',
    reason,
    simulated: null,
    figures: {},
    constraints: [],
    feasible: null,
    pareto: { latency: false, delayed: false },
  };
}

/** The recommendation less another: over whole runs of both, else over the same part of the run. */
function against(other: Contender, winner: Contender, rules: RaceRules): AgainstRecommendation {
  const whole = other.whole !== undefined && other.whole.n > 0 ? other.whole : undefined;
  const [base, own] = whole === undefined ? [other.sampled!, winner.sampled!] : [whole, winner.whole!];
  const difference = (figure: FigureName) => base.difference(own, figure, rules.confidence);
  const figures = [...new Set([rules.objective.figure, ...rules.constraints.map(({ figure }) => figure)])];
  return {
    candidate: other.name,
    differences: figures.map((figure) => ({ figure, difference: difference(figure) })),
    cost_usd_per_month: difference('cost_usd_per_month'),
    constraints: rules.constraints.map((constraint) => base.judge(constraint, rules.confidence)),
  };
}

function infeasibility(
  seen: readonly Contender[],
  closest: Contender | undefined,
  rules: RaceRules,
): Infeasibility {
  return {
    constraints: rules.constraints.map((constraint) => {
      const single = { ...rules, constraints: [constraint] };
      const tried = seen.filter(({ best }) => best !== undefined);
      const best = tried.reduce<Contender | undefined>((least, each) => {
        if (least === undefined) return each;
        return worstExcess(each.best!, single) < worstExcess(least.best!, single) ? each : least;
      }, undefined);
      const result = best?.best?.judge(constraint, rules.confidence);
      return {
        constraint: constraint.text,
        best: result?.value?.mean ?? null,
        candidate: best?.name ?? null,
        excess: result?.excess ?? null,
      };
    }),
    closest: closest?.name ?? null,
  };
}

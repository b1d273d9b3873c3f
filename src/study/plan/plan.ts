import { MONTH_SECONDS } from '../../cost/compute-cost.js';
import { type FigureName, moreIsBetter } from '../../figures/run-figures.js';
import { monthWarnings } from '../../findings/catalogue.js';
import type { Scenario } from '../../scenario/scenario.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { type Constraint, sloConstraints } from '../replicate/constraint.js';
import type { WorkOptions } from '../runs/make-runs.js';
import { compileVariant, type ScenarioSource } from '../runs/scenario-source.js';
import { type Contender, type Dropped, orderedBy } from './contender.js';
import { alike } from './plan-bounds.js';
import { eventLimit, type PlanBudget, type PlanPhase } from './plan-budget.js';
import { planCandidates } from './plan-candidates.js';
import { planCaps } from './plan-caps.js';
import { type PlanRecord, planFindings } from './plan-findings.js';
import { planGrowth } from './plan-growth.js';
import { closestOf, likelyClosest } from './plan-infeasibility.js';
import { PlanRace } from './plan-race.js';
import { planReasons } from './plan-reasons.js';
import type { GrowthStep, PlanObjective, PlanResult } from './plan-result.js';
import { type Measurement, PlanRuns } from './plan-runs.js';
import { assumptionsOf, type Doubts, planSensitivity } from './plan-sensitivity.js';
import { planSpace } from './plan-space.js';
import { staysAlike } from './race-judgement.js';
import { type RaceRules, raceRules } from './race-rules.js';
import { apart, meets, worstExcess } from './race-verdict.js';
import { type Screening, screen } from './screening.js';
import { calmerReason, calmerThan } from './unbilled-saving.js';

/** What is asked of a plan. */
export interface PlanQuestion extends Pick<PlanResult, 'confidence' | 'safety'> {
  readonly objective: FigureName;
  /** Beside the scenario's own. */
  readonly constraints: readonly Constraint[];
  /** Whether the scenario's `slo:` counts as well. */
  readonly slo: boolean;
  /** Axes as a sweep takes them, or names of dimensions; empty: minimum, maximum and timeout. */
  readonly vary: readonly string[];
  /** The one compute that is planned for; `undefined`: all together. */
  readonly compute: string | undefined;
  /** Factors of the load for which the choice is made anew. */
  readonly growth: readonly number[];
  readonly sensitivity: boolean;
  readonly budget: PlanBudget;
}

/** Runs of a candidate, roughly, for the progress told. */
const RUNS_EACH = 10;
/** Candidates that the recommendation is held against where an assumption is otherwise. */
const RIVALS = 2;
/** Whole runs of those that the recommendation is compared with: more would not tell more. */
const COMPARED_RUNS = 20;
/** Share of the budget that further runs of a winner may take. */
const CONFIRMING = 0.02;
/** Whole runs of whoever comes closest where nobody will do. */
const CLOSEST_RUNS = 5;

/** A plan that is being made. */
interface Work extends Pick<PlanRecord, 'axes' | 'candidates' | 'rules' | 'runs'> {
  readonly question: PlanQuestion;
}

/**
 * Searches the settings that are best in the objective within the constraints, and says what they rest on.
 *
 * Every candidate meets the same random numbers in the same replication. All that is said rests on runs of the whole
 * horizon, or on bounds that always hold: see {@link PlanRace}, and {@link raceRules} for what is promised. Where the
 * budget has no room for everybody, windows of the run decide whose turn is first, and the answer says who had none.
 *
 * @throws ScenarioError for a scenario, an axis or a compute that is wrong, and where no combination is allowed;
 *   InvariantError, PolicyError as a run does; WorkerError; the signal's reason
 */
export async function plan(
  source: ScenarioSource,
  question: PlanQuestion,
  options: WorkOptions = {},
): Promise<PlanResult> {
  const { scenario: own } = await compileVariant(source);
  const caps = planCaps(own, source);
  const scenario = { ...own, warnings: [...monthWarnings([own]), ...caps.warnings] };
  const axes = planSpace(scenario, question.vary, question.compute);
  const candidates = await planCandidates(caps.source, scenario, axes, question.compute, options.signal);
  const constraints = [
    ...question.constraints,
    ...(question.slo ? sloConstraints(scenario.slo) : []),
    ...caps.constraints,
  ];
  const figure = optimised(question.objective, scenario);
  const objective: PlanObjective = { figure, sense: moreIsBetter(figure) ? 'most' : 'least' };
  const { entrants, today } = candidates;
  const { replications } = question.budget;
  const rules = raceRules(objective, constraints, question, entrants.length, replications);
  const most = question.budget.events / foreseenWork(scenario).events;
  const runs = await PlanRuns.open(options, RUNS_EACH * entrants.length, most);
  const work: Work = { question, axes, candidates, rules, runs };
  try {
    // Without a run of today's settings nothing is known, not even what a run takes: there is always room for it.
    await runs.measure([{ contender: today, replications: 1 }], Number.POSITIVE_INFINITY);
    const { seen } = today.whole.first!;
    // A whole run of everybody is to leave as much of the search for those that matter.
    const looks = entrants.length - alike(entrants, today, seen).size;
    const isCheap = looks * runs.eventsOf(today) <= limitOf(work, 'search') / 2;
    const others = new Map(alike(entrants, today, seen, !isCheap));
    const different = entrants.filter((contender) => !others.has(contender));
    const expected = isCheap
      ? undefined
      : await screen(different, today, rules, limitOf(work, 'screening'), runs);
    const race = new PlanRace(different, { limit: limitOf(work, 'search'), expected }, rules, runs);
    let winner = await confirmed(race, work, isCheap);
    // More runs may show what the first of today's settings did not: then each stands for itself.
    for (;;) {
      const own = [...others].filter(([contender, stands]) => !staysAlike(contender, stands));
      if (own.length === 0) break;
      for (const [contender] of own) others.delete(contender);
      race.enter(own.map(([contender]) => contender));
      winner = await confirmed(race, work, isCheap);
    }
    for (const [contender, stands] of others) contender.dropped = fateLike(contender, stands, winner);
    const fidelity = expected?.fidelity ?? 'exact';
    const searched_events = runs.events;
    const calmer = winner && calmerThan(winner, entrants, rules);
    const warnings = [...scenario.warnings];
    if (winner !== undefined && calmer !== undefined) {
      warnings.push(calmerReason(winner, calmer, scenario));
      await runs.measure([likewise(calmer, winner)], limitOf(work, 'comparison'));
      calmer.dropped = undefined;
      winner = calmer;
    }
    await compareRest(work, winner, expected);
    const nextBest = winner === undefined ? undefined : await nextBestOf(work, winner);
    return planFindings({
      ...work,
      scenario: { ...scenario, warnings },
      winner,
      nextBest,
      reasons: winner === undefined ? null : planReasons(winner, entrants, axes, rules),
      fidelity,
      growth: winner === undefined ? [] : await grow(work, winner, nextBest, fidelity),
      doubts: await doubt(work, winner, nextBest, expected),
      rounds: race.rounds,
      searched_events,
    });
  } finally {
    await runs.close();
  }
}

/** A cost as it is optimised: where a month has a free or a fixed part, a run of less than one hardly costs more than that. */
function optimised(figure: FigureName, scenario: Scenario): FigureName {
  const { base_fee_usd, included_cu_hours, minimum_usd, usd_per_cu_hour } = priceAtStart(scenario);
  const isPart = usd_per_cu_hour > 0 && base_fee_usd + included_cu_hours + minimum_usd > 0;
  return isPart && figure === 'cost_usd' && scenario.duration_seconds < MONTH_SECONDS
    ? 'cost_usd_per_month'
    : figure;
}

function limitOf({ question, candidates, runs }: Work, phase: PlanPhase): number {
  return eventLimit(question.budget, phase, runs.eventsOf(candidates.today));
}

/**
 * Races to the end, and on until a winner that constraints allow has had enough runs, as far as they cost little: so many
 * that what happens in one run of as many as the safety leaves room for has most likely been seen. A t test of runs that
 * all lack it knows nothing of it.
 */
async function confirmed(race: PlanRace, work: Work, isCheap: boolean): Promise<Contender | undefined> {
  const { question, rules, runs } = work;
  const { safety, replications, constraints } = rules;
  const enough = Math.min(replications, Math.ceil(Math.log(1 - safety) / Math.log(safety)));
  for (let left = CONFIRMING * question.budget.events; ; ) {
    const winner = await race.run();
    if (winner === undefined || !isCheap || constraints.length === 0) return winner;
    const before = runs.events;
    const limit = Math.min(before + left, limitOf(work, 'search'));
    if ((await runs.measure([{ contender: winner, replications: enough }], limit)) === 0) return winner;
    left -= runs.events - before;
  }
}

/** What becomes of a contender that another stands for; `undefined` where that is open. */
function fateLike(
  contender: Contender,
  stands: Contender,
  winner: Contender | undefined,
): Dropped | undefined {
  if (stands !== winner && stands.dropped === undefined) return undefined;
  const what = contender.kin === stands.kin ? 'timeout' : 'maximum';
  const reason = `it never reaches its ${what}, and does as ${stands.name}`;
  return { fate: stands.dropped?.fate ?? 'worse', evidence: 'inferred', reason };
}

/** Runs today's settings as often as the recommendation; or where there is none, whoever comes closest again. */
async function compareRest(
  work: Work,
  winner: Contender | undefined,
  screening: Screening | undefined,
): Promise<void> {
  const { candidates, rules, runs } = work;
  const limit = limitOf(work, 'comparison');
  if (winner !== undefined) {
    await runs.measure([likewise(candidates.today, winner)], limit);
    return;
  }
  // Whoever comes closest is named by an exact run: to all constraints, and to each.
  for (const constraints of [rules.constraints, ...rules.constraints.map((constraint) => [constraint])]) {
    for (;;) {
      const contender = likelyClosest(candidates.entrants, screening, { ...rules, constraints });
      if (contender === undefined || contender.looked) break;
      if ((await runs.measure([{ contender, replications: 1 }], limit)) === 0) break;
    }
  }
  const replications = Math.min(screening === undefined ? CLOSEST_RUNS : 2, rules.replications);
  // Whoever seemed the closest in one run need not be in several: until it stays the same.
  for (;;) {
    const contender = closestOf(candidates.entrants, rules);
    if (contender === undefined || contender.whole.n >= replications) return;
    if ((await runs.measure([{ contender, replications }], limit)) === 0) return;
  }
}

function likewise(contender: Contender, { whole }: Contender): Measurement {
  return { contender, replications: Math.max(contender.whole.n, Math.min(COMPARED_RUNS, whole.n)) };
}

/** The best of the others whose means meet the constraints, with as many runs as the recommendation. */
async function nextBestOf(work: Work, winner: Contender): Promise<Contender | undefined> {
  const { candidates, rules, runs } = work;
  for (;;) {
    const others = candidates.entrants.filter(
      (each) => each !== winner && each.looked && meets(each.whole, rules),
    );
    const [next] = orderedBy(others, ({ whole }) => [apart(whole, winner.whole, rules.objective)]);
    if (next === undefined) return undefined;
    // More runs may show that it does not meet them: then another is looked for.
    const made = await runs.measure([likewise(next, winner)], limitOf(work, 'comparison'));
    if (made === 0) return next;
  }
}

async function grow(
  work: Work,
  winner: Contender,
  nextBest: Contender | undefined,
  fidelity: Fidelity,
): Promise<readonly GrowthStep[]> {
  const { question, axes, candidates, rules, runs } = work;
  const start = [winner, ...(nextBest === undefined ? [] : [nextBest])];
  const limit = limitOf(work, 'growth');
  const steps: GrowthStep[] = [];
  for (const [index, factor] of question.growth.entries()) {
    // An equal part of what is left for each.
    const share = (limit - runs.events) / (question.growth.length - index);
    const growth = { axes, allowed: candidates.allowed, rules, fidelity, limit: runs.events + share };
    steps.push(await planGrowth(factor, start, growth, runs));
  }
  return steps;
}

async function doubt(
  work: Work,
  winner: Contender | undefined,
  nextBest: Contender | undefined,
  screening: Screening | undefined,
): Promise<Doubts> {
  const { question, candidates, rules, runs } = work;
  if (!question.sensitivity || winner === undefined) return { sensitivity: [], left_out: [] };
  const contenders = [winner, ...rivalsOf(candidates.entrants, winner, nextBest, rules)];
  const limit = limitOf(work, 'sensitivity');
  const looks = { fidelity: screening?.fidelity ?? 'exact', seen: screening?.seen };
  return planSensitivity(assumptionsOf(contenders), contenders, { rules, limit, ...looks }, runs);
}

/** The next best, and the better one in the objective that breaks a constraint by the least. */
function rivalsOf(
  allowed: readonly Contender[],
  winner: Contender,
  nextBest: Contender | undefined,
  rules: RaceRules,
): readonly Contender[] {
  const tempting = allowed
    .filter((contender) => contender !== winner && contender !== nextBest && contender.looked)
    .filter(({ whole }) => apart(whole, winner.whole, rules.objective) < 0);
  const rivals = orderedBy(tempting, ({ whole }) => [worstExcess(whole, rules)]);
  return [...(nextBest === undefined ? [] : [nextBest]), ...rivals].slice(0, RIVALS);
}

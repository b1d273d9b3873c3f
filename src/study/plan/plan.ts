import { MONTH_SECONDS } from '../../cost/compute-cost.js';
import { type FigureName, moreIsBetter } from '../../figures/run-figures.js';
import { monthWarnings } from '../../findings/catalogue.js';
import type { Scenario } from '../../scenario/scenario.js';
import { firstOfEachVendor } from '../../scenario/vendor/vendor-words.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { costScope, elsewhereSource } from '../elsewhere/vendor-size.js';
import { answer } from '../engine/engine.js';
import { Interrupted, prepare, type Study } from '../engine/study.js';
import type { WorkOptions } from '../engine/work-options.js';
import { sloConstraints } from '../replicate/constraint.js';
import { planCaps } from '../replicate/plan-caps.js';
import { compileVariant, type ScenarioSource } from '../runs/scenario-source.js';
import type { Contender } from './contender.js';
import { planCandidates } from './plan-candidates.js';
import { expectedSearch } from './plan-estimate.js';
import { planFindings } from './plan-findings.js';
import { PlanRace } from './plan-race.js';
import { asOften, simulateReport } from './plan-report.js';
import type { PlanObjective, PlanResult } from './plan-result.js';
import { PlanRuns } from './plan-runs.js';
import { planSpace } from './plan-space.js';
import { limitOf, type PlanQuestion, type PlanWork } from './plan-work.js';
import { type RaceRules, raceRules } from './race-rules.js';
import { screen } from './screening.js';
import { calmerReason, calmerThan } from './unbilled-saving.js';

/** Approximate number of runs per candidate, for progress. */
const RUNS_EACH = 10;
/** Share of the budget that further runs of a winner may take. */
const MAX_CONFIRMING_SHARE = 0.02;

/**
 * Searches for the settings that are best in the objective within the constraints, and reports their basis.
 *
 * Every candidate meets the same random numbers in the same replication. Answers rest on runs of the whole horizon, or on
 * bounds that always hold: see {@link PlanRace}, and {@link raceRules} for what is promised. If the budget has no room for
 * an exact run of every candidate, each has one at hybrid fidelity first.
 *
 * @throws ScenarioError for a scenario, an axis or a compute that is wrong, and where no combination is allowed;
 *   InvariantError, PolicyError as a run does; WorkerError; the signal's reason
 */
export function plan(
  source: ScenarioSource,
  question: PlanQuestion,
  options: WorkOptions = {},
): Promise<PlanResult> {
  return answer(planStudy(source, question), options);
}

/** {@link plan} as a study. */
export function* planStudy(asked: ScenarioSource, question: PlanQuestion): Study<PlanResult> {
  return yield* searchPlan(yield* compilePlan(asked, question));
}

/** Compiles the candidates of a plan. */
export function* compilePlan(asked: ScenarioSource, question: PlanQuestion): Study<PlanWork> {
  const source = yield* prepare((signal) => elsewhereSource(asked, signal));
  const { scenario: own } = yield* prepare(() => compileVariant(source));
  const caps = planCaps(own, source);
  const axes = planSpace(own, question.vary);
  const candidates = yield* prepare((signal) => planCandidates(caps.source, own, axes, signal));
  const scenarios = firstOfEachVendor([own, ...candidates.entrants.map((each) => each.scenario)]);
  const cost_scope = costScope(scenarios);
  const scenario = { ...own, warnings: [...monthWarnings(scenarios), ...caps.warnings] };
  const constraints = [...question.constraints, ...sloConstraints(scenario.slo), ...caps.constraints];
  const figure = optimised(question.objective, scenarios);
  const objective: PlanObjective = { figure, sense: moreIsBetter(figure) ? 'most' : 'least' };
  const count = candidates.entrants.length;
  const { queries, replications } = question.budget;
  return {
    question,
    source: caps.source,
    scenario,
    axes,
    candidates,
    rules: raceRules(objective, constraints, question, count, replications),
    runs: new PlanRuns(RUNS_EACH * count, queries, own),
    isScreened: false,
    warnings: [...scenario.warnings],
    cost_scope,
    growth: [],
    doubts: { sensitivity: [], left_out: [] },
  };
}

/** Searches the candidates of a plan, and reports the result. */
export function* searchPlan(work: PlanWork): Study<PlanResult> {
  const { runs } = work;
  const { entrants, today } = work.candidates;
  try {
    yield* search(work);
    yield* simulateReport(work);
  } catch (error) {
    if (!(error instanceof Interrupted) || !today.looked) throw error;
    work.winner ??= work.race?.judged();
    work.searched_queries ??= runs.work;
    work.warnings.push(stoppedAfter(runs, entrants));
  }
  return planFindings(work);
}

/** Finds the recommendation. */
function* search(work: PlanWork): Study<void> {
  const { question, scenario, candidates, rules, runs } = work;
  const { entrants, today } = candidates;
  const confirming = rules.constraints.length > 0 ? confirmingRuns(rules) : 0;
  const searching = expectedSearch(work, confirming);
  runs.expected = () => (isExpensiveSearch(work) ? question.budget.queries : searching());
  // Everything depends on a run of today's settings, so it always fits into the budget.
  yield* runs.measure([{ contender: today, replications: 1 }], Number.POSITIVE_INFINITY);
  const isExpensive = isExpensiveSearch(work);
  work.isScreened = isExpensive && (yield* screen(work));
  const course = { limit: limitOf(work, 'search'), isExpensive };
  work.race = new PlanRace(entrants, course, rules, runs);
  let winner = yield* confirmed(work.race, work, isExpensive);
  work.searched_queries = runs.work;
  const calmer = winner && calmerThan(winner, entrants, rules);
  if (winner !== undefined && calmer !== undefined) {
    work.warnings.push(calmerReason(winner, calmer, scenario));
    yield* runs.measure([asOften(calmer, winner)], limitOf(work, 'comparison'));
    calmer.dropped = undefined;
    winner = calmer;
  }
  work.winner = winner;
}

/** Whether a whole run of every candidate would leave too little of the search for those that matter. */
function isExpensiveSearch(work: PlanWork): boolean {
  const { entrants, today } = work.candidates;
  return entrants.length * work.runs.workOf(today) > limitOf(work, 'search') / 2;
}

/** Runs after which an event of one run in as many as the safety leaves room for has most likely been seen. */
function confirmingRuns({ safety, replications }: RaceRules): number {
  return Math.min(replications, Math.ceil(Math.log(1 - safety) / Math.log(safety)));
}

function stoppedAfter({ runs }: PlanRuns, entrants: readonly Contender[]): string {
  const simulated = entrants.filter(({ looked }) => looked).length;
  return `stopped after ${runs} runs: ${simulated} of ${entrants.length} candidates were simulated, and the recommendation rests on these`;
}

/** The objective for a cost: if a month has a free or a fixed part, a run of less than one costs little more than that. */
function optimised(figure: FigureName, scenarios: readonly Scenario[]): FigureName {
  const isPart = scenarios.some((scenario) => {
    const { base_fee_usd, included_cu_hours, minimum_usd, usd_per_cu_hour } = priceAtStart(scenario);
    const isCharged = usd_per_cu_hour > 0 && base_fee_usd + included_cu_hours + minimum_usd > 0;
    return isCharged && scenario.duration_seconds < MONTH_SECONDS;
  });
  return isPart && figure === 'cost_usd' ? 'cost_usd_per_month' : figure;
}

/**
 * Races to the end, and continues until a feasible winner has had enough runs, as far as they are cheap: enough
 * that an event in the share of runs that the safety allows has most likely been seen. A t test of runs
 * that all lack it cannot detect it.
 */
function* confirmed(race: PlanRace, work: PlanWork, isExpensive: boolean): Study<Contender | undefined> {
  const { question, rules, runs } = work;
  const enough = confirmingRuns(rules);
  for (let left = MAX_CONFIRMING_SHARE * question.budget.queries; ; ) {
    const winner = yield* race.run();
    if (winner === undefined || isExpensive || rules.constraints.length === 0) return winner;
    const before = runs.work;
    const limit = Math.min(before + left, limitOf(work, 'search'));
    if ((yield* runs.measure([{ contender: winner, replications: enough }], limit)) === 0) return winner;
    left -= runs.work - before;
  }
}

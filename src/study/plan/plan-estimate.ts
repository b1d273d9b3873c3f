import { sumOf } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import { EVENTS_PER_QUERY, foreseenEvaluations, foreseenWork } from '../../simulation/foreseen-work.js';
import type { Contender } from './contender.js';
import { otherValues } from './plan-sensitivity.js';
import type { PlanWork } from './plan-work.js';
import { meets } from './race-verdict.js';

/** Approximate share of the candidates that no bound rules out. */
const EVALUATED_SHARE = 0.6;
/** Runs at a greater load, and of each candidate under another value of an assumption, about. */
const GROWTH_RUNS = 25;
const DOUBT_RUNS = 2;
/** Replications that most figures of the report rest on. */
const REPLICATIONS = 5;

/** Expected work of a candidate in the report. */
interface ReportedWork {
  /** One run. */
  readonly run: number;
  /** One run under each other value of its assumptions. */
  readonly doubts: number;
}

/**
 * Expected work of a plan whose candidates are being searched, from the work so far.
 * @param confirming runs of the recommendation alone
 */
export function expectedSearch(work: PlanWork, confirming: number): () => number {
  const { candidates, rules, runs } = work;
  const { entrants, today } = candidates;
  const workOf = expectedRun(work);
  const growing = growingShare(work.scenario);
  const values = new Map([today, ...entrants].map((each) => [each, valuesTried(each)]));
  const reported = (contender: Contender) => reportedWork(workOf(contender), values.get(contender)!);
  return () => {
    const searching = Math.max(0, EVALUATED_SHARE * entrants.length + confirming - runs.runs);
    const open = entrants.filter(
      (each) => each.dropped === undefined && (!each.looked || meets(each.whole, rules)),
    );
    if (open.length === 0) return runs.work + searching * workOf(today);
    const all = open.map(reported);
    const mean = {
      run: sumOf(all, ({ run }) => run) / all.length,
      doubts: sumOf(all, ({ doubts }) => doubts) / all.length,
    };
    // The recommendation may be like today's settings, and its rival like any other candidate.
    return expectedWork(work, growing, [reported(today), mean], searching);
  };
}

/** Expected work of a plan after its search. @param compared the recommendation, and its rivals */
export function expectedReport(
  work: PlanWork,
  compared: readonly Contender[],
  workOf: (contender: Contender) => number,
): number {
  const reported = compared.map((each) => reportedWork(workOf(each), valuesTried(each)));
  return expectedWork(work, growingShare(work.scenario), reported);
}

function growingShare(scenario: Scenario): number {
  const { queries, growing_queries } = foreseenWork(scenario);
  return queries > 0 ? growing_queries / queries : 0;
}

/** Number of other values that the assumptions of a candidate may have; each takes a run. */
function valuesTried({ scenario }: Contender): number {
  return otherValues(scenario.assumptions).length;
}

function reportedWork(run: number, values: number): ReportedWork {
  return { run, doubts: run * values };
}

/**
 * @param growing share of the queries that grow with use
 * @param searching runs of the search that are left
 */
function expectedWork(
  { question, growth, runs }: PlanWork,
  growing: number,
  compared: readonly ReportedWork[],
  searching = 0,
): number {
  const grown = sumOf(
    question.growth.slice(growth.length),
    (factor) => GROWTH_RUNS * (1 + (factor - 1) * growing),
  );
  const run = sumOf(compared, (each) => each.run) / compared.length;
  const doubts = question.sensitivity ? DOUBT_RUNS * sumOf(compared, (each) => each.doubts) : 0;
  return Math.min(question.budget.queries, runs.work + (searching + grown) * run + doubts);
}

/**
 * Expected work of a run of each candidate, from one of today's settings: autoscaled computes are evaluated more often, and
 * random rates differ between replications.
 */
function expectedRun({ candidates, runs }: PlanWork): (contender: Contender) => number {
  const { today } = candidates;
  const replications = Array.from({ length: REPLICATIONS }, (_, replication) =>
    foreseenWork(today.scenario, replication),
  );
  const { events, queries } = replications[0]!;
  const variation = sumOf(replications, (each) => each.events) / (REPLICATIONS * Math.max(1, events));
  const looks = (scenario: Scenario) => foreseenEvaluations(scenario, queries);
  return (contender) => {
    if (contender.whole.n > 1) return runs.workOf(contender);
    if (contender.looked) return variation * runs.workOf(contender);
    const further = (looks(contender.scenario) - looks(today.scenario)) / EVENTS_PER_QUERY;
    return variation * Math.max(0, runs.workOf(today) + further);
  };
}

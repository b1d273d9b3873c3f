import { alternativesOf } from './assumption-alternatives.js';
import { type Constraint, moreIsBetter, sloConstraints } from './constraint.js';
import { type Contender, inOrder } from './contender.js';
import type { WorkOptions } from './make-runs.js';
import { type PlanCandidates, planCandidates } from './plan-candidates.js';
import { planFindings } from './plan-findings.js';
import { planGrowth } from './plan-growth.js';
import { PlanRace } from './plan-race.js';
import { planReasons } from './plan-reasons.js';
import type { GrowthStep, PlanObjective, PlanResult, Sensitivity } from './plan-result.js';
import { emptySample, PlanRuns } from './plan-runs.js';
import { assumptionsOf, planSensitivity } from './plan-sensitivity.js';
import { planSpace } from './plan-space.js';
import { type PlanBudget, type WorkShares, workShares } from './plan-work.js';
import { type RaceRules, worstExcess } from './race-verdict.js';
import type { FigureName } from './run-figures.js';
import { compileVariant, type ScenarioSource } from './scenario-source.js';
import type { SweepAxis } from './sweep-axis.js';

/** What is asked of a plan. */
export interface PlanQuestion {
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
  /** Of the intervals, strictly between 0 and 1. */
  readonly confidence: number;
  readonly budget: PlanBudget;
}

/** Probability that the race drops the best candidate by chance: only the tests of that one can do so. */
const RACE_ERROR = 0.05;
/** A saving of less than this share of the objective is not worth looking for. */
const INDIFFERENCE = 0.01;
/** Looks at a candidate: one at its sample, and one at each number of replications. */
const MOST_LOOKS = 4;
/** Candidates that the recommendation is held against where an assumption is otherwise. */
const RIVALS = 2;

/** A plan that is being made. */
interface Work {
  readonly question: PlanQuestion;
  readonly axes: readonly SweepAxis[];
  readonly candidates: PlanCandidates;
  readonly rules: RaceRules;
  readonly shares: WorkShares;
  readonly runs: PlanRuns;
}

/**
 * Searches the settings that are best in the objective within the constraints, and says what they rest on.
 *
 * Every candidate meets the same random numbers in the same replication. Bounds rule out some without a run, a sample
 * of the run orders the others, and whole runs race the most promising ones: see {@link PlanRace}. The race's tests
 * share an error of 5 %; differences of less than 1 % of the objective are not looked for.
 *
 * @throws ScenarioError for a scenario, an axis or a compute that is wrong, and where no combination is allowed;
 *   InvariantError, PolicyError as a run does; WorkerError; the signal's reason
 */
export async function plan(
  source: ScenarioSource,
  question: PlanQuestion,
  options: WorkOptions = {},
): Promise<PlanResult> {
  const { scenario } = await compileVariant(source);
  const space = planSpace(scenario, question.vary, question.compute);
  const candidates = await planCandidates(source, scenario, space, question.compute);
  const constraints = [...question.constraints, ...(question.slo ? sloConstraints(scenario.slo) : [])];
  const figure = question.objective;
  const objective: PlanObjective = { figure, sense: moreIsBetter(figure) ? 'most' : 'least' };
  const { allowed } = candidates;
  const rules: RaceRules = {
    objective,
    constraints,
    confidence: question.confidence,
    error: RACE_ERROR,
    tests: (constraints.length + 1) * MOST_LOOKS,
    indifference: INDIFFERENCE,
  };
  const runs = await PlanRuns.open(options, 10 * allowed.length);
  try {
    const trials = question.sensitivity ? trialCount(candidates.today) : 0;
    const pilot = candidates.today.copy();
    const shares = await workShares(pilot, question.budget, question.growth, trials, runs);
    const race = new PlanRace(allowed, shares, rules, runs);
    const winner = await race.run();
    const searched_events = runs.events;
    const work: Work = { question, axes: space.axes, candidates, rules, shares, runs };
    const told = winner ?? closest(allowed, rules);
    await lookCloser(work, told);
    const nextBest = await nextBestOf(work, winner);
    const growth = winner === undefined ? [] : await grow(work, winner, nextBest);
    const sensitivity = winner === undefined ? [] : await doubt(work, winner, nextBest);
    return planFindings({
      scenario,
      axes: space.axes,
      candidates,
      rules,
      winner,
      nextBest,
      closest: winner === undefined ? told : undefined,
      reasons: winner === undefined ? null : planReasons(winner, allowed, space.axes, rules),
      growth,
      sensitivity,
      rounds: race.rounds,
      searched_events,
      shares,
      runs,
    });
  } finally {
    await runs.close();
  }
}

/** Runs of one candidate that the sensitivity takes. */
function trialCount({ scenario }: Contender): number {
  const values = scenario.assumptions.map((assumption) => {
    const others = alternativesOf(assumption);
    return Number(others?.low !== undefined) + Number(others?.high !== undefined);
  });
  return (RIVALS + 1) * (1 + values.reduce((sum, count) => sum + count, 0));
}

/** Where none is feasible: the one whose greatest excess is least, by the best that is known of each. */
function closest(allowed: readonly Contender[], rules: RaceRules): Contender {
  const excess = (contender: Contender): number =>
    contender.best === undefined ? Number.POSITIVE_INFINITY : worstExcess(contender.best, rules);
  return allowed.reduce((best, each) => (excess(each) < excess(best) ? each : best));
}

/** Today's settings, and the closest ones where none is feasible, get as many whole runs as the best. */
async function lookCloser({ candidates, shares, runs }: Work, told: Contender): Promise<void> {
  const all = [...new Set([told, candidates.today])];
  for (const contender of all) contender.whole ??= emptySample(contender, shares.whole);
  await runs.measure(
    all.map((contender) => ({ contender, sample: contender.whole!, blocks: shares.whole.blocks.length })),
  );
}

/** The best of the others that are feasible by what is known, with as many whole runs where the budget allows. */
async function nextBestOf(work: Work, winner: Contender | undefined): Promise<Contender | undefined> {
  const { candidates, rules, shares, runs } = work;
  if (winner === undefined) return undefined;
  const excluded = new Set<Contender>([winner]);
  for (;;) {
    const next = bestFeasible(
      candidates.allowed.filter((contender) => !excluded.has(contender)),
      winner,
      rules,
    );
    if (next === undefined || !shares.next_best) return next;
    next.whole ??= emptySample(next, shares.whole);
    const known = next.whole.n === shares.whole.blocks.length;
    await runs.measure([{ contender: next, sample: next.whole, blocks: shares.whole.blocks.length }]);
    // What a part of the run made seem feasible may turn out not to be: another is looked for then.
    if (known || worstExcess(next.whole, rules) <= 0) return next;
    excluded.add(next);
  }
}

function bestFeasible(
  contenders: readonly Contender[],
  winner: Contender,
  rules: RaceRules,
): Contender | undefined {
  const { figure, sense } = rules.objective;
  const sign = sense === 'least' ? 1 : -1;
  let [best, least]: [Contender | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const contender of contenders) {
    const { best: sample } = contender;
    if (sample === undefined || worstExcess(sample, rules) > 0) continue;
    // A part of the run is held against the winner's same part.
    const like = sample === contender.whole ? winner.whole! : (winner.sampled ?? winner.whole!);
    const apart = sign * ((sample.value(figure) ?? Number.POSITIVE_INFINITY) - (like.value(figure) ?? 0));
    if (apart < least) [best, least] = [contender, apart];
  }
  return best;
}

async function grow(
  { question, axes, candidates, rules, shares, runs }: Work,
  winner: Contender,
  nextBest: Contender | undefined,
): Promise<readonly GrowthStep[]> {
  const steps: GrowthStep[] = [];
  const start = [winner, ...(nextBest === undefined ? [] : [nextBest])];
  for (const factor of question.growth) {
    const growth = { axes, allowed: candidates.allowed, rules, share: shares.growth_share };
    steps.push(await planGrowth(factor, start, growth, runs));
  }
  return steps;
}

async function doubt(
  { question, candidates, rules, shares, runs }: Work,
  winner: Contender,
  nextBest: Contender | undefined,
): Promise<readonly Sensitivity[]> {
  if (!question.sensitivity) return [];
  const rivals = rivalsOf(candidates.allowed, winner, nextBest, rules);
  const contenders = [winner, ...rivals];
  return planSensitivity(assumptionsOf(contenders), contenders, shares.sensitivity, rules, runs);
}

/** The next best, and the better one in the objective that breaks a constraint by the least. */
function rivalsOf(
  allowed: readonly Contender[],
  winner: Contender,
  nextBest: Contender | undefined,
  rules: RaceRules,
): readonly Contender[] {
  const { figure, sense } = rules.objective;
  const sign = sense === 'least' ? 1 : -1;
  const tempting = allowed
    .filter((contender) => contender !== winner && contender !== nextBest && contender.best !== undefined)
    .filter(({ best, whole }) => {
      const like = best === whole ? winner.whole! : (winner.sampled ?? winner.whole!);
      return sign * ((best!.value(figure) ?? 0) - (like.value(figure) ?? 0)) < 0;
    })
    .map((contender) => ({ contender, excess: worstExcess(contender.best!, rules) }))
    .sort(
      (a, b) => (a.excess < b.excess ? -1 : a.excess > b.excess ? 1 : 0) || inOrder(a.contender, b.contender),
    )
    .map(({ contender }) => contender);
  return [...(nextBest === undefined ? [] : [nextBest]), ...tempting].slice(0, RIVALS);
}

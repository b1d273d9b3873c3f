import type { Scenario } from '../scenario/scenario.js';
import { growsWithUse } from '../workload/scaled-load.js';
import { type Beyond, bracketOf, narrowed, rounded } from './breaking-load.js';
import { capacityReport } from './capacity-report.js';
import type { Capacity, CapacityPlan, LoadEstimate } from './capacity-result.js';
import { type LoadLevel, LoadLevels } from './load-levels.js';
import { RunMaker, type WorkOptions } from './make-runs.js';
import { type ObjectiveMargin, objectiveMargins } from './objective-margin.js';
import { compileSource, type ScenarioSource } from './scenario-source.js';

/** A load was found, or why none was. */
type Answer = { readonly load: LoadEstimate } | { readonly why: string };

/** Within this the single run that goes before tells where to look. */
const PILOT_TOLERANCE = 0.05;
/** No search goes further: a thousand times the load, or a thousandth. */
const MOST_FACTOR = 1024;
/** Queries of the largest single run that is tried to find a load that breaks. */
const MOST_QUERIES = 3e8;
/** Ratio by which a bracket that one run has found is widened until it holds for all; squared from step to step. */
const WIDENING = 1.05;

/**
 * The load at which a configuration first misses one of its objectives, as a multiple of the scenario's load.
 *
 * One run finds where to look, by doubling or halving and false position; then all replications, with the same random
 * numbers at every load, narrow it down. The range is the set of loads of which the intervals cannot tell whether the
 * objectives are met: a test inverted, as in Fieller's interval. That an objective which breaks stays broken as the
 * load grows is assumed, nothing else about the loads in between.
 *
 * @throws ScenarioError for a scenario that is wrong; InvariantError, PolicyError as a run does; WorkerError; the
 *   signal's reason
 */
export async function capacity(
  source: ScenarioSource,
  plan: CapacityPlan,
  options: WorkOptions = {},
): Promise<Capacity> {
  const scenario = await compileSource(source);
  const { replications } = plan;
  // A search ends when it has found; this many runs are usual.
  const usual = 8 + 8 * replications;
  const expected = () => Math.max(usual, (levels?.runs ?? 0) + replications);
  let levels: LoadLevels | undefined;
  const maker = await RunMaker.open(options, expected);
  try {
    levels = new LoadLevels(source, maker);
    const answer = await answered(levels, scenario, plan);
    const load = 'load' in answer ? answer.load : null;
    const present = await levels.at(1, replications);
    const reached = load === null ? undefined : await levels.at(rounded(load.factor), replications);
    return capacityReport({
      scenario,
      plan,
      load,
      why: 'why' in answer ? answer.why : null,
      present,
      reached,
      levels: levels.all(replications),
    });
  } finally {
    await maker.close();
  }
}

async function answered(levels: LoadLevels, scenario: Scenario, plan: CapacityPlan): Promise<Answer> {
  if (!scenario.load.some(growsWithUse)) {
    return { why: 'no load of the scenario grows with use: scheduled jobs run as often whatever the use' };
  }
  const { objectives, confidence, replications, tolerance } = plan;
  const worst = (of: (margin: ObjectiveMargin) => number): Beyond => {
    return (level) => Math.max(...objectiveMargins(level, objectives, confidence).map(of));
  };
  const onMean = worst(({ beyond }) => beyond);
  const pilot = (factor: number): Promise<LoadLevel> => levels.at(factor, 1);
  const roughly = await firstBracket(pilot, onMean);
  if ('why' in roughly) return roughly;
  const guess = await narrowed(roughly, pilot, onMean, PILOT_TOLERANCE);
  const at = (factor: number): Promise<LoadLevel> => levels.at(factor, replications);
  await at(rounded(guess));
  const root = async (beyond: Beyond): Promise<number | undefined> => {
    const bracket = await widened(levels, replications, beyond);
    return bracket && narrowed(bracket, at, beyond, tolerance);
  };
  const factor = await root(onMean);
  const low = await root(worst(({ at_worst }) => at_worst));
  const high = await root(worst(({ at_best }) => at_best));
  if (factor === undefined || low === undefined || high === undefined) {
    return {
      why: `about ${Number(guess.toPrecision(3))} times the load, but the replications differ too much to say more; use more of them, or a longer duration`,
    };
  }
  return { load: { factor, low: Math.min(low, factor), high: Math.max(high, factor) } };
}

/** Doubles the load until an objective breaks, or halves it until none does, one run each. */
async function firstBracket(
  pilot: (factor: number) => Promise<LoadLevel>,
  beyond: Beyond,
): Promise<{ readonly holds: number; readonly breaks: number } | { readonly why: string }> {
  let level = await pilot(1);
  if (beyond(level) > 0) {
    for (let breaks = 1; breaks > 1 / MOST_FACTOR; breaks /= 2) {
      const holds = breaks / 2;
      if (beyond(await pilot(holds)) <= 0) return { holds, breaks };
    }
    return { why: 'an objective is missed at the present load, and at every smaller one that was tried' };
  }
  for (let holds = 1; holds < MOST_FACTOR; ) {
    const breaks = nextLoad(holds, level);
    const [run] = level.runs;
    if ((breaks / holds) * (run!.figures.queries_arrived ?? 0) > MOST_QUERIES) {
      return {
        why: `all objectives are met at ${Number(holds.toPrecision(3))} times the load, and a run of more would be of over ${MOST_QUERIES / 1e6} million queries; use a shorter duration`,
      };
    }
    level = await pilot(breaks);
    if (beyond(level) > 0) return { holds, breaks };
    holds = breaks;
  }
  return { why: `all objectives are met up to ${MOST_FACTOR} times the load` };
}

/** Twice the load, or no further than just beyond what the maximum size could ever serve. */
function nextLoad(factor: number, { runs }: LoadLevel): number {
  const { of_maximum } = runs[0]!.resources;
  const most = of_maximum > 0 ? (1.02 * factor) / of_maximum : Number.POSITIVE_INFINITY;
  return rounded(Math.min(2 * factor, Math.max(1.1 * factor, most)));
}

/** A bracket among the levels of all replications, which are extended on either side until they have one. */
async function widened(
  levels: LoadLevels,
  replications: number,
  beyond: Beyond,
): Promise<{ readonly holds: number; readonly breaks: number } | undefined> {
  for (let ratio = WIDENING; ratio < MOST_FACTOR; ratio *= ratio) {
    const known = levels.all(replications);
    const { holds, breaks } = bracketOf(known, beyond);
    if (holds !== undefined && breaks !== undefined) return { holds, breaks };
    const next = holds === undefined ? known[0]!.factor / ratio : known.at(-1)!.factor * ratio;
    await levels.at(rounded(next), replications);
  }
  return undefined;
}

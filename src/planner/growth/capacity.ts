import type { Scenario } from '../../scenario/scenario.js';
import { growsWithUse } from '../../workload/scaled-load.js';
import { type LoadLevel, LoadLevels } from '../replicate/load-levels.js';
import { RunMaker, type WorkOptions } from '../runs/make-runs.js';
import { compileSource, type ScenarioSource } from '../runs/scenario-source.js';
import {
  type Beyond,
  bracketOf,
  type ClosedBracket,
  type LoadEnd,
  narrowed,
  roundedFactor,
} from './breaking-load.js';
import { capacityReport } from './capacity-report.js';
import type { Capacity, CapacityPlan, LoadEstimate } from './capacity-result.js';
import { LevelMargins } from './level-margins.js';
import { type LoadLook, leastFactor, lookingAt } from './load-look.js';
import { passingLoads } from './passing-loads.js';

/** The ends that were found, and why another was not. */
interface Answer {
  readonly verdict: Capacity['verdict'];
  readonly least?: LoadEstimate | undefined;
  readonly load?: LoadEstimate | undefined;
  readonly why: string | undefined;
  /** The load that comes closest, where none was found. */
  readonly closest?: number;
}

/** Within this the single run that goes before tells where to look. */
const PILOT_TOLERANCE = 0.05;
/** So often at most exact runs check an end. */
const MOST_CHECKS = 4;
/** The ends of a range are searched for this much less closely than its middle. */
const RANGE_TOLERANCE = 2;
/** No bracket is widened further than this. */
const MAX_WIDENING = 1024;
/** Ratio by which a bracket that one run has found is widened until it holds for all; squared from step to step. */
const WIDENING = 1.05;

/**
 * The loads at which a configuration meets its objectives, as multiples of the scenario's load: up to the load at which
 * it first misses one, and, where an objective gets better with load, from the load at which it no longer does.
 *
 * One run finds where to look (`passingLoads`) and, by false position, where the ends are; then all replications, with
 * the same random numbers at every load, narrow each down. The range of an end is the set of loads of which the
 * intervals cannot tell whether the objectives are met: a test inverted, as in Fieller's interval. That between the
 * loads that were simulated nothing turns back is assumed, nothing else.
 *
 * Runs look for an end at hybrid fidelity, where that leaves queries out. Then exact runs of all replications at the end
 * that was found say by how much the fidelities differ there, and the end is looked for again with that, until it
 * stays where it is. Figures are those of exact runs.
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
    const margins = new LevelMargins(plan.objectives, plan.confidence);
    const at = await lookingAt(levels);
    const answer = await answered({ levels, at, margins, plan }, scenario);
    const { verdict, least = null, load = null, why = null } = answer;
    const present = await levels.at(1, replications);
    const told = load?.factor ?? least?.factor ?? answer.closest;
    const reached = told === undefined ? undefined : await reachedAt(told, levels, plan);
    return capacityReport({
      scenario,
      plan,
      least,
      load,
      verdict,
      why,
      present,
      reached,
      margins,
      levels: levels.all(replications),
      tried: levels.all(1),
    });
  } finally {
    await maker.close();
  }
}

/** What every step of a search works with. */
interface Search {
  readonly levels: LoadLevels;
  readonly at: LoadLook;
  readonly margins: LevelMargins;
  readonly plan: CapacityPlan;
}

async function answered(search: Search, scenario: Scenario): Promise<Answer> {
  if (!scenario.load.some(growsWithUse)) {
    return {
      verdict: 'unknown',
      why: 'no load of the scenario grows with use: scheduled jobs run as often whatever the use',
    };
  }
  const { margins, plan } = search;
  const { objectives, confidence } = plan;
  const pilot = (factor: number): Promise<LoadLevel> => search.at(factor, 1);
  const found = await passingLoads(pilot, objectives, confidence);
  if (found === undefined) return noneOf(search);
  const { lower, upper, lower_why, upper_why } = found;
  const guessOf = (bracket: ClosedBracket | undefined) =>
    bracket && narrowed(bracket, pilot, margins.worst('beyond'), PILOT_TOLERANCE);
  const guesses = { lower: await guessOf(lower), upper: await guessOf(upper) };
  const smallest = leastFactor(await pilot(1));
  const least =
    guesses.lower === undefined
      ? undefined
      : await estimated('lower', guesses.lower, { ...search, smallest, far: guesses.upper });
  const load =
    guesses.upper === undefined
      ? undefined
      : await estimated('upper', guesses.upper, { ...search, smallest, far: guesses.lower });
  const known = (guess: number | undefined, estimate: LoadEstimate | undefined, end: string) =>
    guess !== undefined && estimate === undefined
      ? `${end}about ${Number(guess.toPrecision(3))} times the load, but the replications differ too much to say more; use more of them, or a longer duration`
      : undefined;
  const why = [
    known(guesses.upper, load, lower === undefined ? '' : 'up to ') ?? upper_why,
    known(guesses.lower, least, 'from ') ?? lower_why,
  ].filter((each) => each !== undefined);
  const ends = least !== undefined || load !== undefined;
  const verdict = ends ? 'range' : lower === undefined && upper === undefined ? 'all' : 'unknown';
  return { verdict, least, load, why: why.length === 0 ? undefined : why.join('; ') };
}

/** The exact level of a load, or of one so close by that it was found to be the same. */
async function reachedAt(
  factor: number,
  levels: LoadLevels,
  { replications, tolerance }: CapacityPlan,
): Promise<LoadLevel> {
  const off = (level: LoadLevel): number => Math.abs(Math.log(level.factor / factor));
  const close = levels
    .all(replications)
    .filter((level) => level.fidelity === 'exact' && off(level) <= tolerance)
    .sort((a, b) => off(a) - off(b));
  return close[0] ?? levels.at(roundedFactor(factor), replications);
}

/** That nothing passes, with the load that comes closest. */
function noneOf({ levels, margins }: Search): Answer {
  const tried = levels.all(1);
  const beyond = margins.worst('beyond');
  const closest = tried.reduce((a, b) => (beyond(b) < beyond(a) ? b : a)).factor;
  const times = (factor: number) => `${Number(factor.toPrecision(3))}`;
  const factors = tried.map(({ factor }) => times(factor)).join(', ');
  return {
    verdict: 'none',
    why: `no load that was tried meets all objectives at once: ${factors} times the present one, of which ${times(closest)} comes closest`,
    closest,
  };
}

/** An end of the loads that are met, by all replications, around a guess; `undefined` where they differ too much. */
async function estimated(
  end: LoadEnd,
  guess: number,
  search: Search & {
    /** No smaller load is looked at. */
    readonly smallest: number;
    /** About where the other end is. */
    readonly far: number | undefined;
  },
): Promise<LoadEstimate | undefined> {
  const { levels, margins, plan, smallest, far } = search;
  const { replications, tolerance } = plan;
  const at = (factor: number): Promise<LoadLevel> => search.at(factor, replications);
  await at(roundedFactor(guess));
  // The loads of this end: those on its side of the middle.
  const middle = far === undefined ? undefined : Math.sqrt(guess * far);
  const region = {
    from: end === 'upper' ? (middle ?? smallest) : smallest / 2,
    to: end === 'upper' ? Number.POSITIVE_INFINITY : (middle ?? Number.POSITIVE_INFINITY),
  };
  const root = async (of: 'beyond' | 'at_worst' | 'at_best', within: number): Promise<number | undefined> => {
    const beyond = margins.worst(of);
    const bracket = await widened({ levels, at, replications, region, end }, beyond);
    return bracket && narrowed(bracket, at, beyond, within);
  };
  let factor = await root('beyond', tolerance);
  for (let check = 0; factor !== undefined && check < MOST_CHECKS; check++) {
    const checked = roundedFactor(factor);
    const hybrid = await at(checked);
    if (hybrid.fidelity === 'exact') break;
    margins.learn(await levels.at(checked, replications), hybrid);
    factor = await root('beyond', tolerance);
    if (factor !== undefined && Math.abs(Math.log(factor / checked)) <= tolerance) break;
  }
  const sure = factor && (await root('at_worst', RANGE_TOLERANCE * tolerance));
  const possible = sure && (await root('at_best', RANGE_TOLERANCE * tolerance));
  if (!factor || !sure || !possible) return undefined;
  return { factor, low: Math.min(sure, possible, factor), high: Math.max(sure, possible, factor) };
}

/** A bracket among the levels of all replications, which are extended on either side until they have one. */
async function widened(
  search: {
    readonly levels: LoadLevels;
    readonly at: (factor: number) => Promise<LoadLevel>;
    readonly replications: number;
    readonly region: { readonly from: number; readonly to: number };
    readonly end: LoadEnd;
  },
  beyond: Beyond,
): Promise<ClosedBracket | undefined> {
  const { levels, at, replications, region, end } = search;
  for (let ratio = WIDENING; ratio < MAX_WIDENING; ratio *= ratio) {
    const known = levels
      .all(replications)
      .filter(({ factor }) => factor >= region.from && factor <= region.to);
    const { holds, breaks } = bracketOf(known, beyond, end);
    if (holds !== undefined && breaks !== undefined) return { holds, breaks };
    const downwards = (holds === undefined) === (end === 'upper');
    const next = downwards ? known[0]!.factor / ratio : known.at(-1)!.factor * ratio;
    if (next < region.from || next > region.to) return undefined;
    await at(roundedFactor(next));
  }
  return undefined;
}

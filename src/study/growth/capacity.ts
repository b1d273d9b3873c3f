import { FIGURE_UNITS } from '../../figures/run-figures.js';
import { platformWarnings } from '../../findings/catalogue.js';
import { digits } from '../../findings/words.js';
import type { Scenario } from '../../scenario/scenario.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import { growsWithUse } from '../../workload/scaled-load.js';
import { answer } from '../engine/engine.js';
import { type ForeseenRuns, Interrupted, prepare, type Study } from '../engine/study.js';
import type { WorkOptions } from '../engine/work-options.js';
import { type LoadLevel, LoadLevels } from '../replicate/load-levels.js';
import { worstMargin } from '../replicate/objective-margin.js';
import { planCaps } from '../replicate/plan-caps.js';
import { checkCount } from '../runs/many-runs.js';
import { compileSource, compileVariant, type ScenarioSource } from '../runs/scenario-source.js';
import { exactNear, type LoadEnd, roundedFactor } from './breaking-load.js';
import { capacityReport } from './capacity-report.js';
import type { Capacity, CapacityPlan, LoadEstimate } from './capacity-result.js';
import { type EndSearch, estimatedEnd, unresolvedEnd } from './load-end.js';
import { arrivals, fewQueries, fidelityFor, leastFactor, loadLook } from './load-look.js';
import { passingLoads } from './passing-loads.js';
import { type Search, SingleLooks } from './single-looks.js';

/** An end, and the search that estimated it; the estimate is absent if the replications differ too much. */
interface FoundEnd {
  readonly estimate: LoadEstimate | undefined;
  readonly search: EndSearch;
}

/** Approximate effort of searching a busy load, in exact runs of the present one. */
const BUSY_RUNS = 12;

const MIN_REPLICATIONS = 3;
/** Replications per load: as many as one core makes in two seconds, up to the maximum. */
const MAX_REPLICATIONS = 59;
const CHEAP_SECONDS = 2;
const TOO_DIFFERENT = 'the replications differ too much';

const NO_ENDS = { load: null, least: null } as const;

/** The ends that were found, and why another was not. */
interface Answer extends Pick<Capacity, 'verdict' | 'least' | 'load' | 'why'> {
  /** Replications of the end that the answer is about, and the fewer of both ends. */
  readonly replications?: number | undefined;
  readonly fewest?: number | undefined;
  /** The closest load, if none was found. */
  readonly closest?: number;
}

/**
 * The loads at which a configuration meets its objectives, as multiples of the scenario's load: up to the load at which
 * it first misses one, and, if an objective improves with load, from the load at which it no longer does.
 *
 * Single looks find the ends (`passingLoads`, {@link SingleLooks}), at hybrid fidelity if that skips
 * queries; then all replications, with the same random numbers at every load, estimate each end
 * ({@link estimatedEnd}). The reported figures of an end come from exact runs of its whole horizon. The range of an end
 * is the set of loads whose intervals leave open whether the objectives are met: an inverted test, as in Fieller's
 * interval. Between simulated loads, objectives are assumed not to turn back. The limits of a month's caps count as
 * objectives, as in a plan.
 *
 * @throws ScenarioError for an invalid scenario; InvariantError, PolicyError as a run does; WorkerError; the
 *   signal's reason
 */
export function capacity(
  source: ScenarioSource,
  plan: CapacityPlan,
  options: WorkOptions = {},
): Promise<Capacity> {
  return answer(capacityStudy(source, plan), options);
}

/** {@link capacity} as a study. An interrupted one reports the loads that were simulated, and no ends. */
export function* capacityStudy(source: ScenarioSource, asked: CapacityPlan): Study<Capacity> {
  checkCount('replications', asked.replications);
  const own = yield* prepare(() => compileSource(source));
  const priced = asked.objectives.some(({ figure }) => FIGURE_UNITS[figure] === 'usd');
  const caps = planCaps(own, source, priced);
  const scenario = { ...own, warnings: [...own.warnings, ...platformWarnings(own), ...caps.warnings] };
  const most = { ...asked, objectives: [...asked.objectives, ...caps.constraints] };
  const { replications } = most;
  // The search ends when it has found the ends; this number of runs is usual.
  const usual = 8 + 8 * replications;
  const busy = foreseenWork(scenario).queries >= fewQueries(scenario);
  const foreseen = (made: number): ForeseenRuns => {
    const runs = Math.max(usual, made + replications);
    return { runs, whole_runs: busy ? BUSY_RUNS : runs };
  };
  const levels = new LoadLevels(yield* prepare(() => compileVariant(caps.source)), foreseen);
  const first = yield* levels.at(1, 1);
  try {
    const at = loadLook(levels, fidelityFor(arrivals(first) / fewQueries(scenario)));
    const found = yield* answered({ levels, at, plan: most }, scenario);
    const unless =
      busy && most.enough !== undefined
        ? Math.min(MIN_REPLICATIONS, replications)
        : found.replications === undefined
          ? affordable(most, scenario, 1)
          : replications;
    const plan = { ...most, replications: found.replications ?? unless };
    const isPlain = busy && plan.replications < replications && isDecided(found);
    const present = yield* levels.at(1, isPlain ? 1 : Math.max(unless, plan.replications));
    const factor = found.load?.factor ?? found.least?.factor ?? found.closest;
    const reached = factor === undefined ? undefined : yield* exactLevel(factor, levels, plan);
    return capacityReport({
      ...found,
      load: found.load && reached ? wholeEnd(found.load, reached, levels, plan) : found.load,
      scenario,
      plan,
      present,
      reached,
      levels: withLevel(levels.all(found.fewest ?? plan.replications), present),
      tried: levels.all(1),
    });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    const tried = levels.all(1);
    return capacityReport({
      ...stopped(tried, most),
      scenario,
      plan: { ...most, replications: 1 },
      present: first,
      reached: undefined,
      levels: withLevel(tried, first),
      tried,
    });
  }
}

/** The answer to an interrupted search, by one run at each load. */
function stopped(tried: readonly LoadLevel[], plan: CapacityPlan): Answer {
  const beyond = worstMargin(plan, 'beyond');
  const factors = (isMet: boolean): string =>
    tried
      .filter((level) => beyond(level) <= 0 === isMet)
      .map(({ factor }) => digits(factor))
      .join(', ');
  const [met, missed] = [factors(true), factors(false)];
  const parts = [met && `met at ${met} times the load`, missed && `missed at ${missed} times`];
  const seen = parts.filter((part) => part !== '').join(', ');
  return { ...NO_ENDS, verdict: 'unknown', why: `stopped before an end was found: objectives ${seen}` };
}

/**
 * An end by the affordable number of replications: three for a busy load, or all planned ones if three leave it
 * too uncertain; for short runs more than planned.
 */
function* endByFew(end: LoadEnd, guess: number, search: EndSearch, scenario: Scenario): Study<FoundEnd> {
  const { plan } = search;
  const { enough, replications } = plan;
  const { queries } = foreseenWork(scenario);
  if (enough !== undefined && guess * queries >= fewQueries(scenario) && replications > MIN_REPLICATIONS) {
    const few = { ...search, plan: { ...plan, replications: MIN_REPLICATIONS } };
    const estimate = yield* estimatedEnd(end, guess, few);
    if (estimate !== undefined && estimate.high <= (1 + enough) * estimate.low) {
      return { estimate, search: few };
    }
  }
  const all = { ...search, plan: { ...plan, replications: affordable(plan, scenario, guess) } };
  return { estimate: yield* estimatedEnd(end, guess, all), search: all };
}

/** Replications at a load: more than planned if the number is left open and runs are short. */
function affordable({ replications, enough }: CapacityPlan, scenario: Scenario, load: number): number {
  if (enough === undefined) return replications;
  const cheap = Math.floor(CHEAP_SECONDS / (Math.max(1, load) * foreseenWork(scenario).cpu_seconds));
  return Math.max(replications, Math.min(MAX_REPLICATIONS, cheap));
}

/**
 * Whether the ends clearly show that the present load is met, or that it is not: more runs of a busy one would show
 * the same.
 */
function isDecided({ load, least }: Answer): boolean {
  const ends = [load, least].filter((end) => end !== null);
  return ends.length > 0 && ends.every(({ low, high }) => low > 1 || high < 1);
}

function withLevel(levels: readonly LoadLevel[], added: LoadLevel): readonly LoadLevel[] {
  const others = levels.filter(({ factor }) => factor !== added.factor);
  return [...others, added].sort((a, b) => a.factor - b.factor);
}

function* answered(search: Search, scenario: Scenario): Study<Answer> {
  if (!scenario.load.some(growsWithUse)) {
    return {
      ...NO_ENDS,
      verdict: 'unknown',
      why: 'no load of the scenario grows with use: scheduled jobs run as often whatever the use',
    };
  }
  const { objectives, confidence } = search.plan;
  const looks = new SingleLooks(search);
  const found = yield* passingLoads(looks.at, objectives, confidence);
  if (found === undefined) return noneOf(search);
  const { lower, upper } = found;
  const guessOf = function* (end: LoadEnd): Study<number | undefined> {
    const { bracket } = found[end];
    return bracket && (yield* looks.crossing(end, bracket, worstMargin(search.plan, 'beyond')));
  };
  const guesses = { lower: yield* guessOf('lower'), upper: yield* guessOf('upper') };
  const smallest = leastFactor(yield* looks.at(1));
  const made = { ...search, smallest, looks: looks.all };
  const estimateOf = function* (end: LoadEnd, far: number | undefined): Study<FoundEnd | undefined> {
    const guess = guesses[end];
    return guess === undefined ? undefined : yield* endByFew(end, guess, { ...made, far }, scenario);
  };
  const ends = {
    lower: yield* estimateOf('lower', guesses.upper),
    upper: yield* estimateOf('upper', guesses.lower),
  };
  const ofEnd = (end: LoadEnd, words: string): { estimate: LoadEstimate | null; why: string | undefined } => {
    const { estimate, search } = ends[end] ?? {};
    if (estimate !== undefined) {
      const why = unresolvedEnd(estimate, search!);
      return { estimate: why === undefined ? estimate : null, why };
    }
    const why =
      search &&
      `${words}about ${digits(guesses[end]!)} times the load, but ${TOO_DIFFERENT} to say more; use more of them, or a longer duration`;
    return { estimate: null, why };
  };
  const least = ofEnd('lower', 'from ');
  const load = ofEnd('upper', lower.bracket === undefined ? '' : 'up to ');
  const why = [load.why ?? upper.why, least.why ?? lower.why].filter((each) => each !== undefined);
  const isFound = least.estimate !== null || load.estimate !== null;
  const counts = [ends.upper, ends.lower].flatMap((end) => end?.search.plan.replications ?? []);
  const end = load.estimate !== null || ends.lower === undefined ? ends.upper : ends.lower;
  return {
    verdict: isFound
      ? 'range'
      : lower.bracket === undefined && upper.bracket === undefined
        ? 'all'
        : 'unknown',
    least: least.estimate,
    load: load.estimate,
    why: why.length === 0 ? null : [...new Set(why)].join('; '),
    replications: end?.search.plan.replications,
    fewest: counts.length === 0 ? undefined : Math.min(...counts),
  };
}

/**
 * The exact level of a load, or of a neighbouring load that was found to be the same. If that load clearly misses an
 * objective, for example by one more client of a closed loop, an equally close load below that does not.
 */
function* exactLevel(factor: number, levels: LoadLevels, plan: CapacityPlan): Study<LoadLevel> {
  const { replications, tolerance } = plan;
  const isMet = (level: LoadLevel): boolean => worstMargin(plan, 'at_best')(level) <= 0;
  const near = exactNear(levels.all(replications).filter(isMet), factor, tolerance);
  if (near !== undefined) return near;
  const level = yield* levels.at(roundedFactor(factor), replications);
  if (isMet(level)) return level;
  const below = yield* levels.at(roundedFactor(factor * Math.exp(-tolerance)), replications);
  return isMet(below) ? below : level;
}

/** An end between a load that is met and one with one more client that is not, if the latter is closer: the former. */
function wholeEnd(
  load: LoadEstimate,
  { factor }: LoadLevel,
  levels: LoadLevels,
  { replications, tolerance }: CapacityPlan,
): LoadEstimate {
  const close = exactNear(levels.all(replications), load.factor, tolerance);
  if (close === undefined || factor >= Math.min(load.factor, close.factor)) return load;
  return { ...load, factor, low: Math.min(load.low, factor) };
}

/** The message that no load passes, with the load that comes closest. */
function noneOf({ levels, plan }: Search): Answer {
  const tried = levels.all(1);
  const beyond = worstMargin(plan, 'beyond');
  const closest = tried.reduce((a, b) => (beyond(b) < beyond(a) ? b : a)).factor;
  const factors = tried.map(({ factor }) => digits(factor)).join(', ');
  return {
    ...NO_ENDS,
    verdict: 'none',
    why: `no tested load meets every objective at once: tested ${factors} times the present one; ${digits(closest)} comes closest`,
    closest,
  };
}

import { platformWarnings } from '../../findings/catalogue.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import { withMeanEgress } from '../../scenario/sections/data.js';
import { foreseenTransfer, foreseenWork } from '../../simulation/foreseen-work.js';
import { PRICES_CHECKED_UNTIL } from '../../vendors/price-book.js';
import { answer } from '../engine/engine.js';
import { begin, Interrupted, join, prepare, type Study } from '../engine/study.js';
import type { WorkOptions } from '../engine/work-options.js';
import { ExactChecks } from '../replicate/exact-checks.js';
import { type BegunRuns, type LoadLevel, LoadLevels } from '../replicate/load-levels.js';
import { objectiveMargins } from '../replicate/objective-margin.js';
import { type RepresentativePeriod, representativePeriod } from '../replicate/representative-period.js';
import { type MonthDays, monthsFrom } from '../runs/calendar-days.js';
import { checkCount } from '../runs/many-runs.js';
import { compileSource, compileVariant, type ScenarioSource } from '../runs/scenario-source.js';
import { backtests } from './backtest.js';
import { roundedFactor } from './breaking-load.js';
import { cappedEvents, sizeEvents, spendingEvents } from './capped-events.js';
import { DayUses } from './day-curve.js';
import { eventsSeen } from './events-seen.js';
import { forecastEvents, MAX_HYBRID_ERROR } from './forecast-events.js';
import { enoughReplications, type ForecastLoads, foreseenRuns } from './forecast-looks.js';
import {
  billOfDays,
  type DailyUse,
  type ForecastGround,
  factorOn,
  forecastMonths,
  type MonthlyBill,
} from './forecast-months.js';
import type { Forecast, ForecastEvent, ForecastPlan, HybridCheck } from './forecast-result.js';
import { withGrowthEnds } from './growth-ends.js';
import { middleGrowth } from './load-growth.js';
import { fewQueries, fidelityFor, loadLook } from './load-look.js';
import { monthCaps } from './month-caps.js';
import { billedMonths, queriesADay } from './other-lines.js';
import { refinedLevels, weekly } from './use-curve.js';
import { wholeMonths } from './whole-months.js';

/** Maximum number of loads simulated between the smallest and the largest. */
const MAX_BETWEEN = 12;
const MIN_REPLICATIONS = 2;
/** Approximate number of levels of a load. */
const USUAL_LEVELS = 6;

/**
 * Forecasts the cost of a configuration month by month while its load grows, and when its objectives are first missed.
 *
 * A representative week is simulated at some levels of load, with the same random numbers at each; the use of a day of
 * the forecast is interpolated on straight lines between them, by its weekday and its load. The error of
 * the lines is checked by simulations between two levels, and more levels are added until it is small. With
 * `exact` every month is simulated in full, at its mean load, and billed like any run.
 *
 * @throws ScenarioError for an invalid scenario; InvariantError, PolicyError as a run does; WorkerError; the
 *   signal's reason
 */
export function forecast(
  source: ScenarioSource,
  plan: ForecastPlan,
  options: WorkOptions = {},
): Promise<Forecast> {
  return answer(forecastStudy(source, plan), options);
}

/** The results of simulating the levels of load. */
interface Simulated extends Pick<Forecast['method'], 'interpolation' | 'hybrid'> {
  readonly replications: number;
  /** Levels with load, ascending. */
  readonly seen: readonly LoadLevel[];
  readonly idle: LoadLevel;
  readonly events: readonly ForecastEvent[];
  /** Why it rests on fewer runs than were planned. */
  readonly stopped?: string;
  /** Of months that were simulated whole. */
  readonly exact: MonthlyBill | undefined;
}

/** {@link forecast} as a study. An interrupted one rests on two replications of the loads that were simulated. */
export function* forecastStudy(source: ScenarioSource, plan: ForecastPlan): Study<Forecast> {
  checkCount('replications', plan.replications);
  const scenario = yield* prepare(() => compileSource(source));
  const period = representativePeriod(scenario);
  const months = monthsFrom(scenario.start_epoch_seconds, plan.months);
  const growth = { ...plan.growth, middle: middleGrowth(plan.growth) };
  const growths = [...new Set([growth.low, growth.middle, growth.high])];
  const whole = plan.exact ? plan.months * (growths.length + 1) * plan.replications : 0;
  const [least, largest] = loadRange(scenario, months, growth);
  const set = [...source.set, ...period.set];
  const own = yield* prepare(() => compileVariant({ ...source, set }));
  const arriving = foreseenWork(own.scenario).queries;
  const fidelityAt = fidelityFor(arriving / fewQueries(scenario), 'hybrid');
  const expensive = scenario.fleet !== undefined;
  const loads = { least, largest, fidelityAt, expensive };
  // Levels for the curve, its checks, and the one without load.
  const usual = whole + USUAL_LEVELS * plan.replications;
  const work = foreseenRuns(scenario, own, loads, plan) + wholeMonthRuns(scenario, plan, months, loads);
  const foreseen = (made: number) => ({ runs: Math.max(usual, made + whole), whole_runs: work });
  const levels = new LoadLevels(own, foreseen, true);
  const at = loadLook(levels, fidelityAt);
  const { tolerance, confidence } = plan;
  const checks = new ExactChecks(levels, plan.objectives, confidence, arriving);
  const horizon = { scenario, plan, months, scaled: !period.as_it_stands, checks };
  // Runs without load are cheap: an interrupted forecast has at least these.
  const unloaded = yield* levels.beginExact(0, 0, MIN_REPLICATIONS);
  const simulated = function* (): Study<Simulated> {
    // An exact run takes as long as several others: it is made concurrently.
    const check = fidelityAt(1) === 'hybrid' ? yield* levels.beginExact(1, 0, 1) : undefined;
    const enough = yield* begin(enoughReplications(at, loads, plan));
    const refined = yield* begin(
      refinedLevels(at, least, largest, { enough, tolerance, most: MAX_BETWEEN, expensive }),
    );
    const { replications } = yield* join(enough);
    const idleRuns = yield* levels.beginExact(0, MIN_REPLICATIONS, replications);
    const isNear = isClose(yield* at(1, replications), plan);
    const others = isNear && check !== undefined ? yield* levels.beginExact(1, 1, replications) : undefined;
    const interpolation = yield* join(refined);
    if (others !== undefined) {
      yield* check!.taken();
      yield* others.taken();
    }
    const events = yield* eventsSeen({ levels, at, replications, horizon });
    const hybrid = yield* hybridCheck(levels, replications, check);
    const seen = levels.all(replications, 1);
    yield* unloaded.taken();
    const idle = yield* idleRuns.taken();
    const exact = plan.exact
      ? yield* wholeMonths(source, scenario, [...growths, 0], { months, replications }, () =>
          foreseen(levels.runs),
        )
      : undefined;
    return { replications, seen, idle, events, interpolation, hybrid, exact };
  };
  /** The result from the runs so far, if they cover the smallest and the largest load. */
  const soFar = function* (reason: Interrupted): Study<Simulated> {
    const seen = levels.all(MIN_REPLICATIONS, 1).filter(({ factor }) => factor > 0);
    const has = (factor: number) =>
      seen.some((level) => level.factor === factor && level.runs.length >= MIN_REPLICATIONS);
    if (![least, largest, 1].every(has)) throw reason;
    const idle = yield* unloaded.taken();
    const events = forecastEvents(seen, horizon);
    const stopped = `stopped after ${levels.runs} runs: lines between ${seen.length} loads are not checked`;
    const none = { interpolation: null, hybrid: null, exact: undefined };
    return { replications: MIN_REPLICATIONS, seen, idle, events, stopped, ...none };
  };
  let shown: Simulated;
  try {
    shown = yield* simulated();
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    shown = yield* soFar(error);
  }
  const { replications, seen, idle: idleLevel, events, stopped, exact } = shown;
  const isExact = exact !== undefined;
  const days = new DayUses(seen, replications);
  const idle = new DayUses([idleLevel], replications);
  const uses = [...idle.levels, ...days.levels];
  const meant = withMeanEgress(scenario, foreseenTransfer(scenario));
  const caps = months.map(({ month }) => monthCaps(meant, month));
  const idleUse: DailyUse = (_growth, _replication, month, day) =>
    idle.mean(months[month]!.days[day]!.weekday, 0);
  const ground: ForecastGround = {
    start_epoch_seconds: scenario.start_epoch_seconds,
    plan: scenario.plan,
    caps,
    months,
    growth,
    replications,
    confidence,
    days_alike: isExact ? Number.POSITIVE_INFINITY : period.days,
    bill: exact ?? billOfDays(scenario.plan, caps, months, dailyUse(scenario, months, days)),
    fixed: exact ?? billOfDays(scenario.plan, caps, months, idleUse),
  };
  const present = seen.find(({ factor }) => factor === 1)!;
  const queries = queriesADay(scenario, idleLevel, present, period.days);
  const billed = billedMonths(scenario, months, growth.middle, forecastMonths(ground), queries);
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    start: scenario.start,
    growth: plan.growth.text,
    replications,
    confidence,
    prices_checked_until: PRICES_CHECKED_UNTIL,
    plan: scenario.plan.name,
    ...withGrowthEnds(scenario, ground, billed.forecast),
    use: uses,
    events: [
      ...cappedEvents(events, plan.objectives, ground),
      ...sizeEvents(scenario, ground),
      ...spendingEvents(scenario, ground, billed.forecast.months),
    ],
    backtests: backtests(scenario, growth.middle),
    method: {
      exact: isExact,
      runs: levels.runs + (isExact ? whole : 0),
      load_factors: uses.map(({ load_factor }) => load_factor),
      interpolation: isExact ? null : shown.interpolation,
      hybrid: isExact ? null : shown.hybrid,
    },
    warnings: [
      ...(stopped === undefined ? [] : [stopped]),
      ...warningsOf(scenario, { ...plan, exact: isExact }, period),
      ...billed.warnings,
    ],
  };
}

/** Whether a level is so close to missing an objective, or to meeting it, that only exact runs can decide. */
function isClose(level: LoadLevel, { objectives, confidence }: ForecastPlan): boolean {
  return objectiveMargins(level, objectives, confidence).some(
    ({ beyond }) => Math.abs(beyond) < MAX_HYBRID_ERROR,
  );
}

/**
 * The difference in use between hybrid fidelity and an exact run; `null` if all levels are exact.
 * @param check an exact run of the present load, if one has been started
 */
function* hybridCheck(
  levels: LoadLevels,
  replications: number,
  check: BegunRuns | undefined,
): Study<HybridCheck | null> {
  if (check !== undefined) yield* check.taken();
  const factors = levels
    .all(replications, 1)
    .filter(({ fidelity }) => fidelity === 'hybrid')
    .map(({ factor }) => factor);
  if (factors.length === 0) return null;
  const seen = weekly({ runs: [yield* levels.hybridRun(1)] });
  const [exact] = (yield* levels.at(1, 1)).runs;
  const use = weekly({ runs: [exact!] });
  return { load_factors: factors, error: use > 0 ? Math.abs(seen - use) / use : 0 };
}

/** The effort of simulating whole months, in runs of the scenario. */
function wholeMonthRuns(
  { duration_seconds }: Scenario,
  { exact, replications, growth: { low, high } }: ForecastPlan,
  months: readonly MonthDays[],
  { least, largest }: ForecastLoads,
): number {
  if (!exact) return 0;
  const days = months.reduce((sum, month) => sum + month.days.length, 0);
  const factor = (least + largest) / 2;
  return ((days * DAY_SECONDS) / duration_seconds) * factor * (low === high ? 1 : 3) * replications;
}

/** The smallest and the largest load on any day, at any growth of the range; the scenario's load is within it. */
function loadRange(
  { start_epoch_seconds }: Scenario,
  months: readonly MonthDays[],
  growth: { readonly low: number; readonly high: number },
): readonly [number, number] {
  const last = months.at(-1)!.days.at(-1)!.epoch_seconds;
  const ends = [growth.low, growth.high].map((each) => factorOn(each, start_epoch_seconds, last));
  return [roundedFactor(Math.min(1, ...ends)), roundedFactor(Math.max(1, ...ends))];
}

function dailyUse({ start_epoch_seconds }: Scenario, months: readonly MonthDays[], days: DayUses): DailyUse {
  return (growth, replication, month, day) => {
    const { epoch_seconds, weekday } = months[month]!.days[day]!;
    return days.at(replication, weekday, factorOn(growth, start_epoch_seconds, epoch_seconds));
  };
}

function warningsOf(
  scenario: Scenario,
  { exact, objectives }: ForecastPlan,
  period: RepresentativePeriod,
): readonly string[] {
  const ofRun = objectives.filter(({ figure }) => figure === 'cost_usd' || figure === 'cu_hours');
  return [
    ...scenario.warnings,
    ...platformWarnings(scenario),
    ...(exact ? [] : period.warnings),
    ...(!period.as_it_stands
      ? ofRun.map(
          ({ text }) =>
            `${text} is about the length of the scenario and is left out; cost_usd_per_month does not depend on it`,
        )
      : []),
  ];
}

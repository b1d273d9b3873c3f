import type { Scenario } from '../../scenario/scenario.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import { meanInterval } from '../../statistics/confidence-interval.js';
import { type LoadLevel, LoadLevels } from '../replicate/load-levels.js';
import { objectiveMargins } from '../replicate/objective-margin.js';
import { RunMaker, type WorkOptions } from '../runs/make-runs.js';
import { compileSource, type ScenarioSource } from '../runs/scenario-source.js';
import { backtests } from './backtest.js';
import { bracketOf, roundedFactor } from './breaking-load.js';
import { type MonthDays, monthsFrom } from './calendar-days.js';
import { cappedEvents, sizeEvents, spendingEvents } from './capped-events.js';
import { crossingLoad } from './crossing-load.js';
import { DayUses } from './day-curve.js';
import { decidingLoads, forecastEvents, type Horizon, missedBeyond } from './forecast-events.js';
import {
  billOfDays,
  type DailyUse,
  type ForecastGround,
  factorOn,
  forecastMonths,
} from './forecast-months.js';
import type { Forecast, ForecastEvent, ForecastPlan, HybridCheck } from './forecast-result.js';
import { withGrowthEnds } from './growth-ends.js';
import { FEW_QUERIES, type LoadLook, lookingAt } from './load-look.js';
import { monthCaps } from './month-caps.js';
import { billedMonths, queriesADay } from './other-lines.js';
import { type RepresentativePeriod, representativePeriod } from './representative-period.js';
import { growAlike, middleLoad, refinedLevels, usesOf, weekly, weeklyUses } from './use-curve.js';
import { wholeMonths } from './whole-months.js';

const DAY_SECONDS = 86_400;
const WEEK_DAYS = 7;
/** Loads that are simulated at most between the least and the largest. */
const MAX_BETWEEN = 12;
/** As a logarithm of a figure over its bound: more than hybrid fidelity is ever off. */
const CLOSE = 0.1;
/** How closely single looks find the load at which an objective is missed. */
const EDGE = 0.05;
/** Replications at least. */
const FEWEST = 3;
/** Levels of a load without hybrid fidelity, about; and what those of a busy one come to, in exact runs of the present. */
const LEVELS = 6;
const BUSY_RUNS = 4;

/**
 * What a configuration will cost month by month while its load grows, and when its objectives are first missed.
 *
 * A representative week is simulated at some levels of load, with the same random numbers at each; what a day of the
 * forecast uses is read off straight lines between them, by its weekday and the load that has grown to then. How far
 * the lines are from a simulation between two levels is checked, and more levels are added until that is little. With
 * `exact` every month is simulated whole, at its mean load, and billed as a run of it is.
 *
 * @throws ScenarioError for a scenario that is wrong; InvariantError, PolicyError as a run does; WorkerError; the
 *   signal's reason
 */
export async function forecast(
  source: ScenarioSource,
  plan: ForecastPlan,
  options: WorkOptions = {},
): Promise<Forecast> {
  const scenario = await compileSource(source);
  const period = representativePeriod(scenario);
  const months = monthsFrom(scenario.start_epoch_seconds, plan.months);
  const growth = { ...plan.growth, middle: Math.sqrt(plan.growth.low * plan.growth.high) };
  const growths = [...new Set([growth.low, growth.middle, growth.high])];
  const whole = plan.exact ? plan.months * growths.length * plan.replications : 0;
  const [least, largest] = loadRange(scenario, months, growth);
  // Levels for the curve, its checks, and the one without load.
  const usual = whole + LEVELS * plan.replications;
  const runs = () => Math.max(usual, (levels?.runs ?? 0) + whole);
  const work = foreseenRuns(scenario, period, plan, months, (least + largest) / 2);
  let levels: LoadLevels | undefined;
  const maker = await RunMaker.open(options, runs, () => work);
  try {
    levels = new LoadLevels({ ...source, set: [...source.set, ...period.set] }, maker, true);
    const { tolerance, confidence } = plan;
    const at = await lookingAt(levels, 'hybrid');
    // Whatever they show, both ends are wanted: side by side.
    const dear = scenario.fleet !== undefined;
    if (dear) {
      const few = Math.min(FEWEST, plan.replications);
      await Promise.all([least, largest].map((factor) => at(factor, few)));
    }
    const { replications, alike } = await enoughReplications(at, least, largest, plan);
    const interpolation = await refinedLevels(at, least, largest, {
      replications,
      alike,
      tolerance,
      most: MAX_BETWEEN,
      dear,
    });
    if (isClose(await at(1, replications), plan)) await levels.at(1, replications);
    const horizon = { scenario, plan, months, scaled: period.week };
    const events = await eventsSeen(levels, at, replications, horizon);
    const uses = usesOf(levels.all(replications, 1), replications);
    const days = new DayUses(levels.all(replications, 1), replications);
    const idleLevel = await levels.at(0, replications);
    const idleUses = usesOf([idleLevel], replications);
    const idle = new DayUses([idleLevel], replications);
    const hybrid = await hybridCheck(levels, replications);
    const exact = plan.exact
      ? await wholeMonths(source, scenario, { months, growths, replications }, maker)
      : undefined;
    const simulated = (period.week ? WEEK_DAYS * DAY_SECONDS : scenario.duration_seconds) / DAY_SECONDS;
    const caps = monthCaps(scenario);
    const ground: ForecastGround = {
      start_epoch_seconds: scenario.start_epoch_seconds,
      plan: scenario.plan,
      caps,
      months,
      growth,
      replications,
      confidence,
      days_alike: plan.exact ? Number.POSITIVE_INFINITY : simulated,
      bill: exact ?? billOfDays(scenario.plan, caps, months, dailyUse(scenario, months, days)),
      fixed: (month, day) => idle.mean(months[month]!.days[day]!.weekday, 0),
    };
    const present = levels.all(replications, 1).find(({ factor }) => factor === 1)!;
    const queries = queriesADay(idleLevel, present, simulated);
    const billed = billedMonths(scenario, months, growth.middle, forecastMonths(ground), queries);
    return {
      scenario: scenario.name,
      seed: scenario.seed,
      start: scenario.start,
      growth: plan.growth.text,
      replications,
      confidence,
      plan: scenario.plan.name,
      ...withGrowthEnds(scenario, ground, billed.forecast),
      use: [...idleUses, ...uses],
      events: [
        ...cappedEvents(events, plan.objectives, ground),
        ...sizeEvents(scenario, ground),
        ...spendingEvents(scenario, ground, billed.forecast.months),
      ],
      backtests: backtests(scenario, growth.middle),
      method: {
        exact: plan.exact,
        runs: levels.runs + whole,
        load_factors: [...idleUses, ...uses].map(({ load_factor }) => load_factor),
        interpolation: plan.exact ? null : interpolation,
        hybrid: plan.exact ? null : hybrid,
      },
      warnings: [...warningsOf(scenario, plan, period), ...billed.warnings],
    };
  } finally {
    await maker.close();
  }
}

/** Replications, and whether a second one of the same busy load was seen to grow as the first. */
interface Replications {
  readonly replications: number;
  readonly alike: boolean;
}

/**
 * How many replications it takes: three where these agree well enough at both ends; of a busy load at the smallest alone,
 * where at a larger one the second has grown as the first.
 */
async function enoughReplications(
  at: LoadLook,
  least: number,
  largest: number,
  { replications, enough, exact, confidence }: ForecastPlan,
): Promise<Replications> {
  const all = { replications, alike: false };
  if (enough === undefined || exact || replications <= FEWEST) return all;
  const isKnown = (level: LoadLevel): boolean => {
    const { mean, half_width } = meanInterval(weeklyUses(level), confidence);
    return half_width <= enough * mean;
  };
  const first = await at(least, FEWEST);
  if (!isKnown(first)) return all;
  const isBusy = (await at(largest, 1)).fidelity === 'hybrid';
  if (isBusy && growAlike(first, await at(middleLoad(least, largest), 2), enough)) {
    return { replications: FEWEST, alike: true };
  }
  return isKnown(await at(largest, FEWEST)) ? { replications: FEWEST, alike: false } : all;
}

/**
 * What happens when. About where an objective is missed single looks come closer, as in a search for capacity; the loads
 * between which something happens are simulated with all replications.
 */
async function eventsSeen(
  levels: LoadLevels,
  at: LoadLook,
  replications: number,
  horizon: Horizon,
): Promise<readonly ForecastEvent[]> {
  const known = () => levels.all(replications, 1);
  for (const beyond of missedBeyond(horizon)) {
    const { holds, breaks } = bracketOf(known(), beyond);
    if (holds === undefined || breaks === undefined) continue;
    const region = { from: holds, to: breaks };
    const search = { known, at: (factor: number) => at(factor, 1), beyond, end: 'upper', region } as const;
    await crossingLoad(search, { within: EDGE });
  }
  for (;;) {
    const seen = known();
    const deciding = decidingLoads(seen, horizon);
    const open = seen.filter(({ factor, runs }) => deciding.has(factor) && runs.length < replications);
    if (open.length === 0) return forecastEvents(seen, horizon);
    for (const { factor } of open) await at(factor, replications);
  }
}

/** Whether a level is so close to missing an objective, or to meeting it, that only exact runs can tell. */
function isClose(level: LoadLevel, { objectives, confidence }: ForecastPlan): boolean {
  return objectiveMargins(level, objectives, confidence).some(({ beyond }) => Math.abs(beyond) < CLOSE);
}

/** How far the use at hybrid fidelity is from that of an exact run; `null` where all levels are exact. */
async function hybridCheck(levels: LoadLevels, replications: number): Promise<HybridCheck | null> {
  const factors = levels
    .all(replications, 1)
    .filter(({ fidelity }) => fidelity === 'hybrid')
    .map(({ factor }) => factor);
  if (factors.length === 0) return null;
  const seen = weekly({ runs: [await levels.hybridRun(1)] });
  const [exact] = (await levels.at(1, 1)).runs;
  const use = weekly({ runs: [exact!] });
  return { load_factors: factors, error: use > 0 ? Math.abs(seen - use) / use : 0 };
}

/** What a forecast takes, roughly, in runs of the scenario. @param factor times its load, about the middle of all */
function foreseenRuns(
  scenario: Scenario,
  { week }: RepresentativePeriod,
  { exact, replications, growth: { low, high } }: ForecastPlan,
  months: readonly MonthDays[],
  factor: number,
): number {
  const days = scenario.duration_seconds / DAY_SECONDS;
  const length = week ? WEEK_DAYS / days : 1;
  const busy = foreseenWork(scenario).queries * length >= FEW_QUERIES;
  const levels = length * (busy ? BUSY_RUNS : LEVELS * replications * factor);
  const whole = months.reduce((sum, month) => sum + month.days.length, 0) / days;
  return levels + (exact ? whole * factor * (low === high ? 1 : 3) * replications : 0);
}

/** The smallest and the largest load on any day, at any growth of the range; the scenario's own is among them. */
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
  { warnings }: Scenario,
  { exact, objectives }: ForecastPlan,
  period: RepresentativePeriod,
): readonly string[] {
  const ofRun = objectives.filter(({ figure }) => figure === 'cost_usd' || figure === 'cu_hours');
  return [
    ...warnings,
    ...(exact ? [] : period.warnings),
    ...(period.week
      ? ofRun.map(
          ({ text }) =>
            `${text} is about the length of the scenario and is left out; cost_usd_per_month does not depend on it`,
        )
      : []),
  ];
}

import { monthCuHours } from '../../cost/bill/caps.js';
import type { QuotaSpecification, Scenario } from '../../scenario/scenario.js';
import { meanInterval } from '../../statistics/confidence-interval.js';
import { type LoadLevel, LoadLevels } from '../replicate/load-levels.js';
import { objectiveMargins } from '../replicate/objective-margin.js';
import { RunMaker, type WorkOptions } from '../runs/make-runs.js';
import { compileSource, type ScenarioSource } from '../runs/scenario-source.js';
import { backtests } from './backtest.js';
import { roundedFactor } from './breaking-load.js';
import { type MonthDays, monthsFrom } from './calendar-days.js';
import { decidingLoads, forecastEvents, type Horizon } from './forecast-events.js';
import {
  billOfDays,
  type DailyUse,
  type ForecastGround,
  factorOn,
  forecastMonths,
} from './forecast-months.js';
import type { Forecast, ForecastEvent, ForecastPlan, HybridCheck } from './forecast-result.js';
import { type LoadLook, lookingAt } from './load-look.js';
import { billedMonths, queriesADay } from './other-lines.js';
import { type RepresentativePeriod, representativePeriod } from './representative-period.js';
import { refinedLevels, UseCurve, usesOf, weekly } from './use-curve.js';
import { wholeMonths } from './whole-months.js';

const DAY_SECONDS = 86_400;
const WEEK_DAYS = 7;
/** Loads that are simulated at most between the least and the largest. */
const MAX_BETWEEN = 12;
/** As a logarithm of a figure over its bound: more than hybrid fidelity is ever off. */
const CLOSE = 0.1;
/** Replications at least. */
const FEWEST = 3;

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
  // Levels for the curve, its checks, and the one without load.
  const usual = whole + 6 * plan.replications;
  let levels: LoadLevels | undefined;
  const maker = await RunMaker.open(options, () => Math.max(usual, (levels?.runs ?? 0) + whole));
  try {
    levels = new LoadLevels({ ...source, set: [...source.set, ...period.set] }, maker, true);
    const { tolerance, confidence } = plan;
    const [least, largest] = loadRange(scenario, months, growth);
    const at = await lookingAt(levels, 'hybrid');
    // Whatever they show, both ends are wanted: side by side.
    const dear = scenario.fleet !== undefined;
    if (dear) {
      const few = Math.min(FEWEST, plan.replications);
      await Promise.all([least, largest].map((factor) => at(factor, few)));
    }
    const replications = await enoughReplications(at, [least, largest], plan);
    const interpolation = await refinedLevels(at, least, largest, {
      replications,
      tolerance,
      most: MAX_BETWEEN,
      dear,
    });
    if (isClose(await at(1, replications), plan)) await levels.at(1, replications);
    const horizon = { scenario, plan, months, scaled: period.week };
    const events = await eventsSeen(levels, at, replications, horizon);
    const uses = usesOf(levels.all(replications, 1), replications);
    const curve = new UseCurve(uses);
    const idleLevel = await levels.at(0, replications);
    const idleUses = usesOf([idleLevel], replications);
    const idle = new UseCurve(idleUses);
    const hybrid = await hybridCheck(levels, replications);
    const exact = plan.exact
      ? await wholeMonths(source, scenario, { months, growths, replications }, maker)
      : undefined;
    const simulated = (period.week ? WEEK_DAYS * DAY_SECONDS : scenario.duration_seconds) / DAY_SECONDS;
    const month_cu_hours = monthCuHours(scenario);
    const ground: ForecastGround = {
      start_epoch_seconds: scenario.start_epoch_seconds,
      plan: scenario.plan,
      month_cu_hours,
      months,
      growth,
      replications,
      confidence,
      days_alike: plan.exact ? Number.POSITIVE_INFINITY : simulated,
      bill: exact ?? billOfDays(scenario.plan, month_cu_hours, months, dailyUse(scenario, months, curve)),
      fixed: (month, day) => meanUse(idle, replications, months[month]!.days[day]!.weekday),
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
      ...billed.forecast,
      use: [...idleUses, ...uses],
      events,
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

/** How many replications it takes: three where these agree well enough at both ends. */
async function enoughReplications(
  at: LoadLook,
  ends: readonly number[],
  { replications, enough, exact, confidence }: ForecastPlan,
): Promise<number> {
  if (enough === undefined || exact || replications <= FEWEST) return replications;
  for (const factor of ends) {
    const { runs } = await at(factor, FEWEST);
    const use = runs.map((run) => weekly({ runs: [run] }));
    const { mean, half_width } = meanInterval(use, confidence);
    if (half_width > enough * mean) return replications;
  }
  return FEWEST;
}

/** What happens when: the loads between which something does are simulated with all replications. */
async function eventsSeen(
  levels: LoadLevels,
  at: LoadLook,
  replications: number,
  horizon: Horizon,
): Promise<readonly ForecastEvent[]> {
  for (;;) {
    const seen = levels.all(replications, 1);
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

function dailyUse(
  { start_epoch_seconds }: Scenario,
  months: readonly MonthDays[],
  curve: UseCurve,
): DailyUse {
  return (growth, replication, month, day) => {
    const { epoch_seconds, weekday } = months[month]!.days[day]!;
    return curve.cuHours(replication, weekday, factorOn(growth, start_epoch_seconds, epoch_seconds));
  };
}

function meanUse(curve: UseCurve, replications: number, weekday: number): number {
  let sum = 0;
  for (let replication = 0; replication < replications; replication++) {
    sum += curve.cuHours(replication, weekday, 0);
  }
  return sum / replications;
}

function warningsOf(
  { warnings, quota }: Scenario,
  { exact, objectives }: ForecastPlan,
  period: RepresentativePeriod,
): readonly string[] {
  const ofRun = objectives.filter(({ figure }) => figure === 'cost_usd' || figure === 'cu_hours');
  return [
    ...warnings,
    ...(exact ? [] : [...period.warnings, ...unforeseen(quota)]),
    ...(period.week
      ? ofRun.map(
          ({ text }) =>
            `${text} is about the length of the scenario and is left out; cost_usd_per_month does not depend on it`,
        )
      : []),
  ];
}

/** Caps that what is used between load levels does not tell the end of. */
function unforeseen(quota: QuotaSpecification): readonly string[] {
  return Object.keys(quota)
    .filter((name) => name !== 'compute_time_seconds' && name !== 'logical_size_bytes')
    .map((name) => `quota.${name} is left out; --exact simulates the months with it`);
}

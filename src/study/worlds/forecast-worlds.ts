import { readScenarioDocument } from '../../scenario/document/scenario-document.js';
import { DEFAULT_VENDOR, namedVendor, vendorRefusal } from '../../scenario/sections/vendor.js';
import { Interrupted, prepare, type Study, unwatched } from '../engine/study.js';
import { forecastStudy } from '../growth/forecast.js';
import type { Forecast, ForecastMonth, ForecastPlan } from '../growth/forecast-result.js';
import {
  compileSource,
  compileVariant,
  type ScenarioSource,
  type SourcedVariant,
} from '../runs/scenario-source.js';
import { drawWorlds, variantIn } from './draw-worlds.js';
import { type FigureOverWorlds, figureOverWorlds, spreadOf, type WorldSpread } from './world-spread.js';

/** Per load of a world: their differences are small compared with those between worlds. */
const REPLICATIONS = 2;

/** The expected bill of one month over worlds: the whole bill if the scenario specifies storage and transfer. */
export interface MonthOverWorlds extends WorldSpread {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Worlds where the hours of the month are exhausted. */
  readonly worlds_used_up: number;
}

/** A forecast over worlds: the figure is what all months cost together, as expected in each world. */
export interface ForecastOverWorlds extends FigureOverWorlds {
  readonly replications: number;
  /** Whether bills are whole; else they are of compute time alone. */
  readonly whole_bill: boolean;
  readonly months: readonly MonthOverWorlds[];
  /** Objectives and limits, with the worlds where each is missed or reached within the forecast. */
  readonly events: readonly {
    readonly what: string;
    readonly worlds: number;
    readonly earliest: string | null;
  }[];
}

/** A forecast of the middle world, and the results over worlds if any were drawn. */
export interface ForecastWithWorlds extends Forecast {
  readonly worlds?: ForecastOverWorlds;
}

/**
 * Compiles a scenario to be forecast.
 * @throws ScenarioError for a scenario of another vendor, with the command that answers, and as compiling does
 */
export async function forecastVariant(source: ScenarioSource): Promise<SourcedVariant> {
  const document = readScenarioDocument(source.text, source.file, source.set);
  const { name = DEFAULT_VENDOR } = namedVendor(document) ?? {};
  if (name === DEFAULT_VENDOR) return compileVariant(source);
  // Refuses a vendor that no other command simulates.
  await compileSource({ ...source, elsewhere: 'unsized' });
  const problem = `a forecast uses Neon's dated prices and plan limits; expected vendor: ${DEFAULT_VENDOR}`;
  const hint = 'neap plan --at-load 2,5 has the cost of a larger load on the platform of a scenario';
  throw vendorRefusal(document, `${problem}\nhint: ${hint}`);
}

/**
 * A forecast of the middle world, and of worlds drawn from the scenario's intervals, under the same random numbers.
 * @param count 0 for the middle world alone
 * @throws as {@link forecastStudy}; ScenarioError for a world that is not a valid scenario
 */
export function* worldsForecastStudy(
  source: ScenarioSource,
  plan: ForecastPlan,
  count: number,
): Study<ForecastWithWorlds> {
  const scenario = yield* prepare(() => compileSource(source));
  const worlds = drawWorlds(scenario, count);
  const middle = yield* forecastStudy(source, plan);
  if (worlds.length === 0) return middle;
  const found: Forecast[] = [];
  try {
    for (const world of worlds) {
      const own = yield* prepare(() => variantIn(source, world));
      // Observers of the runs observe those of the middle world.
      found.push(yield* unwatched(forecastStudy(own.source, { ...plan, replications: REPLICATIONS })));
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    const stopped = `stopped before all ${worlds.length} worlds were simulated: figures are of the middle one`;
    return { ...middle, warnings: [...middle.warnings, stopped] };
  }
  const billed = (one: Forecast['total'] | ForecastMonth): number => one.bill_usd ?? one.cost_usd.mean;
  const totals = found.map(({ total }) => billed(total));
  return {
    ...middle,
    worlds: {
      ...figureOverWorlds(scenario, worlds, totals),
      replications: REPLICATIONS,
      whole_bill: found.every(({ total }) => total.bill_usd !== undefined),
      months: middle.months.map(({ month }, index) => ({
        month,
        worlds_used_up: found.filter(({ months }) => months[index]!.hours_used_up !== null).length,
        ...spreadOf(found.map(({ months }) => billed(months[index]!))),
      })),
      events: middle.events.map(({ what }, index) => {
        const dates = found.flatMap(({ events }) => events[index]?.date ?? []).sort();
        return { what, worlds: dates.length, earliest: dates[0] ?? null };
      }),
    },
  };
}

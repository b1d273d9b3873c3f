import type { Scenario } from '../../scenario/scenario.js';
import type { Constraint } from '../replicate/constraint.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { objectiveMargins } from '../replicate/objective-margin.js';
import type { ResourceUse } from '../replicate/resource-use.js';
import { type Beyond, bracketOf, loadBetween } from './breaking-load.js';
import type { MonthDays } from './calendar-days.js';
import type { ForecastEvent, ForecastPlan } from './forecast-result.js';
import { dayText, whenGrown } from './load-growth.js';

const DAY_SECONDS = 86_400;

/** What the dates of events rest on. */
export interface Horizon {
  readonly scenario: Scenario;
  readonly plan: ForecastPlan;
  readonly months: readonly MonthDays[];
  /** Whether the levels last for another time than the scenario. */
  readonly scaled: boolean;
}

/**
 * When each objective is first missed and each limit first reached, from levels of load with straight lines between
 * them. The earliest and the latest day come of the ends of the intervals and of the range of growth; of a limit, which
 * is reached or not, of the levels on either side, with as many replications as there are.
 *
 * @param levels ascending by load
 */
export function forecastEvents(levels: readonly LoadLevel[], horizon: Horizon): readonly ForecastEvent[] {
  const ofObjectives = objectivesOf(horizon).map((objective): ForecastEvent => {
    const { middle, early, late } = beyondOf(objective, horizon);
    const factors = {
      middle: crossing(levels, middle),
      early: crossing(levels, early),
      late: crossing(levels, late),
    };
    return { what: objective.text, kind: 'objective', ...dated(factors, horizon) };
  });
  const ofLimits = limitsOf(horizon).map(({ what, beyond }): ForecastEvent => {
    const { holds, breaks } = bracketOf(levels, beyond);
    const factors = {
      middle: breaks,
      early: breaks === undefined ? undefined : (holds ?? breaks),
      late: breaks,
    };
    return { what, kind: 'limit', ...dated(factors, horizon) };
  });
  return [...ofObjectives, ...ofLimits];
}

/** The levels on either side of each end of the date of each objective: of these all replications count. */
export function decidingLoads(levels: readonly LoadLevel[], horizon: Horizon): ReadonlySet<number> {
  const brackets = objectivesOf(horizon)
    .flatMap((objective) => Object.values(beyondOf(objective, horizon)))
    .map((beyond) => bracketOf(levels, beyond))
    .filter(({ breaks }) => breaks !== undefined);
  return new Set(brackets.flatMap(({ holds, breaks }) => [holds ?? breaks!, breaks!]));
}

/** How far each objective is from being missed at a level. */
export function missedBeyond(horizon: Horizon): readonly Beyond[] {
  return objectivesOf(horizon).map((objective) => beyondOf(objective, horizon).middle);
}

function objectivesOf({ plan, scaled }: Horizon): readonly Constraint[] {
  return plan.objectives.filter(
    ({ figure }) => !(scaled && (figure === 'cost_usd' || figure === 'cu_hours')),
  );
}

function beyondOf(objective: Constraint, { plan }: Horizon): Record<'middle' | 'early' | 'late', Beyond> {
  const margin = (level: LoadLevel) => objectiveMargins(level, [objective], plan.confidence)[0]!;
  return {
    middle: (level) => margin(level).beyond,
    early: (level) => margin(level).at_worst,
    late: (level) => margin(level).at_best,
  };
}

function limitsOf({ scenario }: Horizon): readonly { readonly what: string; readonly beyond: Beyond }[] {
  const scalable = scenario.computes.some(
    ({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }) => min < max,
  );
  // Reached is beyond, though only just, and only where every replication that there is reaches it.
  const reached =
    (of: (use: ResourceUse) => number): Beyond =>
    ({ runs }) =>
      runs.every(({ resources }) => of(resources) >= 1 - 1e-9) ? 1 : -1;
  return [
    ...(scalable ? [{ what: 'the maximum size', beyond: reached(({ size }) => size) }] : []),
    { what: 'max_connections', beyond: reached(({ connections }) => connections) },
  ];
}

/** The load at which something goes beyond its bound: 0 where it is at the smallest level, `undefined` where nowhere. */
function crossing(levels: readonly LoadLevel[], beyond: Beyond): number | undefined {
  const { holds, breaks } = bracketOf(levels, beyond);
  if (breaks === undefined || holds === undefined) return breaks;
  return loadBetween(levels, { holds, breaks }, beyond);
}

function dated(
  factors: {
    readonly middle: number | undefined;
    readonly early: number | undefined;
    readonly late: number | undefined;
  },
  { scenario, plan, months }: Horizon,
): Pick<ForecastEvent, 'load_factor' | 'date' | 'earliest' | 'latest'> {
  const { low, high } = plan.growth;
  const end = months.at(-1)!.days.at(-1)!.epoch_seconds + DAY_SECONDS;
  const day = (factor: number | undefined, growth: number): string | null => {
    if (factor === undefined) return null;
    const at = whenGrown(scenario.start_epoch_seconds, factor, growth);
    return at !== undefined && at < end ? dayText(at) : null;
  };
  return {
    load_factor: factors.middle ?? null,
    date: day(factors.middle, Math.sqrt(low * high)),
    earliest: day(factors.early, high),
    latest: day(factors.late, low),
  };
}

import type { Scenario } from '../../scenario/scenario.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { objectiveMargins } from '../replicate/objective-margin.js';
import { meanUse, type ResourceUse } from '../replicate/resource-use.js';
import { type Beyond, bracketOf, loadBetween } from './breaking-load.js';
import type { MonthDays } from './calendar-days.js';
import type { ForecastEvent, ForecastPlan } from './forecast-result.js';
import { dayText, whenGrown } from './load-growth.js';

const DAY_SECONDS = 86_400;

/** What the dates of events rest on. */
interface Horizon {
  readonly scenario: Scenario;
  readonly plan: ForecastPlan;
  readonly months: readonly MonthDays[];
  /** Whether the levels last for another time than the scenario. */
  readonly scaled: boolean;
}

/**
 * When each objective is first missed and each limit first reached, from levels of load with straight lines between
 * them. The earliest and the latest day come of the ends of the intervals and of the range of growth; of a limit, which
 * is reached or not, of the levels on either side.
 *
 * @param levels ascending by load
 */
export function forecastEvents(levels: readonly LoadLevel[], horizon: Horizon): readonly ForecastEvent[] {
  const { scenario, plan, scaled } = horizon;
  const objectives = plan.objectives.filter(
    ({ figure }) => !(scaled && (figure === 'cost_usd' || figure === 'cu_hours')),
  );
  const ofObjectives = objectives.map((objective): ForecastEvent => {
    const margin = (level: LoadLevel) => objectiveMargins(level, [objective], plan.confidence)[0]!;
    const factors = {
      middle: crossing(levels, (level) => margin(level).beyond),
      early: crossing(levels, (level) => margin(level).at_worst),
      late: crossing(levels, (level) => margin(level).at_best),
    };
    return { what: objective.text, kind: 'objective', ...dated(factors, horizon) };
  });
  const scalable = scenario.computes.some(
    ({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }) => min < max,
  );
  const limits: readonly (readonly [string, (use: ResourceUse) => number])[] = [
    ...(scalable ? [['the maximum size', ({ size }: ResourceUse) => size] as const] : []),
    ['max_connections', ({ connections }) => connections],
  ];
  const ofLimits = limits.map(([what, of]): ForecastEvent => {
    // Reached is beyond, though only just.
    const beyond: Beyond = ({ runs }) =>
      of(meanUse(runs.map(({ resources }) => resources))) >= 1 - 1e-9 ? 1 : -1;
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

import { DAY_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Constraint } from '../replicate/constraint.js';
import type { ExactChecks } from '../replicate/exact-checks.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { objectiveMargins } from '../replicate/objective-margin.js';
import type { ResourceUse } from '../replicate/resource-use.js';
import type { MonthDays } from '../runs/calendar-days.js';
import { type Beyond, loadBetween, passedBracket } from './breaking-load.js';
import type { EventEvidence, ForecastEvent, ForecastPlan } from './forecast-result.js';
import { dayOrNull, middleGrowth, whenGrown } from './load-growth.js';

/** Upper bound of the error of hybrid fidelity, as a logarithm of a figure over its bound. */
export const MAX_HYBRID_ERROR = 0.1;

export interface Horizon {
  readonly scenario: Scenario;
  readonly plan: ForecastPlan;
  readonly months: readonly MonthDays[];
  /** Whether the levels have another duration than the scenario. */
  readonly scaled: boolean;
  /** Exact runs of the loads that decide. */
  readonly checks: ExactChecks;
}

/** An objective on monthly figures, before the months are evaluated. */
const NOT_EVALUATED = { load_factor: null, date: null, earliest: null, latest: null, evidence: null };

/** The load at one end of a date's range, with a growth; `undefined` if the growth never reaches it. */
type LoadAt = (end: 'middle' | 'early' | 'late', growth: number) => number | undefined;

/**
 * When each objective is first missed and each limit first reached, from levels of load with straight lines between
 * them; objectives on the cost of a month are left open. The earliest and the latest day come from the ends of the
 * intervals and of the range of growth; for a limit, from the levels on either side, with all replications.
 *
 * @param levels ascending by load
 */
export function forecastEvents(levels: readonly LoadLevel[], horizon: Horizon): readonly ForecastEvent[] {
  const ofObjectives = objectivesOf(horizon).map((objective): ForecastEvent => {
    if (isOfMonths(objective)) return { what: objective.text, kind: 'objective', ...NOT_EVALUATED };
    const ends = beyondOf(objective, horizon);
    const evidence = evidenceOf(edgeOf(levels, ends.middle, horizon), horizon);
    const at: LoadAt = (end, growth) => crossing(levels, ends[end], growth);
    return { what: objective.text, kind: 'objective', ...dated(at, horizon), evidence };
  });
  const ofLimits = limitsOf(horizon).map(({ what, beyond }): ForecastEvent => {
    const at: LoadAt = (end, growth) => {
      const { holds, breaks } = passedBracket(levels, beyond, growth);
      return end === 'early' && breaks !== undefined ? (holds ?? breaks) : breaks;
    };
    return { what, kind: 'limit', ...dated(at, horizon), evidence: null };
  });
  return [...ofObjectives, ...ofLimits];
}

/** The levels on either side of each end of the date of each objective: of these all replications count. */
export function decidingLoads(levels: readonly LoadLevel[], horizon: Horizon): ReadonlySet<number> {
  const brackets = objectivesOfLevels(horizon)
    .flatMap((objective) => Object.values(beyondOf(objective, horizon)))
    .map((beyond) => passedBracket(levels, beyond, middleGrowth(horizon.plan.growth)))
    .filter(({ breaks }) => breaks !== undefined);
  return new Set(brackets.flatMap(({ holds, breaks }) => [holds ?? breaks!, breaks!]));
}

/** The margin of each objective at a level. */
export function missedBeyond(horizon: Horizon): readonly Beyond[] {
  return objectivesOfLevels(horizon).map((objective) => beyondOf(objective, horizon).middle);
}

/** By objective, the levels that decide about it: exact ones if available. */
export function edgesOf(levels: readonly LoadLevel[], horizon: Horizon): readonly (readonly LoadLevel[])[] {
  return missedBeyond(horizon).map((beyond) => edgeOf(levels, beyond, horizon));
}

/** The levels on either side of the bound, else the one closest to it; none if that is not close. */
function edgeOf(levels: readonly LoadLevel[], beyond: Beyond, horizon: Horizon): readonly LoadLevel[] {
  const { holds, breaks } = passedBracket(levels, beyond, middleGrowth(horizon.plan.growth));
  if (holds !== undefined && breaks !== undefined) {
    return levels.filter(({ factor }) => factor === holds || factor === breaks);
  }
  const closest = levels.reduce((a, b) => (Math.abs(beyond(b)) < Math.abs(beyond(a)) ? b : a));
  return Math.abs(beyond(closest)) < MAX_HYBRID_ERROR ? [closest] : [];
}

function evidenceOf(edge: readonly LoadLevel[], { checks }: Horizon): EventEvidence | null {
  if (edge.length === 0) return null;
  if (edge.every(({ fidelity }) => fidelity === 'exact')) return 'exact';
  return edge.every(({ factor, fidelity }) => fidelity === 'exact' || checks.has(factor))
    ? 'checked'
    : 'hybrid';
}

function objectivesOf({ plan, scaled }: Horizon): readonly Constraint[] {
  return plan.objectives.filter(
    ({ figure }) => !(scaled && (figure === 'cost_usd' || figure === 'cu_hours')),
  );
}

/** Those that are missed at a load. */
function objectivesOfLevels(horizon: Horizon): readonly Constraint[] {
  return objectivesOf(horizon).filter((objective) => !isOfMonths(objective));
}

/** The cost of a month is that of a calendar month, which no single load has. */
function isOfMonths({ figure }: Constraint): boolean {
  return figure === 'cost_usd_per_month';
}

function beyondOf(
  objective: Constraint,
  { plan, checks }: Horizon,
): Record<'middle' | 'early' | 'late', Beyond> {
  const end =
    (of: 'beyond' | 'at_worst' | 'at_best'): Beyond =>
    (level) =>
      checks.corrected(objective, level, objectiveMargins(level, [objective], plan.confidence)[0]![of]);
  return { middle: end('beyond'), early: end('at_worst'), late: end('at_best') };
}

function limitsOf({ scenario }: Horizon): readonly { readonly what: string; readonly beyond: Beyond }[] {
  const scalable = scenario.computes.some(
    ({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }) => min < max,
  );
  // A reached limit counts as exceeded, if every replication reaches it.
  const reached =
    (of: (use: ResourceUse) => number): Beyond =>
    ({ runs }) =>
      runs.every(({ resources }) => of(resources) >= 1 - 1e-9) ? 1 : -1;
  return [
    ...(scalable ? [{ what: 'the maximum size', beyond: reached(({ size }) => size) }] : []),
    { what: 'max_connections', beyond: reached(({ connections }) => connections) },
  ];
}

/** The load at which something exceeds its bound: 1 if it already does, `undefined` if it never does. */
function crossing(levels: readonly LoadLevel[], beyond: Beyond, growth: number): number | undefined {
  const { holds, breaks } = passedBracket(levels, beyond, growth);
  if (breaks === undefined || holds === undefined) return breaks;
  return loadBetween(levels, { holds, breaks }, beyond);
}

function dated(
  load: LoadAt,
  { scenario, plan, months }: Horizon,
): Pick<ForecastEvent, 'load_factor' | 'date' | 'earliest' | 'latest'> {
  const { low, high } = plan.growth;
  const middle = middleGrowth(plan.growth);
  const until = months.at(-1)!.days.at(-1)!.epoch_seconds + DAY_SECONDS;
  const at: LoadAt = (end, growth) => {
    const factor = load(end, growth);
    // A load that falls is there when its inverse has grown as much.
    const [times, by] = growth < 1 ? [1 / (factor ?? 1), 1 / growth] : [factor ?? 1, growth];
    return factor && whenGrown(scenario.start_epoch_seconds, times, by);
  };
  const day = (moments: readonly (number | undefined)[], pick = Math.min): string | null => {
    const moment = pick(...moments.map((each) => each ?? Number.POSITIVE_INFINITY));
    return dayOrNull(moment < until ? moment : undefined);
  };
  return {
    load_factor: load('middle', middle) ?? null,
    date: day([at('middle', middle)]),
    earliest: day([at('early', low), at('early', high)]),
    latest: day([at('late', low), at('late', high)], Math.max),
  };
}

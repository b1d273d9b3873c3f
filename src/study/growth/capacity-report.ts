import type { Scenario } from '../../scenario/scenario.js';
import { isOfUse } from '../plan/plan-bounds.js';
import type { Constraint } from '../replicate/constraint.js';
import { type LoadLevel, levelFigure } from '../replicate/load-levels.js';
import { type ObjectiveMargin, objectiveMargins } from '../replicate/objective-margin.js';
import { meanUse, pressures } from '../replicate/resource-use.js';
import { headOfRuns } from '../runs/many-runs.js';
import { bracketOf, type LoadEnd, loadBetween, nearestFirst } from './breaking-load.js';
import type { Capacity, CapacityDate, CapacityPlan, ObjectiveCapacity } from './capacity-result.js';
import { dayOrNull, type LoadGrowth, middleGrowth, whenGrown } from './load-growth.js';

/** The findings of a search for the breaking load. */
interface Found extends Pick<Capacity, 'least' | 'load' | 'verdict' | 'why'> {
  readonly scenario: Scenario;
  readonly plan: CapacityPlan;
  /** The scenario's load. */
  readonly present: LoadLevel;
  /** The largest passing load, else the smallest, else the closest. */
  readonly reached: LoadLevel | undefined;
  /** All with every replication, ascending by load. */
  readonly levels: readonly LoadLevel[];
  /** All levels, including those with a single run. */
  readonly tried: readonly LoadLevel[];
}

export function capacityReport(found: Found): Capacity {
  const { scenario, plan, least, load, verdict, why, present, reached, levels, tried } = found;
  const { objectives, confidence, growth } = plan;
  const rate = (level: LoadLevel): number => queriesPerSecond(level, scenario.duration_seconds);
  const broken = load === null || reached === undefined ? undefined : mostBeyond(reached, plan).objective;
  const lowest = least === null ? undefined : nearestFirst(levels, least.factor)[0];
  return {
    scenario: scenario.name,
    ...headOfRuns(scenario, plan, [scenario]),
    load,
    least,
    verdict,
    why,
    queries_per_second: rate(present),
    queries_per_second_at_capacity: load === null || reached === undefined ? null : rate(reached),
    queries_per_second_at_least: lowest === undefined ? null : rate(lowest),
    first: broken?.text ?? null,
    first_below: lowest === undefined ? null : mostBeyond(lowest, plan).objective.text,
    objectives: objectives.map((objective, index) => ofObjective(objective, index, found)),
    // More of anything would not bring back what is paid for; of a cap there is one to name.
    binds:
      reached === undefined || broken === undefined || (broken.cap === undefined && isOfUse(broken.figure))
        ? []
        : pressures(meanUse(reached.runs.map(({ resources }) => resources)), broken.figure, broken.cap),
    date: growth && dateOf(growth, found),
    levels: tried.map((level) => ({
      factor: level.factor,
      fidelity: level.fidelity,
      replications: level.runs.length,
      queries_per_second: rate(level),
      figures: objectives.map(({ figure }) => levelFigure(level, figure, confidence)),
      met: objectiveMargins(level, objectives, confidence).every(({ beyond }) => beyond <= 0),
    })),
    warnings: scenario.warnings,
  };
}

function queriesPerSecond({ runs }: LoadLevel, duration_seconds: number): number {
  const arrived = runs.reduce((sum, { figures }) => sum + (figures.queries_arrived ?? 0), 0);
  return arrived / runs.length / duration_seconds;
}

/** The objective that is missed by the largest margin, or met by the smallest. */
function mostBeyond(level: LoadLevel, { objectives, confidence }: CapacityPlan): ObjectiveMargin {
  const margins = objectiveMargins(level, objectives, confidence);
  return margins.reduce((a, b) => (b.beyond > a.beyond ? b : a));
}

/** The loads at which one objective breaks, by a straight line between the levels around each. */
function ofObjective(objective: Constraint, index: number, search: Found): ObjectiveCapacity {
  const { plan, present, reached, load, least } = search;
  const { objectives, confidence } = plan;
  // If nothing was found, single runs are the only ones.
  const levels = load === null && least === null ? search.tried : search.levels;
  const beyond = (level: LoadLevel): number => objectiveMargins(level, objectives, confidence)[index]!.beyond;
  // The ends are those around the load that breaks it least, as the others may turn back.
  const best = levels.reduce((a, b) => (beyond(b) < beyond(a) ? b : a)).factor;
  const end = (side: LoadEnd): number | null => {
    const [found, shown] =
      side === 'upper' ? [load, reached] : [least, least && nearestFirst(levels, least.factor)[0]];
    // The objective that breaks first breaks at that end.
    if (found && shown && mostBeyond(shown, plan).objective === objective) return found.factor;
    const oneSide = levels.filter(({ factor }) => (side === 'upper' ? factor >= best : factor <= best));
    const { holds, breaks } = bracketOf(oneSide, beyond, side);
    return holds === undefined || breaks === undefined
      ? null
      : loadBetween(levels, { holds, breaks }, beyond);
  };
  const value = (level: LoadLevel | undefined) => level && levelFigure(level, objective.figure, confidence);
  return {
    objective: objective.text,
    figure: objective.figure,
    comparison: objective.comparison,
    bound: objective.bound,
    factor: end('upper'),
    least_factor: end('lower'),
    met: beyond(present) <= 0,
    at_present: value(present) ?? null,
    at_capacity: value(reached) ?? null,
  };
}

/** When the load is first large enough, and when it is too large. */
function dateOf(growth: LoadGrowth, { load, least, scenario }: Found): CapacityDate {
  const day = (factor: number | undefined, by: number): string | null =>
    dayOrNull(factor === undefined ? undefined : whenGrown(scenario.start_epoch_seconds, factor, by));
  return {
    growth: growth.text,
    date: day(load?.factor, middleGrowth(growth)),
    earliest: day(load?.low, growth.high),
    latest: day(load?.high, growth.low),
    met_from: least === null || least.factor <= 1 ? null : day(least.factor, middleGrowth(growth)),
  };
}

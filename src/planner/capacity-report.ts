import type { Scenario } from '../scenario/scenario.js';
import { bracketOf } from './breaking-load.js';
import type {
  Capacity,
  CapacityDate,
  CapacityPlan,
  LoadEstimate,
  ObjectiveCapacity,
} from './capacity-result.js';
import type { Constraint } from './constraint.js';
import { afterMonths, dayText, type LoadGrowth, monthsUntil } from './load-growth.js';
import { type LoadLevel, levelFigure } from './load-levels.js';
import { objectiveMargins } from './objective-margin.js';
import { meanUse, pressures } from './resource-use.js';

/** What a search for the breaking load has found. */
interface Found {
  readonly scenario: Scenario;
  readonly plan: CapacityPlan;
  readonly load: LoadEstimate | null;
  readonly why: string | null;
  /** The scenario's own load. */
  readonly present: LoadLevel;
  /** The load that was found. */
  readonly reached: LoadLevel | undefined;
  /** All with every replication, ascending by load. */
  readonly levels: readonly LoadLevel[];
}

/** Puts together what is told about a search. */
export function capacityReport(found: Found): Capacity {
  const { scenario, plan, load, why, present, reached, levels } = found;
  const { objectives, confidence, replications, growth } = plan;
  const rate = (level: LoadLevel): number => queriesPerSecond(level, scenario.duration_seconds);
  const first =
    reached &&
    objectiveMargins(reached, objectives, confidence).reduce((a, b) => (b.beyond > a.beyond ? b : a));
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    start: scenario.start,
    duration_seconds: scenario.duration_seconds,
    replications,
    confidence,
    load,
    why,
    queries_per_second: rate(present),
    queries_per_second_at_capacity: reached === undefined ? null : rate(reached),
    first: first?.objective.text ?? null,
    objectives: objectives.map((objective) => ofObjective(objective, found)),
    binds:
      reached === undefined || first === undefined
        ? []
        : pressures(meanUse(reached.runs.map(({ resources }) => resources)), first.objective.figure),
    date:
      growth && load === null ? never(growth) : growth && dateOf(growth, load!, scenario.start_epoch_seconds),
    levels: levels.map((level) => {
      const margins = objectiveMargins(level, objectives, confidence);
      return {
        factor: level.factor,
        replications: level.runs.length,
        queries_per_second: rate(level),
        figures: objectives.map(({ figure }) => levelFigure(level, figure, confidence)),
        met: margins.every(({ beyond }) => beyond <= 0),
      };
    }),
    warnings: scenario.warnings,
  };
}

function queriesPerSecond({ runs }: LoadLevel, duration_seconds: number): number {
  const arrived = runs.reduce((sum, { figures }) => sum + (figures.queries_arrived ?? 0), 0);
  return arrived / runs.length / duration_seconds;
}

/** The load at which one objective breaks, by a straight line between the levels around it. */
function ofObjective(objective: Constraint, { plan, levels, present, reached }: Found): ObjectiveCapacity {
  const { confidence } = plan;
  const beyond = (level: LoadLevel): number => objectiveMargins(level, [objective], confidence)[0]!.beyond;
  const { holds, breaks } = bracketOf(levels, beyond);
  const value = (level: LoadLevel | undefined) => level && levelFigure(level, objective.figure, confidence);
  return {
    objective: objective.text,
    figure: objective.figure,
    bound: objective.bound,
    factor:
      holds === undefined || breaks === undefined
        ? null
        : between(
            levels.find(({ factor }) => factor === holds)!,
            levels.find(({ factor }) => factor === breaks)!,
            beyond,
          ),
    met: beyond(present) <= 0,
    at_present: value(present) ?? null,
    at_capacity: value(reached) ?? null,
  };
}

function between(holds: LoadLevel, breaks: LoadLevel, beyond: (level: LoadLevel) => number): number {
  const [below, above] = [beyond(holds), beyond(breaks)];
  const share = Number.isFinite(below) && Number.isFinite(above) ? -below / (above - below) : 0.5;
  return holds.factor * Math.exp(share * Math.log(breaks.factor / holds.factor));
}

function never({ text }: LoadGrowth): CapacityDate {
  return { growth: text, date: null, earliest: null, latest: null };
}

function dateOf(growth: LoadGrowth, load: LoadEstimate, start_epoch_seconds: number): CapacityDate {
  const middle = Math.sqrt(growth.low * growth.high);
  const day = (factor: number, by: number): string | null => {
    // A load that is smaller than the present one has been passed already.
    const months = factor <= 1 ? 0 : monthsUntil(factor, by);
    return months === undefined ? null : dayText(afterMonths(start_epoch_seconds, months));
  };
  return {
    growth: growth.text,
    date: day(load.factor, middle),
    earliest: day(load.low, growth.high),
    latest: day(load.high, growth.low),
  };
}

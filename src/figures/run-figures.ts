import type { Cost, ProjectCost } from '../cost/compute-cost.js';
import type { ComputeObservations, RunObservations } from '../simulation/run/observation.js';
import type { SUCCESS } from './availability.js';
import { FIGURES } from './catalogue.js';
import type { COMPUTE_FIGURES } from './compute-figures.js';
import type { DEMAND } from './cost.js';
import type { ComparedName, Figure, FigureUnit, Measured } from './figure.js';
import { totalObservations } from './total-observations.js';

export type { FigureUnit } from './figure.js';

/** A figure of a whole run, by its name in objectives and options. */
export type FigureName =
  | ComparedName<typeof COMPUTE_FIGURES>
  | ComparedName<typeof SUCCESS>
  | ComparedName<typeof DEMAND>;

/** The figures of a run, over all its computes; `null` without a measurement. */
export type RunFigures = Readonly<Record<FigureName, number | null>>;

type ComparedFigures = readonly Figure<FigureName, Measured, number | null>[];

const COMPARED = FIGURES.filter(({ compared }) => compared) as readonly unknown[] as ComparedFigures;

/** The names of all figures, in the order of tables. */
export const FIGURE_NAMES: readonly FigureName[] = COMPARED.map(({ name }) => name);

/** Every figure with its unit; a latency is in milliseconds, a share lies in [0, 1]. */
export const FIGURE_UNITS = Object.fromEntries(COMPARED.map(({ name, unit }) => [name, unit])) as Readonly<
  Record<FigureName, FigureUnit>
>;

export const FIGURE_LABELS = Object.fromEntries(COMPARED.map(({ name, label }) => [name, label])) as Readonly<
  Record<FigureName, string>
>;

/** The figures of a run without results, such as one that ended early. */
export const NOT_MEASURED = Object.fromEntries(FIGURE_NAMES.map((name) => [name, null])) as RunFigures;

const MORE_IS_BETTER = new Set(COMPARED.filter(({ better }) => better === 'more').map(({ name }) => name));

/** Whether more of a figure is better, so that an objective's target is a minimum and not a maximum. */
export function moreIsBetter(figure: FigureName): boolean {
  return MORE_IS_BETTER.has(figure);
}

/** A run's observations, with its cost. */
export interface PricedRun {
  readonly observations: RunObservations;
  readonly cost: ProjectCost;
}

/** The total over all computes of a run. */
export function measuredTotal({ observations, cost }: PricedRun): Measured {
  const { computes, duration_seconds } = observations;
  return pricedTotal(totalObservations(computes), { computes: computes.length, duration_seconds, cost });
}

/**
 * The total of a run with its cost.
 * @param total is extended and returned
 */
export function pricedTotal(
  total: ComputeObservations,
  run: { readonly computes: number; readonly duration_seconds: number; readonly cost: Cost },
): Measured {
  const { computes, duration_seconds } = run;
  const { cost_usd, cost_usd_per_month } = run.cost;
  const observed_seconds = duration_seconds * computes;
  return Object.assign(total, { cost_usd, cost_usd_per_month, duration_seconds, observed_seconds });
}

/** The figures of one run: the same values as `total` in its summary. */
export function runFigures(run: PricedRun): RunFigures {
  return comparedFigures(measuredTotal(run));
}

/** The figures of comparisons and objectives. */
export function comparedFigures(measured: Measured): RunFigures {
  return Object.fromEntries(COMPARED.map(({ name, of }) => [name, of(measured)])) as RunFigures;
}

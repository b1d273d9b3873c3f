import type { Cost } from '../cost/compute-cost.js';
import { getOrCreate } from '../kernel/get-or-create.js';
import type { ComputeObservations } from '../simulation/run/observation.js';

/** The observer of a platform from outside. */
export type SeenBy = 'api' | 'clients';

/** Unit of a figure; amounts of money are in US dollars. */
export type FigureUnit =
  | 'usd'
  | 'cu_hours'
  | 'cu'
  | 'seconds'
  | 'milliseconds'
  | 'share'
  | 'count'
  | 'per_hour'
  | 'bytes';

/** A count for each of several names, such as queries by error. */
export type Breakdown = Readonly<Record<string, number>>;

/** The value of a figure: a number, `null` without a measurement, or a breakdown. */
export type FigureValue = number | null | Breakdown;

/** The source of figures: the observations of a compute, or of all computes together, in a run. */
export interface Measured extends ComputeObservations, Cost {
  readonly duration_seconds: number;
  /** The length of the run, multiplied by the number of computes. */
  readonly observed_seconds: number;
}

/**
 * A figure: its name, unit and computation, defined once for all reports. Over replications, a figure is the mean of
 * the replications' values.
 */
export interface Figure<
  Name extends string = string,
  Source = never,
  Value = FigureValue,
  Compared extends boolean = boolean,
> {
  /** Its name in options and constraints, and its column in `computes.csv`, which ends with `_ms` for milliseconds. */
  readonly name: Name;
  readonly label: string;
  /** Its meaning, in one sentence. */
  readonly sentence: string;
  readonly unit: FigureUnit;
  readonly better: 'less' | 'more' | 'neither';
  /** The total over computes: the sum or the largest of their values, or recomputed from all of them. */
  readonly total: 'sum' | 'largest' | 'recomputed';
  /** Whether comparisons, sweeps, plans and constraints accept it. */
  readonly compared: Compared;
  /**
   * The outside observer, if any, so that `neap observe` reports it too: callers of the API, or clients of a sent load.
   */
  readonly observable: SeenBy | undefined;
  /** Whether it is a column of `computes.csv`. */
  readonly column: boolean;
  readonly of: (source: Source) => Value;
}

/** Common properties of figures declared together. */
type Shared<Compared> = Partial<Pick<Figure, 'better' | 'observable'>> & { readonly compared?: Compared };

type About = Pick<Figure, 'sentence'> & Partial<Pick<Figure, 'label' | 'better' | 'total' | 'column'>>;

/** A part of a summary that exists as a whole or not at all, and its figures. */
export interface Block<Source = never, Whole = unknown, Figures = unknown> {
  readonly whole: (source: Source) => Whole;
  readonly figures: Figures;
}

/** Figures by their names and nesting in `summary.json`. */
export interface FigureTree {
  readonly [key: string]: Figure | Block | FigureTree;
}

/** The values of a tree of figures, in the same structure. */
export type Values<Tree> = Tree extends { readonly of: (source: never) => infer Value }
  ? Value
  : Tree extends { readonly whole: (source: never) => infer Whole }
    ? Whole
    : { readonly [Key in keyof Tree]: Values<Tree[Key]> };

/** The names of the figures in a tree that comparisons accept. */
export type ComparedName<Tree> = Tree extends { readonly name: infer Name; readonly compared: infer Compared }
  ? Compared extends true
    ? Name
    : never
  : Tree extends { readonly whole: unknown; readonly figures: infer Figures }
    ? ComparedName<Figures>
    : { [Key in keyof Tree]: ComparedName<Tree[Key]> }[keyof Tree];

/** Default totals by unit. */
const TOTALS: Readonly<Record<FigureUnit, Figure['total']>> = {
  usd: 'sum',
  cu_hours: 'sum',
  cu: 'largest',
  seconds: 'sum',
  milliseconds: 'recomputed',
  share: 'recomputed',
  count: 'sum',
  per_hour: 'sum',
  bytes: 'largest',
};

/**
 * Declares the figures of a unit that are computed from `Source`. By default, a figure's label is its name in words,
 * and neither direction is better. Amounts are summed over computes, sizes take the largest, and shares, means and
 * quantiles are recomputed.
 */
export function inUnit<Source = Measured, const Compared extends boolean = false>(
  unit: FigureUnit,
  shared: Shared<Compared> = {},
) {
  return <const Name extends string, Value extends FigureValue>(
    name: Name,
    of: (source: Source) => Value,
    about: string | About,
  ): Figure<Name, Source, Value, Compared> => ({
    label: `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`,
    better: 'neither',
    total: TOTALS[unit],
    observable: undefined,
    column: true,
    ...shared,
    ...(typeof about === 'string' ? { sentence: about } : about),
    compared: (shared.compared ?? false) as Compared,
    name,
    unit,
    of,
  });
}

/** A quotient, or `null` if the divisor is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** The entries of a tree, cached because figures are computed for many computes. */
const listed = new WeakMap<object, readonly (readonly [string, FigureTree[string]])[]>();

/** Computes the figures of a tree. */
export function valuesOf<Tree extends object>(tree: Tree, measured: Measured): Values<Tree> {
  const values: Record<string, unknown> = {};
  for (const [key, node] of getOrCreate(listed, tree, () => Object.entries(tree))) {
    if (isFigure(node)) values[key] = node.of(measured as never);
    else values[key] = isBlock(node) ? node.whole(measured as never) : valuesOf(node, measured);
  }
  return values as Values<Tree>;
}

export function isFigure(node: FigureTree[string]): node is Figure {
  return 'of' in node;
}

export function isBlock(node: FigureTree[string]): node is Block {
  return 'whole' in node;
}

import type { Cost } from '../cost/compute-cost.js';
import { getOrCreate } from '../kernel/get-or-create.js';
import type { ComputeObservations } from '../simulation/run/observation.js';

/** Who sees a platform from outside. */
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

/** All that figures are computed from: what a compute, or all computes together, did in a run. */
export interface Measured extends ComputeObservations, Cost {
  readonly duration_seconds: number;
  /** The length of the run, for several computes times their number. */
  readonly observed_seconds: number;
}

/**
 * A figure: what it is called, measured in and computed from, stated once for all reports. Over replications every
 * figure is the mean of the replications'.
 */
export interface Figure<
  Name extends string = string,
  Source = never,
  Value = FigureValue,
  Compared extends boolean = boolean,
> {
  /** In options and constraints; the column of `computes.csv`, which ends with `_ms` for milliseconds. */
  readonly name: Name;
  readonly label: string;
  /** Its meaning, in a sentence. */
  readonly sentence: string;
  readonly unit: FigureUnit;
  readonly better: 'less' | 'more' | 'neither';
  /** The total over computes: the sum or the largest of theirs, or recomputed from all of them. */
  readonly total: 'sum' | 'largest' | 'recomputed';
  /** Whether comparisons, sweeps, plans and constraints know it. */
  readonly compared: Compared;
  /**
   * Who can see it from outside, so that `neap observe` has it as well: the API's callers, or the clients of a load that
   * is sent.
   */
  readonly observable: SeenBy | undefined;
  /** Whether it is a column of `computes.csv`. */
  readonly column: boolean;
  readonly of: (source: Source) => Value;
}

/** Common properties of figures that are declared together. */
type Shared<Compared> = Partial<Pick<Figure, 'better' | 'observable'>> & { readonly compared?: Compared };

type About = Pick<Figure, 'sentence'> & Partial<Pick<Figure, 'label' | 'better' | 'total' | 'column'>>;

/** A part of a summary that exists as a whole or not at all, and the figures that are read from it. */
export interface Block<Source = never, Whole = unknown, Figures = unknown> {
  readonly whole: (source: Source) => Whole;
  readonly figures: Figures;
}

/** Figures by the names and the nesting that they have in `summary.json`. */
export interface FigureTree {
  readonly [key: string]: Figure | Block | FigureTree;
}

/** The values of figures, with the names and the nesting of the tree. */
export type Values<Tree> = Tree extends { readonly of: (source: never) => infer Value }
  ? Value
  : Tree extends { readonly whole: (source: never) => infer Whole }
    ? Whole
    : { readonly [Key in keyof Tree]: Values<Tree[Key]> };

/** The names of the figures in a tree that comparisons know. */
export type ComparedName<Tree> = Tree extends { readonly name: infer Name; readonly compared: infer Compared }
  ? Compared extends true
    ? Name
    : never
  : Tree extends { readonly whole: unknown; readonly figures: infer Figures }
    ? ComparedName<Figures>
    : { [Key in keyof Tree]: ComparedName<Tree[Key]> }[keyof Tree];

/** How the figures of a unit add up unless they say otherwise. */
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
 * Declares the figures of a unit that are computed from `Source`. Defaults: a figure is
 * labelled by its name in words, no direction is better, amounts are summed over computes, the largest is taken of
 * sizes, and shares, means and quantiles are recomputed.
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

/** A quotient, or `null` when there is nothing to divide by. */
export function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** The entries of a tree, listed once: figures are computed for very many computes. */
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

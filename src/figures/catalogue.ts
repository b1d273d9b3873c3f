import { AVAILABILITY, SUCCESS } from './availability.js';
import { COMPUTE_FIGURES } from './compute-figures.js';
import { CLIENT_POOL, CONNECTIONS } from './connections.js';
import { COST, DEMAND, USE } from './cost.js';
import { type Figure, type FigureTree, isBlock, isFigure } from './figure.js';
import { IDLE_BY_POLICY, POLICY_OVERHEAD } from './idle.js';
import { LATENCY } from './latency.js';
import { LIFECYCLE } from './lifecycle.js';
import { QUERIES, WAITS } from './queries.js';
import { CACHE, CPU, MEMORY, OVERLOAD } from './resources.js';

/** A figure of a compute, and its path in the summary, outermost key first. */
export interface PlacedFigure extends Figure {
  readonly path: readonly string[];
  /** If it is read from a block, the block's keys, which begin the path. */
  readonly block: readonly string[] | undefined;
}

/** The figures of a compute in the order of `computes.csv`, with their places in `summary.json`. */
export const PLACED_FIGURES: readonly PlacedFigure[] = placeFigures(COMPUTE_FIGURES);

export function placedFigure(name: string): PlacedFigure {
  return PLACED_FIGURES.find((figure) => figure.name === name)!;
}

/** The column of a figure in a table, which ends with its unit. */
export function columnOf({ name, unit }: Pick<Figure, 'name' | 'unit'>): string {
  return unit === 'milliseconds' ? `${name}_ms` : name;
}

/** The figures at the start of tables; the others follow. */
const FIRST: readonly FigureTree[] = [
  COST,
  USE,
  DEMAND,
  LATENCY,
  SUCCESS,
  AVAILABILITY,
  OVERLOAD,
  WAITS,
  CLIENT_POOL,
  LIFECYCLE,
  CPU,
  CACHE,
  QUERIES,
  CONNECTIONS,
  MEMORY,
];

/**
 * Every figure that neap knows. Reports take its metadata from here: name, label, unit, kind of total, better
 * direction, and meaning.
 */
export const FIGURES: readonly Figure[] = distinct(
  [...FIRST, COMPUTE_FIGURES, IDLE_BY_POLICY, POLICY_OVERHEAD].flatMap((tree) => placeFigures(tree)),
);

const BY_NAME: ReadonlyMap<string, Figure> = new Map(
  FIGURES.flatMap((figure) => [[columnOf(figure), figure] as const, [figure.name, figure] as const]),
);

/** A figure by its name or its column. */
export function figureNamed(name: string): Figure {
  return BY_NAME.get(name)!;
}

function placeFigures(
  tree: FigureTree,
  above: readonly string[] = [],
  block?: readonly string[],
): readonly PlacedFigure[] {
  return Object.entries(tree).flatMap(([key, node]): readonly PlacedFigure[] => {
    const path = [...above, key];
    if (isFigure(node)) return [{ ...node, path, block }];
    return isBlock(node) ? placeFigures(node.figures as FigureTree, path, path) : placeFigures(node, path);
  });
}

function distinct(figures: readonly Figure[]): readonly Figure[] {
  return [...new Map(figures.map((figure) => [figure.name, figure])).values()];
}

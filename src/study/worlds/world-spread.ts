import type { ScenarioInterval } from '../../scenario/form/interval.js';
import { inForm } from '../../scenario/form/interval.js';
import type { Scenario } from '../../scenario/scenario.js';
import { betweenNeighbours } from '../../statistics/sample-moments.js';
import type { World } from './draw-worlds.js';
import { rankCorrelation } from './rank-correlation.js';

/** How a figure is distributed over worlds. */
export interface WorldSpread {
  readonly median: number;
  /** Between them nine worlds in ten lie. */
  readonly low_5: number;
  readonly high_95: number;
  readonly mean: number;
  readonly least: number;
  readonly greatest: number;
}

/** One interval, and how much it has to do with how a figure differs from world to world. */
export interface WorldInput extends Pick<ScenarioInterval, 'path' | 'low' | 'middle' | 'high'> {
  /** Spearman's, with the figure; `null` if either is the same in every world. */
  readonly rank_correlation: number | null;
}

/** One world with its value of the figure. */
export interface WorldRow extends Pick<World, 'world'> {
  /** By the path of the interval, as a scenario would write them. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface FigureOverWorlds {
  readonly worlds: number;
  readonly spread: WorldSpread;
  /** By descending absolute rank correlation. */
  readonly inputs: readonly WorldInput[];
  /** Rank correlations closer to 0 than this may be chance: twice the standard error if there is none, 2/√(n − 1). */
  readonly chance: number;
  readonly rows: readonly WorldRow[];
}

export function figureOverWorlds(
  { intervals = [] }: Scenario,
  worlds: readonly World[],
  values: readonly number[],
): FigureOverWorlds {
  const inputs = intervals.map(({ path, low, middle, high }, index): WorldInput => {
    const own = worlds.map((world) => world.values[index]!);
    return { path, low, middle, high, rank_correlation: rankCorrelation(own, values) };
  });
  const size = ({ rank_correlation }: WorldInput) => Math.abs(rank_correlation ?? 0);
  return {
    worlds: worlds.length,
    spread: spreadOf(values),
    inputs: inputs.toSorted((a, b) => size(b) - size(a)),
    chance: worlds.length > 1 ? 2 / Math.sqrt(worlds.length - 1) : 1,
    rows: worlds.map((world, index) => ({
      world: world.world,
      inputs: Object.fromEntries(
        intervals.map((interval, place) => [interval.path, String(inForm(interval, world.values[place]!))]),
      ),
      value: values[index]!,
    })),
  };
}

/** Median, 5th and 95th percentile (between neighbours as R's type 7), mean and ends. @param values at least one */
export function spreadOf(values: readonly number[]): WorldSpread {
  const ascending = values.toSorted((a, b) => a - b);
  const at = (share: number) => betweenNeighbours(ascending, share);
  return {
    median: at(0.5),
    low_5: at(0.05),
    high_95: at(0.95),
    mean: ascending.reduce((sum, each) => sum + each, 0) / ascending.length,
    least: ascending[0]!,
    greatest: ascending.at(-1)!,
  };
}

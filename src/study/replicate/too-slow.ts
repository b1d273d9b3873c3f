import type { FigureName } from '../../figures/run-figures.js';
import type { EarlyEnd } from '../runs/variant.js';
import type { Constraint } from './constraint.js';

/** Multiple of its bound at which a query counts as too slow, and multiple of the allowed number of such queries. */
const BOUND_FACTOR = 1.5;
const COUNT_FACTOR = 1.2;

/**
 * When a run is certain to miss a quantile of latency; `undefined` without such a constraint.
 * @param arrived queries of a whole run
 */
export function tooSlow(constraints: readonly Constraint[], arrived: number): EarlyEnd | undefined {
  const constraint = strictest(constraints);
  if (constraint === undefined || arrived === 0) return undefined;
  return {
    slower_than_seconds: (BOUND_FACTOR * constraint.bound) / 1000,
    queries: COUNT_FACTOR * (1 - latencyQuantile(constraint.figure)!) * arrived,
    events: Number.POSITIVE_INFINITY,
  };
}

/** The constraint that an overload misses first: the tightest on a quantile of latency. */
export function strictest(constraints: readonly Constraint[]): Constraint | undefined {
  return constraints
    .filter(({ figure, comparison }) => comparison === '<=' && latencyQuantile(figure) !== undefined)
    .toSorted((a, b) => a.bound - b.bound)[0];
}

/** 0.99 for `latency_p99`; `undefined` for other figures than quantiles of latency. */
export function latencyQuantile(figure: FigureName): number | undefined {
  const digits = /^latency_p(\d+)$/.exec(figure)?.[1];
  return digits === undefined ? undefined : Number(`0.${digits}`);
}

import { type MeanInterval, meanInterval, shareInterval } from '../statistics/confidence-interval.js';

/**
 * The mean of a figure over several replications and its half-width, which is Infinity (`null` in JSON) if only one
 * replication had the figure.
 */
export type FigureInterval = Omit<MeanInterval, 'n'>;

/** Shares of queries that can be so rare that runs barely differ. */
const WAITS: ReadonlySet<string> = new Set(['wake_probability', 'delayed_probability']);

/** Whether a figure is the share of queries that found a compute idle or waited for it. */
export function isShareOfWaits(figure: string): boolean {
  return WAITS.has(figure);
}

/**
 * The mean of a figure over replications with its interval.
 *
 * @param values one for each replication that has it, one or more
 * @param arrived total number of queries of these replications
 * @param confidence strictly between 0 and 1
 */
export function figureInterval(
  figure: string,
  values: readonly number[],
  arrived: number,
  confidence: number,
): MeanInterval {
  return isShareOfWaits(figure)
    ? shareInterval(values, arrived, confidence)
    : meanInterval(values, confidence);
}

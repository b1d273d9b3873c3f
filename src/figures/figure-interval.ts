import { type MeanInterval, meanInterval, shareInterval } from '../statistics/confidence-interval.js';

/**
 * A figure of several replications: its mean is mean ± half_width, which is Infinity, `null` in JSON, where only one had
 * the figure.
 */
export type FigureInterval = Omit<MeanInterval, 'n'>;

/** Shares of all queries that are so rare at some settings that runs barely differ. */
const WAITS: ReadonlySet<string> = new Set(['wake_probability', 'delayed_probability']);

/** Whether a figure is the share of queries that found a compute idle, or waited for it. */
export function isShareOfWaits(figure: string): boolean {
  return WAITS.has(figure);
}

/**
 * The mean of a figure over replications with its interval.
 *
 * @param values one a replication that has it, one or more
 * @param arrived queries of these replications together
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

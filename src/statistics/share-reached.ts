import type { Histogram } from './histogram.js';

/**
 * The value at which a share of a population has arrived, if part of it may never arrive.
 *
 * @param reached values of the members that arrived
 * @param share in (0, 1]
 * @param population number of all members
 * @returns `undefined` if a smaller share has arrived, or the population is empty
 */
export function shareReached(reached: Histogram, share: number, population: number): number | undefined {
  const rank = Math.ceil(share * population);
  if (rank === 0 || rank > reached.count) return undefined;
  return reached.quantile(rank / reached.count);
}

import type { Histogram } from './histogram.js';

/**
 * The value at which a share of a population has arrived, if part of it may never arrive.
 *
 * @param reached the values of those that did
 * @param share in (0, 1]
 * @param population how many there are, reached or not
 * @returns `undefined` if fewer than that share have, or the population is empty
 */
export function shareReached(reached: Histogram, share: number, population: number): number | undefined {
  const rank = Math.ceil(share * population);
  if (rank === 0 || rank > reached.count) return undefined;
  return reached.quantile(rank / reached.count);
}

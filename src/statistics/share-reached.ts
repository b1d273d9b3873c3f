import type { Histogram } from './histogram.js';

/**
 * The value by which a share of a population has got there, when some of it may never do so.
 *
 * @param reached the values of those that did
 * @param share in (0, 1]
 * @param population how many there are, reached or not
 * @returns `undefined` when fewer than that share have, or nobody is there
 */
export function shareReached(reached: Histogram, share: number, population: number): number | undefined {
  const rank = Math.ceil(share * population);
  if (rank === 0 || rank > reached.count) return undefined;
  return reached.quantile(rank / reached.count);
}

import { distinctPages, type PagePopularity } from '../../src/compute/page-popularity.js';

/**
 * The characteristic time of a least-recently-used cache, in reads: the t at which distinctPages(t) equals
 * the cache's size. Infinity when every page fits. Source: Che, Tung and Wang, IEEE JSAC 20(7), 2002.
 * @param cachePages pages the cache holds, 0 or more
 */
export function characteristicTime(popularity: PagePopularity, cachePages: number): number {
  if (cachePages >= popularity.pages) return Number.POSITIVE_INFINITY;
  if (cachePages <= 0) return 0;
  let low = cachePages;
  let high = cachePages;
  while (distinctPages(popularity, high) < cachePages) {
    low = high;
    high *= 2;
  }
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (distinctPages(popularity, middle) < cachePages) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

import type { RandomStream } from '../kernel/random-stream.js';

/** Above this expected number of misses, the binomial law is drawn from its normal limit. */
const NORMAL_ABOVE = 40;

/**
 * How many of `pages` independent reads miss: one binomial variate from one or two uniforms, by inversion for
 * few expected misses, by the normal limit (rounded, kept within 0 to `pages`) for many.
 * @param hit probability that a read hits, in [0, 1]
 */
export function drawMisses(pages: number, hit: number, stream: RandomStream): number {
  if (hit >= 1 || pages === 0) return 0;
  if (hit <= 0) return pages;
  const miss = 1 - hit;
  const expected = pages * miss;
  if (expected > NORMAL_ABOVE) return drawManyMisses(pages, expected, hit, stream);
  let left = stream.uniform();
  let probability = Math.exp(pages * Math.log(hit));
  const odds = miss / hit;
  let misses = 0;
  while (left > probability && misses < pages) {
    left -= probability;
    misses += 1;
    probability *= (odds * (pages - misses + 1)) / misses;
  }
  return misses;
}

/** Box and Muller's cosine; the sine is not kept, so that each call is independent of the one before. */
function drawManyMisses(pages: number, expected: number, hit: number, stream: RandomStream): number {
  const radius = Math.sqrt(-2 * Math.log(stream.uniform()));
  const normal = radius * Math.cos(2 * Math.PI * stream.uniform());
  const misses = Math.round(expected + normal * Math.sqrt(expected * hit));
  return Math.min(pages, Math.max(0, misses));
}

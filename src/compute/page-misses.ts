import type { RandomStream } from '../kernel/random-stream.js';
import { ZERO } from '../kernel/zero.js';

/** Above this expected number of misses, the binomial distribution is drawn from its normal limit. */
const NORMAL_ABOVE = 40;

/**
 * Draws how many of the pages a query reads are missing from the cache: a binomial variate from one uniform
 * (two where many are expected), by inversion for few expected misses, by the normal limit (rounded, kept
 * within 0 to the number of pages) for many.
 */
export class PageMisses {
  declare private readonly stream: RandomStream;
  /** P(no miss) of the last question: neighbouring queries read alike, and exp and log cost most of a draw. */
  private pages = ZERO;
  private hit = ZERO;
  private noMiss = ZERO;

  constructor(stream: RandomStream) {
    this.stream = stream;
  }

  /**
   * Misses among `pages` independent reads.
   * @param hit probability that a read hits, in [0, 1]
   */
  draw(pages: number, hit: number): number {
    if (hit >= 1 || pages === 0) return 0;
    if (hit <= 0) return pages;
    const expected = pages * (1 - hit);
    return expected > NORMAL_ABOVE ? this.drawMany(pages, expected, hit) : this.drawFew(pages, hit);
  }

  private drawFew(pages: number, hit: number): number {
    if (pages !== this.pages || hit !== this.hit) {
      this.pages = pages;
      this.hit = hit;
      this.noMiss = Math.exp(pages * Math.log(hit));
    }
    const uniform = this.stream.uniform();
    return uniform <= this.noMiss ? 0 : this.invert(uniform, pages, hit);
  }

  /** How many, one at least, by the distribution function. */
  private invert(uniform: number, pages: number, hit: number): number {
    let left = uniform;
    let probability = this.noMiss;
    const odds = (1 - hit) / hit;
    let misses = 0;
    while (left > probability && misses < pages) {
      left -= probability;
      misses += 1;
      probability *= (odds * (pages - misses + 1)) / misses;
    }
    return misses;
  }

  /** Box and Muller's cosine; the sine is not kept, so that each call is independent of the one before. */
  private drawMany(pages: number, expected: number, hit: number): number {
    const radius = Math.sqrt(-2 * Math.log(this.stream.uniform()));
    const normal = radius * Math.cos(2 * Math.PI * this.stream.uniform());
    const misses = Math.round(expected + normal * Math.sqrt(expected * hit));
    return Math.min(pages, Math.max(0, misses));
  }
}

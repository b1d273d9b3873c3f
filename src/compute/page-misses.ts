import type { RandomStream } from '../kernel/random-stream.js';
import { ZERO } from '../kernel/zero.js';

/** Above this expected number of misses, the normal approximation is used. */
const NORMAL_ABOVE = 40;

/**
 * Draws the number of pages that a query reads and the cache lacks: a binomial variate. Few expected misses are drawn
 * by inversion from one uniform. Many are drawn from two, by the normal approximation, rounded and kept within 0 to the
 * number of pages.
 */
export class PageMisses {
  declare private readonly stream: RandomStream;
  /** P(no miss) of the last draw: successive queries read alike, and exp and log are most of a draw's cost. */
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

  /** The number of misses by inversion, at least one. */
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

  /** Box–Muller with the cosine only, so that each call is independent of the previous one. */
  private drawMany(pages: number, expected: number, hit: number): number {
    const radius = Math.sqrt(-2 * Math.log(this.stream.uniform()));
    const normal = radius * Math.cos(2 * Math.PI * this.stream.uniform());
    const misses = Math.round(expected + normal * Math.sqrt(expected * hit));
    return Math.min(pages, Math.max(0, misses));
  }
}

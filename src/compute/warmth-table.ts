import { distinctPages, hitRatio, type PagePopularity } from './page-popularity.js';

/** Grid points an octave of reads; linear interpolation between them is within 1e−4 of the sums. */
const POINTS_PER_OCTAVE = 16;
/** Reads beyond which every page has been seen: N · ln N · this, at least. */
const OCTAVES_BEYOND_PAGES = 12;

/**
 * hit(n) and distinct(n) of one popularity distribution, tabulated once on a logarithmic grid of reads n, because a
 * run looks them up millions of times. A point is summed up when it is first looked up: a run comes to few of them.
 */
export class WarmthTable {
  declare private readonly popularity: PagePopularity;
  /** NaN where a point has not been looked up. */
  declare private readonly hits: Float64Array;
  declare private readonly distincts: Float64Array;
  declare private readonly last: number;

  constructor(popularity: PagePopularity) {
    const octaves = Math.ceil(Math.log2(popularity.pages + 1)) + OCTAVES_BEYOND_PAGES;
    this.popularity = popularity;
    this.last = octaves * POINTS_PER_OCTAVE;
    this.hits = new Float64Array(this.last + 1).fill(Number.NaN);
    this.distincts = new Float64Array(this.last + 1).fill(Number.NaN);
  }

  /** Probability that a read hits when the last `reads` reads are cached. */
  hit(reads: number): number {
    return this.#at(this.hits, hitRatio, reads);
  }

  /** Pages those reads occupy. */
  distinct(reads: number): number {
    return this.#at(this.distincts, distinctPages, reads);
  }

  /** Adds the pages that each of the first `count` numbers of reads occupies; fast if they repeat. */
  addDistinct(reads: Float64Array, count: number, pages: Float64Array): void {
    let before = 0;
    let distinct = 0;
    for (let at = 0; at < count; at++) {
      const now = reads[at]!;
      if (now !== before) distinct = this.#at(this.distincts, distinctPages, now);
      before = now;
      pages[at]! += distinct;
    }
  }

  #at(values: Float64Array, sum: typeof hitRatio, reads: number): number {
    if (reads <= 1) return reads <= 0 ? 0 : reads * this.#point(values, sum, 0);
    const position = Math.log2(reads) * POINTS_PER_OCTAVE;
    if (position >= this.last) return this.#point(values, sum, this.last);
    const point = Math.floor(position);
    const share = position - point;
    const below = this.#point(values, sum, point);
    return below + share * (this.#point(values, sum, point + 1) - below);
  }

  #point(values: Float64Array, sum: typeof hitRatio, point: number): number {
    const known = values[point]!;
    if (!Number.isNaN(known)) return known;
    const value = sum(this.popularity, Math.exp((point / POINTS_PER_OCTAVE) * Math.LN2));
    values[point] = value;
    return value;
  }
}

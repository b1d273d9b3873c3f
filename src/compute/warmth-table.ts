import { distinctPages, hitRatio, type PagePopularity } from './page-popularity.js';

/** Grid points per octave of reads; linear interpolation between them is accurate to 1e−4 of the sums. */
const POINTS_PER_OCTAVE = 16;
/** Octaves beyond the number of pages, after which every page has been read (N · ln N reads). */
const OCTAVES_BEYOND_PAGES = 12;

/**
 * hit(n) and distinct(n) of one popularity distribution, tabulated on a logarithmic grid of reads n, because a run
 * looks them up millions of times. Points are computed on first use, since a run needs only a few.
 */
export class WarmthTable {
  declare private readonly popularity: PagePopularity;
  /** NaN for points that have not been used. */
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

  /** Number of pages that those reads occupy. */
  distinct(reads: number): number {
    return this.#at(this.distincts, distinctPages, reads);
  }

  /** Adds the pages occupied by each of the first `count` numbers of reads; fast if they repeat. */
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

import { distinctPages, hitRatio, type PagePopularity } from './page-popularity.js';

/** Grid points an octave of reads; linear interpolation between them is within 1e−4 of the sums. */
const POINTS_PER_OCTAVE = 16;
/** Reads beyond which every page has been seen: N · ln N · this, at least. */
const OCTAVES_BEYOND_PAGES = 12;

/**
 * hit(n) and distinct(n) of one popularity law, tabulated once on a logarithmic grid of reads n, because a
 * run looks them up millions of times.
 */
export class WarmthTable {
  declare private readonly hits: Float64Array;
  declare private readonly distincts: Float64Array;
  declare private readonly last: number;

  constructor(popularity: PagePopularity) {
    const octaves = Math.ceil(Math.log2(popularity.pages + 1)) + OCTAVES_BEYOND_PAGES;
    this.last = octaves * POINTS_PER_OCTAVE;
    this.hits = new Float64Array(this.last + 1);
    this.distincts = new Float64Array(this.last + 1);
    for (let point = 0; point <= this.last; point++) {
      const reads = Math.exp((point / POINTS_PER_OCTAVE) * Math.LN2);
      this.hits[point] = hitRatio(popularity, reads);
      this.distincts[point] = distinctPages(popularity, reads);
    }
  }

  /** Probability that a read hits when the last `reads` reads are cached. */
  hit(reads: number): number {
    return this.#at(this.hits, reads);
  }

  /** Pages those reads occupy. */
  distinct(reads: number): number {
    return this.#at(this.distincts, reads);
  }

  #at(values: Float64Array, reads: number): number {
    if (reads <= 1) return reads <= 0 ? 0 : reads * values[0]!;
    const position = Math.log2(reads) * POINTS_PER_OCTAVE;
    if (position >= this.last) return values[this.last]!;
    const point = Math.floor(position);
    const share = position - point;
    return values[point]! + share * (values[point + 1]! - values[point]!);
  }
}

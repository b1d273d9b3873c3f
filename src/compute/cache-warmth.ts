import type { WarmthTable } from './warmth-table.js';

/** The hit ratios are looked up again when a load's warmth has grown by this share. */
const REFRESH_GROWTH = 1.02;
/** By how much it has grown on average since the last look. */
const MEAN_GROWTH = (1 + REFRESH_GROWTH) / 2;

/**
 * How warm one compute's Local File Cache is, for each load that reads from it.
 *
 * The warmth of a load is a number of reads: the cache behaves as if it held what the load's last n reads
 * touched. It grows with every read until the pages of all loads together fill the cache; from then on the
 * least recently used pages leave, which keeps every load at its share: all warmths shrink by one factor,
 * as they would if the cache reached less far back in time. For a single load that is n = min(reads, t_C),
 * with Che's characteristic time t_C of the present size.
 */
export class CacheWarmth {
  declare private readonly tables: readonly WarmthTable[];
  readonly #warmths: Float64Array;
  declare private readonly refreshAt: Float64Array;
  declare private readonly hits: Float64Array;
  declare private capacityPages: number;

  /**
   * @param tables one per load that reads pages
   * @param capacityPages pages the cache may hold at the present size
   */
  constructor(tables: readonly WarmthTable[], capacityPages: number) {
    this.tables = tables;
    this.capacityPages = capacityPages;
    this.#warmths = new Float64Array(tables.length);
    this.refreshAt = new Float64Array(tables.length);
    this.hits = new Float64Array(tables.length);
  }

  /** Probability that a read of this load hits. */
  hitRatio(load: number): number {
    return this.hits[load]!;
  }

  /** Counts reads of a load; they count as hits or misses by the hit ratio before them. */
  read(load: number, pages: number): void {
    const warmth = this.#warmths[load]! + pages;
    this.#warmths[load] = warmth;
    if (warmth >= this.refreshAt[load]!) this.#refresh();
  }

  /** Gives the cache another size: a smaller one evicts the least recently used pages at once. */
  resize(capacityPages: number): void {
    this.capacityPages = capacityPages;
    this.#refresh();
  }

  /** Empties the cache, as a suspend or a restart does. */
  empty(): void {
    this.#warmths.fill(0);
    this.#refresh();
  }

  /** Pages the cache holds. */
  get occupied_pages(): number {
    return this.#occupied(1);
  }

  /** The warmth of each load, to fill the cache with again. */
  warmths(): Float64Array {
    return this.#warmths.slice();
  }

  /**
   * Fills the cache with the share of what it held once, the most recently used pages first; what the loads have
   * read since then stays.
   * @param warmths of the same loads, from {@link warmths}
   * @param share in [0, 1], of those warmths
   */
  fill(warmths: Float64Array, share: number): void {
    for (let load = 0; load < this.#warmths.length; load++) {
      this.#warmths[load] = Math.max(this.#warmths[load]!, warmths[load]! * share);
    }
    this.#refresh();
  }

  #refresh(): void {
    const tables = this.tables;
    if (tables.length === 0) return;
    const full = this.#occupied(1) > this.capacityPages;
    if (full) {
      const factor = this.#fittingFactor();
      for (let load = 0; load < tables.length; load++) this.#warmths[load]! *= factor;
    }
    for (let load = 0; load < tables.length; load++) {
      const warmth = this.#warmths[load]!;
      // Half-way to the next look while the cache fills, since a ratio that is always old would lag behind.
      this.hits[load] = tables[load]!.hit(full ? warmth : warmth * MEAN_GROWTH);
      this.refreshAt[load] = warmth * REFRESH_GROWTH + 1;
    }
  }

  #occupied(factor: number): number {
    let pages = 0;
    for (let load = 0; load < this.tables.length; load++) {
      pages += this.tables[load]!.distinct(this.#warmths[load]! * factor);
    }
    return pages;
  }

  /** The factor in (0, 1) that brings the occupied pages down to the capacity, by bisection. */
  #fittingFactor(): number {
    let low = 0;
    let high = 1;
    for (let step = 0; step < 40; step++) {
      const middle = (low + high) / 2;
      if (this.#occupied(middle) > this.capacityPages) high = middle;
      else low = middle;
    }
    return low;
  }
}

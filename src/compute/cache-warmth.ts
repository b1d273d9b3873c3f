import { ZERO } from '../kernel/zero.js';
import { ReadStretches } from './read-stretches.js';
import type { WarmthTable } from './warmth-table.js';

/** The hit ratios are looked up again when a load's warmth has grown by this share. */
const REFRESH_GROWTH = 1.02;
/** The same of reads that are counted many at once, where no look half-way to the next makes up for old ratios. */
const REFRESH_GROWTH_AT_ONCE = 1.002;
/** By how much it has grown on average since the last look. */
const MEAN_GROWTH = (1 + REFRESH_GROWTH) / 2;

/** A stretch of reads ends when it alone would fill this share of the cache. */
const STRETCH_SHARE = 1 / 64;
/** Halvings that bring a share to the last digits that matter. */
const BISECTIONS = 40;

/**
 * How warm one compute's Local File Cache is, for each load that reads from it.
 *
 * The warmth of a load is a number of reads: the cache behaves as if it held what the load's last n reads
 * touched. It grows with every read until the pages of all loads together fill the cache; from then on the
 * least recently used pages leave: what was touched before a moment that all loads have in common, Che's characteristic
 * time ago. It moves on with what is read, and never back. For a single load that is n = min(reads, t_C), with the
 * characteristic time t_C of the present size. Of several, what was read is kept by stretches of time, so that the pages
 * of a load that has stopped are gone within one characteristic time, as they are in the cache.
 */
export class CacheWarmth {
  declare private readonly tables: readonly WarmthTable[];
  declare private readonly warmth: Float64Array;
  declare private readonly refreshAt: Float64Array;
  declare private readonly hits: Float64Array;
  private capacityPages = ZERO;
  /** Reads of the loads before the current stretch, which has the rest of the warmths. */
  declare private readonly before: ReadStretches;

  /**
   * @param tables one per load that reads pages
   * @param capacityPages pages the cache may hold at the present size
   */
  constructor(tables: readonly WarmthTable[], capacityPages: number) {
    this.tables = tables;
    this.capacityPages = capacityPages;
    this.warmth = new Float64Array(tables.length);
    this.refreshAt = new Float64Array(tables.length);
    this.hits = new Float64Array(tables.length);
    this.before = new ReadStretches(tables.length);
  }

  hitRatio(load: number): number {
    return this.hits[load]!;
  }

  /** Counts reads of a load; they count as hits or misses by the hit ratio before them. */
  read(load: number, pages: number): void {
    const warmth = this.warmth[load]! + pages;
    this.warmth[load] = warmth;
    if (warmth >= this.refreshAt[load]!) this.refresh();
  }

  /** Counts many reads of a load at once, after which others may be few. */
  readAtOnce(load: number, pages: number): void {
    const warmth = this.warmth[load]! + pages;
    this.warmth[load] = warmth;
    if (warmth * (REFRESH_GROWTH / REFRESH_GROWTH_AT_ONCE) >= this.refreshAt[load]!) this.refresh(1);
  }

  /** Gives the cache another size: a smaller one evicts the least recently used pages at once. */
  resize(capacityPages: number): void {
    this.capacityPages = capacityPages;
    this.refresh();
  }

  /** Empties the cache, as a suspend or a restart does. */
  empty(): void {
    this.warmth.fill(0);
    this.before.clear();
    this.refresh();
  }

  get occupied_pages(): number {
    return this.occupied(this.warmth);
  }

  /** The warmth of each load, to fill the cache with again. */
  warmths(): Float64Array {
    return this.warmth.slice();
  }

  /**
   * Fills the cache with the share of what it held once, the most recently used pages first; what the loads have
   * read since then stays, and counts as read later.
   * @param warmths of the same loads, from {@link warmths}
   * @param share in [0, 1], of those warmths
   */
  fill(warmths: Float64Array, share: number): void {
    const own = this.warmth;
    if (this.before.count === 0) this.endStretch();
    for (let load = 0; load < own.length; load++) {
      const missing = warmths[load]! * share - own[load]!;
      if (missing <= 0) continue;
      own[load]! += missing;
      this.before.addToOldest(load, missing);
    }
    this.refresh();
  }

  /** @param growth of warmths for which the hit ratios are looked up: half-way to the next look */
  private refresh(growth = MEAN_GROWTH): void {
    const tables = this.tables;
    if (tables.length === 0) return;
    const warmths = this.warmth;
    const full = this.occupied(warmths) > this.capacityPages;
    if (full) this.evict();
    for (let load = 0; load < tables.length; load++) {
      const warmth = warmths[load]!;
      // While the cache fills, a ratio that is always old would lag behind.
      this.hits[load] = tables[load]!.hit(full ? warmth : warmth * growth);
      this.refreshAt[load] = warmth * REFRESH_GROWTH + 1;
    }
    // Where one load reads alone, everything is mixed evenly.
    if (tables.length > 1 && this.presentOccupies() > STRETCH_SHARE * this.capacityPages) this.endStretch();
  }

  /** The least recently used pages leave until the others fit. */
  private evict(): void {
    const { before } = this;
    const warmths = this.warmth;
    while (before.count > 0) {
      if (this.occupiedWith(0) > this.capacityPages) {
        for (let load = 0; load < warmths.length; load++) warmths[load]! -= before.oldest(load);
        before.dropOldest();
        continue;
      }
      const share = this.fittingShare();
      for (let load = 0; load < warmths.length; load++) warmths[load]! -= (1 - share) * before.oldest(load);
      before.shrinkOldest(share);
      return;
    }
    const share = this.fittingShare();
    for (let load = 0; load < warmths.length; load++) warmths[load]! *= share;
  }

  /** Pages touched by this many reads of the loads. */
  private occupied(reads: Float64Array): number {
    let pages = 0;
    for (let load = 0; load < reads.length; load++) pages += this.tables[load]!.distinct(reads[load]!);
    return pages;
  }

  /** Pages that remain with this share of the oldest stretch, the current one without another. */
  private occupiedWith(share: number): number {
    const { before, tables } = this;
    const warmths = this.warmth;
    const none = before.count === 0;
    let pages = 0;
    for (let load = 0; load < tables.length; load++) {
      const warmth = warmths[load]!;
      const left = none ? warmth * share : warmth - (1 - share) * before.oldest(load);
      pages += tables[load]!.distinct(left);
    }
    return pages;
  }

  /** The share in [0, 1) of the oldest stretch that fits the occupied pages into the capacity, by bisection. */
  private fittingShare(): number {
    let low = 0;
    let high = 1;
    for (let step = 0; step < BISECTIONS; step++) {
      const middle = (low + high) / 2;
      if (this.occupiedWith(middle) > this.capacityPages) high = middle;
      else low = middle;
    }
    return low;
  }

  private presentOccupies(): number {
    const { sums } = this.before;
    let pages = 0;
    for (let load = 0; load < this.tables.length; load++) {
      pages += this.tables[load]!.distinct(this.warmth[load]! - sums[load]!);
    }
    return pages;
  }

  /** Turns the reads since the last stretch into a stretch. */
  private endStretch(): void {
    const { sums } = this.before;
    this.before.push((load) => Math.max(0, this.warmth[load]! - sums[load]!));
  }
}

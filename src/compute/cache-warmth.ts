import { ZERO } from '../kernel/zero.js';
import { ReadStretches } from './read-stretches.js';
import type { WarmthTable } from './warmth-table.js';

/** The hit ratios are updated when a load's warmth has grown by this share. */
const REFRESH_GROWTH = 1.02;
/** The same for reads counted in bulk, whose ratio cannot be taken half-way to the next update. */
const REFRESH_GROWTH_AT_ONCE = 1.002;
/** Mean growth of the warmth between two updates. */
const MEAN_GROWTH = (1 + REFRESH_GROWTH) / 2;

/** A stretch of reads ends when it alone would occupy this share of the cache. */
const STRETCH_SHARE = 1 / 64;
/** Bisection steps, enough for the precision of a share. */
const BISECTIONS = 40;

/**
 * The warmth of one compute's Local File Cache, for each load that reads from it.
 *
 * The warmth of a load is a number of reads: the cache holds the pages that the load's last n reads touched. It grows
 * with every read until the pages of all loads fill the cache. From then on the least recently used pages are evicted:
 * those last touched more than Che's characteristic time ago, which all loads share. For a single load, n = min(reads,
 * t_C) with the characteristic time t_C of the current size. For several loads, reads are kept by stretches of time.
 * The pages of a load that has stopped are therefore gone within one characteristic time, as in the real cache.
 */
export class CacheWarmth {
  declare private readonly tables: readonly WarmthTable[];
  declare private readonly warmth: Float64Array;
  declare private readonly refreshAt: Float64Array;
  declare private readonly hits: Float64Array;
  private capacityPages = ZERO;
  /** Reads of each load before the current stretch; the rest of its warmth belongs to the current stretch. */
  declare private readonly before: ReadStretches;

  /**
   * @param tables one per load that reads pages
   * @param capacityPages capacity in pages at the current size
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

  /** Counts reads of a load, as hits or misses by the previous hit ratio. */
  read(load: number, pages: number): void {
    const warmth = this.warmth[load]! + pages;
    this.warmth[load] = warmth;
    if (warmth >= this.refreshAt[load]!) this.refresh();
  }

  /** Counts many reads of a load in bulk; few may follow. */
  readAtOnce(load: number, pages: number): void {
    const warmth = this.warmth[load]! + pages;
    this.warmth[load] = warmth;
    if (warmth * (REFRESH_GROWTH / REFRESH_GROWTH_AT_ONCE) >= this.refreshAt[load]!) this.refresh(1);
  }

  /** Changes the cache size; a smaller cache evicts the least recently used pages. */
  resize(capacityPages: number): void {
    this.capacityPages = capacityPages;
    this.refresh();
  }

  /** Empties the cache, as on a suspend or a restart. */
  empty(): void {
    this.warmth.fill(0);
    this.before.clear();
    this.refresh();
  }

  get occupied_pages(): number {
    return this.occupied(this.warmth);
  }

  /** The warmth of each load, for {@link fill} after a restart. */
  warmths(): Float64Array {
    return this.warmth.slice();
  }

  /**
   * Prewarms the cache with a share of its earlier contents, most recently used pages first. Pages that the loads have
   * read since then stay, and count as read later.
   * @param warmths of the same loads, from {@link warmths}
   * @param share share of those warmths, in [0, 1]
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

  /** @param growth factor on the warmths for the hit ratios: half-way to the next update by default */
  private refresh(growth = MEAN_GROWTH): void {
    const tables = this.tables;
    if (tables.length === 0) return;
    const warmths = this.warmth;
    const full = this.occupied(warmths) > this.capacityPages;
    if (full) this.evict();
    for (let load = 0; load < tables.length; load++) {
      const warmth = warmths[load]!;
      // While the cache fills, a ratio as of the last update would lag behind.
      this.hits[load] = tables[load]!.hit(full ? warmth : warmth * growth);
      this.refreshAt[load] = warmth * REFRESH_GROWTH + 1;
    }
    // The reads of a single load are mixed evenly.
    if (tables.length > 1 && this.currentStretchPages() > STRETCH_SHARE * this.capacityPages)
      this.endStretch();
  }

  /** Evicts the least recently used pages until the others fit. */
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

  /** Pages that remain with this share of the oldest stretch, or of the current one if it is the only one. */
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

  /** The share in [0, 1) of the oldest stretch at which the occupied pages fit the capacity, by bisection. */
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

  private currentStretchPages(): number {
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

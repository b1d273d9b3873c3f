import { ZERO } from '../kernel/zero.js';
import type { WarmthTable } from './warmth-table.js';

/** Number of look-backs in the series, in steps of a minute. */
const WORKING_SET_MINUTES = 60;

const NO_PAGES = Array.from({ length: WORKING_SET_MINUTES }, () => ZERO);

/** By look-back, reused for each series: the samples before and after it, and its position between them. */
const befores = new Int32Array(WORKING_SET_MINUTES);
const afters = new Int32Array(WORKING_SET_MINUTES);
const shares = new Float64Array(WORKING_SET_MINUTES);
/** Reads of one load since then, and pages of all loads. */
const sinces = new Float64Array(WORKING_SET_MINUTES);
const pages = new Float64Array(WORKING_SET_MINUTES);

/**
 * The number of distinct pages read within the last 1, 2, … 60 minutes, as the autoscaler requests it. The platform
 * counts them with a sketch of when each page was last read. Here they follow from the number of reads in each
 * look-back and the popularity of the pages, without the sketch's error of a few per cent.
 *
 * The statistics last as long as the compute runs: longer look-backs cover everything since its start.
 */
export class WorkingSetHistory {
  readonly #tables: readonly WarmthTable[];
  /** Number of retained samples: a power of two, which makes places in the ring cheap. */
  readonly #capacity: number;
  readonly #times: Float64Array;
  /** By sample and load, reads since the start. */
  readonly #reads: Float64Array;
  #samples = 0;
  /** By look-back, the last sample before it, which only advances. */
  readonly #reached = new Int32Array(WORKING_SET_MINUTES);

  /**
   * @param tables one per load that reads pages
   * @param interval_seconds minimum time between two samples
   */
  constructor(tables: readonly WarmthTable[], interval_seconds: number) {
    this.#tables = tables;
    const needed = Math.ceil((WORKING_SET_MINUTES * 60) / interval_seconds) + 2;
    let capacity = 1;
    while (capacity < needed) capacity *= 2;
    this.#capacity = capacity;
    this.#times = new Float64Array(capacity);
    this.#reads = new Float64Array(capacity * tables.length);
  }

  /** Resets the history when the compute starts. */
  start(now: number): void {
    this.#samples = 0;
    this.#reached.fill(0);
    this.sample(now, new Float64Array(this.#tables.length));
  }

  /** Records the reads of each load since the start. */
  sample(now: number, reads: Float64Array): void {
    const place = this.#samples & (this.#capacity - 1);
    this.#times[place] = now;
    this.#reads.set(reads, place * this.#tables.length);
    this.#samples += 1;
  }

  /** The series at the last sample: distinct pages by look-back, shortest first. */
  series(): number[] {
    if (this.#samples === 0) return NO_PAGES.slice();
    // A plain array: a typed one is allocated by the system, which costs more than filling it. The copy keeps
    // fractions.
    const series = NO_PAGES.slice();
    const known = this.#findLookBacks();
    pages.fill(0);
    // All look-backs of a load in one call: a returned number would be an object.
    for (let load = 0; load < this.#tables.length; load++) {
      this.#readsSince(load, known);
      this.#tables[load]!.addDistinct(sinces, known, pages);
    }
    // Longer look-backs cover the same reads.
    for (let minute = 0; minute < WORKING_SET_MINUTES; minute++) {
      series[minute] = pages[Math.min(minute, known - 1)]!;
    }
    return series;
  }

  /** Upper bound on the last series, and on later ones if no more pages are read. @param reads of each load so far */
  distinctAtMost(reads: Float64Array): number {
    const since = this.#times[(this.#samples - 1) & (this.#capacity - 1)]! - WORKING_SET_MINUTES * 60;
    const before = this.#reach(WORKING_SET_MINUTES - 1, since) & (this.#capacity - 1);
    const count = this.#tables.length;
    let most = 0;
    for (let load = 0; load < count; load++) {
      most += this.#tables[load]!.distinct(reads[load]! - this.#reads[before * count + load]!);
    }
    return most;
  }

  /** Distinct pages among this many reads of one load. */
  distinctOf(load: number, reads: number): number {
    return this.#tables[load]!.distinct(reads);
  }

  /** The last sample up to a time, or else the oldest. @param minute index of the look-back that begins then */
  #reach(minute: number, since: number): number {
    const inRing = this.#capacity - 1;
    const last = this.#samples - 1;
    let sample = Math.max(0, last - inRing, this.#reached[minute]!);
    while (sample < last && this.#times[(sample + 1) & inRing]! <= since) sample += 1;
    this.#reached[minute] = sample;
    return sample;
  }

  /** Finds the samples around each look-back. @returns the number of look-backs up to the first that covers all */
  #findLookBacks(): number {
    const inRing = this.#capacity - 1;
    const times = this.#times;
    const last = this.#samples - 1;
    const oldest = Math.max(0, last - inRing);
    const now = times[last & inRing]!;
    for (let minute = 0; minute < WORKING_SET_MINUTES; minute++) {
      const since = now - (minute + 1) * 60;
      const sample = this.#reach(minute, since);
      const before = sample & inRing;
      const after = Math.min(last, sample + 1) & inRing;
      const began = times[before]!;
      const seconds = times[after]! - began;
      befores[minute] = before;
      afters[minute] = after;
      shares[minute] = seconds > 0 ? Math.min(1, Math.max(0, (since - began) / seconds)) : 0;
      if (sample === oldest && began >= since) return minute + 1;
    }
    return WORKING_SET_MINUTES;
  }

  /** Reads of a load within each of the first `known` look-backs. */
  #readsSince(load: number, known: number): void {
    const reads = this.#reads;
    const count = this.#tables.length;
    const last = (this.#samples - 1) & (this.#capacity - 1);
    const now = reads[last * count + load]!;
    for (let minute = 0; minute < known; minute++) {
      const before = reads[befores[minute]! * count + load]!;
      const after = reads[afters[minute]! * count + load]!;
      sinces[minute] = now - (before + shares[minute]! * (after - before));
    }
  }
}

import { ZERO } from '../kernel/zero.js';
import type { WarmthTable } from './warmth-table.js';

/** Look-backs of the series, in steps of a minute. */
const WORKING_SET_MINUTES = 60;

const NO_PAGES = Array.from({ length: WORKING_SET_MINUTES }, () => ZERO);

/** By look-back, reused for each series: the last sample before it, the next one, and the distance between them. */
const befores = new Int32Array(WORKING_SET_MINUTES);
const afters = new Int32Array(WORKING_SET_MINUTES);
const shares = new Float64Array(WORKING_SET_MINUTES);
/** the reads of one load since then, and the pages of all. */
const sinces = new Float64Array(WORKING_SET_MINUTES);
const pages = new Float64Array(WORKING_SET_MINUTES);

/**
 * How many distinct pages were read within the last 1, 2, … 60 minutes, as the autoscaler asks for them. The
 * platform counts them with a sketch that remembers when each page was last seen; here they follow from the number
 * of reads within each look-back and the popularity of the pages, without the sketch's error of a few per cent.
 *
 * The statistics live as long as the compute runs: longer look-backs see everything since its start.
 */
export class WorkingSetHistory {
  readonly #tables: readonly WarmthTable[];
  readonly #capacity: number;
  readonly #times: Float64Array;
  /** By sample and load: reads since the start. */
  readonly #reads: Float64Array;
  #samples = 0;

  /**
   * @param tables one per load that reads pages
   * @param interval_seconds least time between two samples
   */
  constructor(tables: readonly WarmthTable[], interval_seconds: number) {
    this.#tables = tables;
    this.#capacity = Math.ceil((WORKING_SET_MINUTES * 60) / interval_seconds) + 2;
    this.#times = new Float64Array(this.#capacity);
    this.#reads = new Float64Array(this.#capacity * tables.length);
  }

  /** The compute has just started: nothing has been read. */
  start(now: number): void {
    this.#samples = 0;
    this.sample(now, new Float64Array(this.#tables.length));
  }

  /** Takes note of how many pages each load has read since the start. */
  sample(now: number, reads: Float64Array): void {
    const place = this.#samples % this.#capacity;
    this.#times[place] = now;
    this.#reads.set(reads, place * this.#tables.length);
    this.#samples += 1;
  }

  /** The series at the last sample: distinct pages by look-back, shortest first. */
  series(): number[] {
    if (this.#samples === 0) return NO_PAGES.slice();
    // A plain array: memory for a typed one comes from the system, which takes longer than to fill it. A copy is kept as numbers.
    const series = NO_PAGES.slice();
    const known = this.#findLookBacks();
    pages.fill(0);
    // By load, and all look-backs in one call: a number that a call returns is an object.
    for (let load = 0; load < this.#tables.length; load++) {
      this.#readsSince(load, known);
      this.#tables[load]!.addDistinct(sinces, known, pages);
    }
    // Longer look-backs see no more than the whole.
    for (let minute = 0; minute < WORKING_SET_MINUTES; minute++) {
      series[minute] = pages[Math.min(minute, known - 1)]!;
    }
    return series;
  }

  /** Distinct pages among this many reads of each load. */
  distinct(reads: Float64Array): number {
    return this.#tables.reduce((pages, table, load) => pages + table.distinct(reads[load]!), 0);
  }

  /** Distinct pages among this many reads of one load. */
  distinctOf(load: number, reads: number): number {
    return this.#tables[load]!.distinct(reads);
  }

  /** Finds the samples about each look-back. @returns how many there are up to the first that sees the whole */
  #findLookBacks(): number {
    const capacity = this.#capacity;
    const times = this.#times;
    const last = (this.#samples - 1) % capacity;
    const now = times[last]!;
    // Places in the ring, counted along with the samples: a remainder for each costs more than all else.
    let left = Math.min(this.#samples, capacity) - 1;
    let at = last;
    let next = last;
    for (let minute = 0; minute < WORKING_SET_MINUTES; minute++) {
      const since = now - (minute + 1) * 60;
      while (left > 0 && times[at]! > since) {
        left -= 1;
        next = at;
        at = (at === 0 ? capacity : at) - 1;
      }
      const began = times[at]!;
      const seconds = times[next]! - began;
      befores[minute] = at;
      afters[minute] = next;
      shares[minute] = seconds > 0 ? Math.min(1, Math.max(0, (since - began) / seconds)) : 0;
      if (left === 0 && began >= since) return minute + 1;
    }
    return WORKING_SET_MINUTES;
  }

  /** Reads of a load since the beginning of this many look-backs. */
  #readsSince(load: number, known: number): void {
    const reads = this.#reads;
    const count = this.#tables.length;
    const last = (this.#samples - 1) % this.#capacity;
    const now = reads[last * count + load]!;
    for (let minute = 0; minute < known; minute++) {
      const before = reads[befores[minute]! * count + load]!;
      const after = reads[afters[minute]! * count + load]!;
      sinces[minute] = now - (before + shares[minute]! * (after - before));
    }
  }
}

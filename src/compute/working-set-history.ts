import type { WarmthTable } from './warmth-table.js';

/** Look-backs of the series, in steps of a minute. */
const WORKING_SET_MINUTES = 60;

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

  /** The series as it stands at the last sample: distinct pages by look-back, shortest first. */
  series(): number[] {
    // A plain array: memory for a typed one comes from the system, which takes longer than to fill it.
    const series = new Array<number>(WORKING_SET_MINUTES).fill(0);
    if (this.#samples === 0) return series;
    const capacity = this.#capacity;
    const times = this.#times;
    const last = (this.#samples - 1) % capacity;
    const now = times[last]!;
    // Places in the ring, counted along with the samples: a remainder for each costs more than all else.
    let left = Math.min(this.#samples, capacity) - 1;
    let at = last;
    let next = last;
    let seen = last;
    let pages = 0;
    for (let minute = 1; minute <= WORKING_SET_MINUTES; minute++) {
      const since = now - minute * 60;
      while (left > 0 && times[at]! > since) {
        left -= 1;
        next = at;
        at = (at === 0 ? capacity : at) - 1;
      }
      // Where nothing was read further back than the minute before looked, it saw the same pages.
      if (minute === 1 || !this.#sameReads(at, seen)) pages = this.#pagesSince(since, at, next, last);
      seen = next;
      series[minute - 1] = pages;
      if (left === 0 && times[at]! >= since) {
        // Longer look-backs see no more than the whole.
        series.fill(this.#pagesSince(since, at, next, last), minute - 1);
        break;
      }
    }
    return series;
  }

  /** Distinct pages among so many reads of each load. */
  distinct(reads: Float64Array): number {
    return this.#tables.reduce((pages, table, load) => pages + table.distinct(reads[load]!), 0);
  }

  /** Distinct pages among so many reads of one load. */
  distinctOf(load: number, reads: number): number {
    return this.#tables[load]!.distinct(reads);
  }

  /**
   * Distinct pages read from a time on.
   * @param at place of the last sample before it, or of the oldest there is
   * @param next place of the sample after that, or of the last one
   */
  #pagesSince(since: number, at: number, next: number, last: number): number {
    const tables = this.#tables;
    const reads = this.#reads;
    const count = tables.length;
    const began = this.#times[at]!;
    const seconds = this.#times[next]! - began;
    const share = seconds > 0 ? Math.min(1, Math.max(0, (since - began) / seconds)) : 0;
    let pages = 0;
    for (let load = 0; load < count; load++) {
      const before = reads[at * count + load]!;
      const then = before + share * (reads[next * count + load]! - before);
      pages += tables[load]!.distinct(reads[last * count + load]! - then);
    }
    return pages;
  }

  /** Whether no load has read anything between the samples in two places. */
  #sameReads(from: number, to: number): boolean {
    const reads = this.#reads;
    const count = this.#tables.length;
    for (let load = 0; load < count; load++) {
      if (reads[from * count + load] !== reads[to * count + load]) return false;
    }
    return true;
  }
}

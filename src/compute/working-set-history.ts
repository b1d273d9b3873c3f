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
  series(): Float64Array {
    const series = new Float64Array(WORKING_SET_MINUTES);
    if (this.#samples === 0) return series;
    const last = this.#samples - 1;
    const now = this.#timeOf(last);
    const oldest = Math.max(0, this.#samples - this.#capacity);
    const times = this.#times;
    let at = last;
    // Of `at` among the samples kept; counted down with it, since a remainder for each costs more than all else.
    let place = last % this.#capacity;
    let seen = last;
    let pages = 0;
    for (let minute = 1; minute <= WORKING_SET_MINUTES; minute++) {
      const since = now - minute * 60;
      while (at > oldest && times[place]! > since) {
        at -= 1;
        place = (place === 0 ? this.#capacity : place) - 1;
      }
      // Where nothing was read further back than the minute before looked, it saw the same pages.
      if (minute === 1 || !this.#sameReads(at, seen)) pages = this.#pagesSince(since, at);
      seen = Math.min(last, at + 1);
      series[minute - 1] = pages;
      if (at === oldest && this.#timeOf(at) >= since) {
        // Longer look-backs see no more than the whole.
        series.fill(this.#pagesSince(since, at), minute - 1);
        break;
      }
    }
    return series;
  }

  /** Distinct pages read from a time on. @param at the last sample before it, or the oldest there is */
  #pagesSince(since: number, at: number): number {
    const last = this.#samples - 1;
    const next = Math.min(last, at + 1);
    const seconds = this.#timeOf(next) - this.#timeOf(at);
    const share = seconds > 0 ? Math.min(1, Math.max(0, (since - this.#timeOf(at)) / seconds)) : 0;
    let pages = 0;
    for (let load = 0; load < this.#tables.length; load++) {
      const before = this.#readsOf(at, load);
      const then = before + share * (this.#readsOf(next, load) - before);
      pages += this.#tables[load]!.distinct(this.#readsOf(last, load) - then);
    }
    return pages;
  }

  /** Whether no load has read anything between two samples. */
  #sameReads(from: number, to: number): boolean {
    for (let load = 0; load < this.#tables.length; load++) {
      if (this.#readsOf(from, load) !== this.#readsOf(to, load)) return false;
    }
    return true;
  }

  #timeOf(sample: number): number {
    return this.#times[sample % this.#capacity]!;
  }

  #readsOf(sample: number, load: number): number {
    return this.#reads[(sample % this.#capacity) * this.#tables.length + load]!;
  }
}

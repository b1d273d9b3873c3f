import type { WarmthTable } from './warmth-table.js';

/** Look-backs of the series, in steps of a minute. */
export const WORKING_SET_MINUTES = 60;

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
    const width = this.#tables.length;
    const last = this.#samples - 1;
    const now = this.#times[last % this.#capacity]!;
    const oldest = Math.max(0, this.#samples - this.#capacity);
    let at = last;
    for (let minute = 1; minute <= WORKING_SET_MINUTES; minute++) {
      const since = now - minute * 60;
      while (at > oldest && this.#times[at % this.#capacity]! > since) at -= 1;
      const from = at % this.#capacity;
      const to = Math.min(last, at + 1) % this.#capacity;
      const width_seconds = this.#times[to]! - this.#times[from]!;
      const share =
        width_seconds > 0 ? Math.min(1, Math.max(0, (since - this.#times[from]!) / width_seconds)) : 0;
      let pages = 0;
      for (let load = 0; load < width; load++) {
        const before = this.#reads[from * width + load]!;
        const then = before + share * (this.#reads[to * width + load]! - before);
        const present = this.#reads[(last % this.#capacity) * width + load]!;
        pages += this.#tables[load]!.distinct(present - then);
      }
      series[minute - 1] = pages;
    }
    return series;
  }
}

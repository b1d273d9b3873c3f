import type { Observer, TimelineRow } from '../../simulation/run/observation.js';
import { Histogram } from '../../statistics/histogram.js';

/** Rows that share one histogram of latencies, which would otherwise be numerous and almost empty. */
const ROWS_A_BLOCK = 20;

/** The columns that rows are added up in, under the same names. */
const ADDED = ['arrived', 'completed', 'failed', 'delayed', 'cu_seconds'] as const;

/** A run's timeline of all computes together, interval by interval; for the analysis of its steady state. */
export class SteadySeries implements Observer {
  readonly arrived: number[] = [];
  readonly completed: number[] = [];
  readonly failed: number[] = [];
  readonly delayed: number[] = [];
  /** Seconds, summed over the queries completed in the interval. */
  readonly latency_sum: number[] = [];
  readonly cu_seconds: number[] = [];
  /** Time average of queries that run. */
  readonly running: number[] = [];
  /** Width of each interval; the last one may be shorter. */
  readonly seconds: number[] = [];
  /** Latencies of every {@link ROWS_A_BLOCK} intervals. */
  readonly blocks: Histogram[] = [];
  #start_seconds = -1;

  timeline(row: TimelineRow): void {
    if (row.start_seconds !== this.#start_seconds) this.#begin(row);
    const last = this.seconds.length - 1;
    for (const name of ADDED) this[name][last]! += row[name];
    this.latency_sum[last]! += row.latency.sum;
    this.running[last]! += row.load_mean;
    this.blocks.at(-1)!.merge(row.latency);
  }

  decision(): void {
    // What is decided shows in the sizes.
  }

  /** The block that begins at or after an interval. */
  static blockFrom(interval: number): number {
    return Math.ceil(interval / ROWS_A_BLOCK);
  }

  #begin({ start_seconds, end_seconds }: TimelineRow): void {
    this.#start_seconds = start_seconds;
    if (this.seconds.length % ROWS_A_BLOCK === 0) this.blocks.push(new Histogram());
    for (const name of [...ADDED, 'latency_sum', 'running'] as const) this[name].push(0);
    this.seconds.push(end_seconds - start_seconds);
  }
}

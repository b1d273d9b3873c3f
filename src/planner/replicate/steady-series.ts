import type { Observer, TimelineRow } from '../../simulation/run/observation.js';
import { Histogram } from '../../statistics/histogram.js';

/** Rows that share one histogram of latencies: finer ones would be many, and hold little. */
const ROWS_A_BLOCK = 20;

/** What a run's timeline says of all computes together, interval by interval; for the analysis of its steady state. */
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
    this.arrived[last]! += row.arrived;
    this.completed[last]! += row.completed;
    this.failed[last]! += row.failed;
    this.delayed[last]! += row.delayed;
    this.latency_sum[last]! += row.latency.sum;
    this.cu_seconds[last]! += row.cu_seconds;
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
    for (const series of [
      this.arrived,
      this.completed,
      this.failed,
      this.delayed,
      this.latency_sum,
      this.cu_seconds,
      this.running,
    ]) {
      series.push(0);
    }
    this.seconds.push(end_seconds - start_seconds);
  }
}

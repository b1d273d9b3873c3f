import type { TimelineRow } from '../../simulation/run/observation.js';

/** Six minutes of a day: five to a column of a screen of 80, which has 48 beside a label and a figure. */
const BUCKETS = 240;

/**
 * How load and size went over a run: sums over the computes in a fixed number of equal stretches of time,
 * whatever the length of the run.
 */
export class SparklineSeries {
  /** How long each stretch is. */
  readonly stretch_seconds: number;
  readonly #arrived: Float64Array;
  readonly #cu_seconds: Float64Array;

  /** @param buckets number of stretches */
  constructor(duration_seconds: number, buckets = BUCKETS) {
    this.stretch_seconds = duration_seconds / buckets;
    this.#arrived = new Float64Array(buckets);
    this.#cu_seconds = new Float64Array(buckets);
  }

  /** Adds a row of the timeline; one that crosses stretches is divided in proportion to time. */
  add(row: TimelineRow): void {
    const width = row.end_seconds - row.start_seconds;
    if (!(width > 0) || !(this.stretch_seconds > 0)) return;
    const first = this.#bucketOf(row.start_seconds);
    const last = this.#bucketOf(row.end_seconds);
    for (let bucket = first; bucket <= last; bucket++) {
      const from = Math.max(row.start_seconds, bucket * this.stretch_seconds);
      const to = Math.min(row.end_seconds, (bucket + 1) * this.stretch_seconds);
      const share = first === last ? 1 : Math.max(0, to - from) / width;
      this.#arrived[bucket]! += row.arrived * share;
      this.#cu_seconds[bucket]! += row.cu_seconds * share;
    }
  }

  /** Arrivals a second in each stretch. */
  get arrivals_per_second(): readonly number[] {
    return Array.from(this.#arrived, (arrived) => arrived / this.stretch_seconds);
  }

  /** Mean size in each stretch, a suspended compute counting as 0 CU. */
  get mean_cu(): readonly number[] {
    return Array.from(this.#cu_seconds, (cu_seconds) => cu_seconds / this.stretch_seconds);
  }

  #bucketOf(seconds: number): number {
    return Math.max(0, Math.min(this.#arrived.length - 1, Math.floor(seconds / this.stretch_seconds)));
  }
}

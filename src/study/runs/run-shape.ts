import type { Scenario } from '../../scenario/scenario.js';
import type { Observer, TimelineRow } from '../../simulation/run/observation.js';
import { Histogram } from '../../statistics/histogram.js';

/** Maximum stretches of a shape: the resolution of a drawing. */
const MOST_STRETCHES = 210;

/** The use of a run in stretches of equal length, all computes together: small enough to keep for every replication. */
export interface RunShape {
  /** Of each stretch but the last, which may be shorter. */
  readonly width_seconds: number;
  /** Mean size; 0 while suspended. */
  readonly cu: readonly number[];
  /** Time average of queries running on CPU. */
  readonly load: readonly number[];
  readonly per_second: readonly number[];
  /** 99th percentile of completed queries; `null` if there are none. */
  readonly latency_p99_ms: readonly (number | null)[];
}

/** Adds up the shape of a run while it runs. Rows have to arrive in the order of time. */
export class ShapeMeter implements Observer {
  readonly #width_seconds: number;
  readonly #seconds: number[] = [];
  readonly #cu_seconds: number[] = [];
  readonly #load_seconds: number[] = [];
  readonly #arrived: number[] = [];
  readonly #latency_p99_ms: (number | null)[] = [];
  readonly #latency = new Histogram();
  #began = -1;

  constructor({
    duration_seconds,
    timeline_interval_seconds: interval,
  }: Pick<Scenario, 'duration_seconds' | 'timeline_interval_seconds'>) {
    const intervals = Math.ceil(duration_seconds / interval);
    this.#width_seconds = interval * Math.max(1, Math.ceil(intervals / MOST_STRETCHES));
  }

  timeline({ start_seconds, end_seconds, cu_seconds, load_mean, arrived, latency }: TimelineRow): void {
    const at = Math.floor(start_seconds / this.#width_seconds + 1e-9);
    while (this.#seconds.length <= at) this.#open();
    const seconds = end_seconds - start_seconds;
    if (start_seconds !== this.#began) {
      this.#began = start_seconds;
      this.#seconds[at]! += seconds;
    }
    this.#cu_seconds[at]! += cu_seconds;
    this.#load_seconds[at]! += load_mean * seconds;
    this.#arrived[at]! += arrived;
    this.#latency.merge(latency);
  }

  decision(): void {
    // Only the timeline counts.
  }

  /** The shape so far. */
  get shape(): RunShape {
    this.#close();
    const rate = (sums: readonly number[]) => sums.map((sum, at) => sum / (this.#seconds[at]! || 1));
    return {
      width_seconds: this.#width_seconds,
      cu: rate(this.#cu_seconds),
      load: rate(this.#load_seconds),
      per_second: rate(this.#arrived),
      latency_p99_ms: [...this.#latency_p99_ms],
    };
  }

  #open(): void {
    this.#close();
    for (const sums of [this.#seconds, this.#cu_seconds, this.#load_seconds, this.#arrived]) sums.push(0);
    this.#latency_p99_ms.push(null);
  }

  /** Closes a stretch: its percentile is known when the next one begins. */
  #close(): void {
    if (this.#latency.count === 0) return;
    this.#latency_p99_ms[this.#latency_p99_ms.length - 1] = this.#latency.quantile(0.99) * 1000;
    this.#latency.clear();
  }
}

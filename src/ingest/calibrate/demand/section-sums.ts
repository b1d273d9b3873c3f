import { sum } from '../../../kernel/sums.js';
import { Histogram } from '../../../statistics/histogram.js';

/** Parts that a recording is cut into: enough for a deviation, and each long enough to stand alone. */
export const SECTIONS = 20;
/** The resolution of a server's clock; seconds. */
const MIN_LATENCY_SECONDS = 1e-6;

/** Sums over the latencies of one load, by sections of equal length of when their queries arrived. */
export class SectionSums {
  readonly sums = new Float64Array(SECTIONS);
  readonly squares = new Float64Array(SECTIONS);
  /** Of natural logarithms. */
  readonly logs = new Float64Array(SECTIONS);
  readonly latency = new Histogram();
  readonly #width: number;
  count = 0;

  constructor(duration_seconds: number) {
    this.#width = duration_seconds / SECTIONS;
  }

  add(arrived_seconds: number, latency_seconds: number): void {
    const section = Math.min(SECTIONS - 1, Math.max(0, Math.floor(arrived_seconds / this.#width)));
    this.count += 1;
    this.sums[section]! += latency_seconds;
    this.squares[section]! += latency_seconds * latency_seconds;
    this.logs[section]! += Math.log(Math.max(latency_seconds, MIN_LATENCY_SECONDS));
    this.latency.add(latency_seconds);
  }

  /** Mean latency, in seconds. */
  get mean(): number {
    return sum(this.sums) / this.count;
  }

  get meanLog(): number {
    return sum(this.logs) / this.count;
  }

  get meanSquare(): number {
    return sum(this.squares) / this.count;
  }
}

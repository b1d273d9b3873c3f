import { wholeDown } from '../../kernel/whole-steps.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Observer, TimelineRow } from '../../simulation/run/observation.js';

/** Maximum stretches of a shape: the resolution of a drawing. */
const MOST_STRETCHES = 210;

/** The use of a run in stretches of equal length, all computes together. */
export interface RunShape {
  /** Of each stretch but the last, which may be shorter. */
  readonly width_seconds: number;
  /** Mean size; 0 while suspended. */
  readonly cu: readonly number[];
  readonly per_second: readonly number[];
}

/** Adds up the shape of a run while it runs. Rows have to arrive in the order of time. */
export class ShapeMeter implements Observer {
  readonly #width_seconds: number;
  readonly #seconds: number[] = [];
  readonly #cu_seconds: number[] = [];
  readonly #arrived: number[] = [];
  #began = -1;

  constructor({
    duration_seconds,
    timeline_interval_seconds: interval,
  }: Pick<Scenario, 'duration_seconds' | 'timeline_interval_seconds'>) {
    const intervals = Math.ceil(duration_seconds / interval);
    this.#width_seconds = interval * Math.max(1, Math.ceil(intervals / MOST_STRETCHES));
  }

  timeline({ start_seconds, end_seconds, cu_seconds, arrived }: TimelineRow): void {
    const at = wholeDown(start_seconds / this.#width_seconds);
    while (this.#seconds.length <= at) {
      for (const sums of [this.#seconds, this.#cu_seconds, this.#arrived]) sums.push(0);
    }
    if (start_seconds !== this.#began) {
      this.#began = start_seconds;
      this.#seconds[at]! += end_seconds - start_seconds;
    }
    this.#cu_seconds[at]! += cu_seconds;
    this.#arrived[at]! += arrived;
  }

  decision(): void {
    // Only the timeline counts.
  }

  /** The shape so far. */
  get shape(): RunShape {
    const rate = (sums: readonly number[]) => sums.map((sum, at) => sum / (this.#seconds[at]! || 1));
    return {
      width_seconds: this.#width_seconds,
      cu: rate(this.#cu_seconds),
      per_second: rate(this.#arrived),
    };
  }
}

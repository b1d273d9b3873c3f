import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import { ExactSum } from '../../statistics/exact-sum.js';
import { Histogram } from '../../statistics/histogram.js';
import type { TimelineRow } from '../run/observation.js';

/** The states in ascending order of precedence for a fleet: one active compute makes it active. */
const STATES: readonly ComputeState[] = ['idle', 'init', 'restarting', 'starting', 'active'];

const TIMES = ['cu_seconds', 'active_seconds'] as const;
const COUNTS = [
  'arrived',
  'completed',
  'failed',
  'refused',
  'sent_bytes',
  'attempts',
  'retries',
  'dropped',
  'wakes',
  'delayed',
] as const;
const LEVELS = ['load_mean', 'connections_mean', 'connections_max'] as const;

/** Figures that are summed over the computes. */
const SUMMED = ['cu', ...TIMES, ...LEVELS, ...COUNTS] as const satisfies readonly (keyof TimelineRow)[];

/** Figures before the sums in the array form: start, end, state. */
const HEAD = 3;

/**
 * One interval of the timeline of a fleet, or of a part of it: the rows of its computes, added up one by one. Sums are
 * exact, so that they do not depend on how the fleet was divided.
 */
export class FleetInterval {
  readonly start_seconds: number;
  readonly end_seconds: number;
  #state = 0;
  readonly #sums = SUMMED.map(() => new ExactSum());
  readonly #pages_read = new ExactSum();
  readonly #pages_missed = new ExactSum();
  /** Counts are exact in the histogram, the sum of latencies is not. */
  readonly #latency = new Histogram();
  readonly #latency_seconds = new ExactSum();

  constructor(start_seconds: number, end_seconds: number) {
    this.start_seconds = start_seconds;
    this.end_seconds = end_seconds;
  }

  /** Adds the row of a compute, and the pages it read. */
  add(row: TimelineRow, pages: { readonly pages_read: number; readonly pages_missed: number }): void {
    this.#state = Math.max(this.#state, STATES.indexOf(row.state));
    for (let field = 0; field < SUMMED.length; field++) this.#sums[field]!.add(row[SUMMED[field]!]);
    this.#pages_read.add(pages.pages_read);
    this.#pages_missed.add(pages.pages_missed);
    this.#latency.merge(row.latency);
    this.#latency_seconds.add(row.latency.sum);
  }

  /** Adds the same interval of another part of the fleet; exact. */
  merge(other: FleetInterval): void {
    this.#state = Math.max(this.#state, other.#state);
    this.#allSums.forEach((sum, field) => {
      sum.merge(other.#allSums[field]!);
    });
    this.#latency.merge(other.#latency);
  }

  /** The sums as a row. @param fleet its name */
  row(fleet: string): TimelineRow {
    const sums = Object.fromEntries(SUMMED.map((field, place) => [field, this.#sums[place]!.value]));
    const pages_read = this.#pages_read.value;
    return {
      start_seconds: this.start_seconds,
      end_seconds: this.end_seconds,
      compute: fleet,
      state: STATES[this.#state]!,
      ...(sums as Readonly<Record<(typeof SUMMED)[number], number>>),
      hit_ratio: pages_read === 0 ? undefined : 1 - this.#pages_missed.value / pages_read,
      latency: this.#latency.withSum(this.#latency_seconds.value),
    };
  }

  /** All figures as numbers, for a message to another thread. */
  toArray(): Float64Array {
    const sums = this.#allSums.flatMap(({ partials }) => [partials.length, ...partials]);
    const latency = this.#latency.toArray();
    const array = new Float64Array(HEAD + sums.length + latency.length);
    array.set([this.start_seconds, this.end_seconds, this.#state]);
    array.set(sums, HEAD);
    array.set(latency, HEAD + sums.length);
    return array;
  }

  /** An interval from the result of {@link toArray}. */
  static fromArray(array: Float64Array): FleetInterval {
    const interval = new FleetInterval(array[0]!, array[1]!);
    interval.#state = array[2]!;
    let place = HEAD;
    for (const sum of interval.#allSums) {
      const end = place + 1 + array[place]!;
      for (place += 1; place < end; place++) sum.add(array[place]!);
    }
    interval.#latency.merge(Histogram.fromArray(array.subarray(place)));
    return interval;
  }

  get #allSums(): readonly ExactSum[] {
    return [...this.#sums, this.#pages_read, this.#pages_missed, this.#latency_seconds];
  }
}

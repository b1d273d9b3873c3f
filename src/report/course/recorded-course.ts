import type { DecisionRow, Observer, TimelineRow } from '../../simulation/run/observation.js';
import { Histogram } from '../../statistics/histogram.js';
import { EVENT_KINDS, EVENT_SLOTS, type EventKind, type Lane, type Series } from './course-data.js';

/** Maximum number of computes with a lane; beyond, only the first ones and all together have one. */
const MAX_LANES = 24;
/** Maximum number of intervals of all lanes; beyond, neighbours are merged. */
const MAX_POINTS = 600_000;
/** Name of the lane of all computes together. */
const ALL_COMPUTES = 'all computes';

/** The kind of event of a decision; other decisions show in the size. */
const EVENT_OF: Readonly<Record<string, EventKind>> = {
  restart: 'restart',
  out_of_memory: 'restart',
  refuse: 'refusal',
  quota_exhausted: 'refusal',
  fault: 'fault',
};

/** Merges the values of two neighbouring intervals. */
type Merge = (a: number, b: number) => number;

/** The intervals of one compute during a run. */
class RecordedLane {
  readonly name: string;
  readonly #columns: { readonly values: number[]; readonly merge: Merge }[] = [];
  readonly #events = new Map<EventKind, Set<number>>(EVENT_KINDS.map((kind) => [kind, new Set()]));
  readonly cu_seconds = this.#column();
  readonly load_seconds = this.#column();
  readonly arrived = this.#column();
  /** Queries that completed or failed for good. */
  readonly left = this.#column();
  readonly latency_p99_ms = this.#column(Math.max);
  readonly connections_max = this.#column(Math.max);
  /** Hits of the cache weighted by the queries that completed, and those queries. */
  readonly hits = this.#column();
  readonly readers = this.#column();

  constructor(name: string) {
    this.name = name;
  }

  /** Adds an empty interval. */
  extend(): void {
    for (const { values } of this.#columns) values.push(0);
  }

  add(at: number, row: TimelineRow): void {
    this.cu_seconds[at]! += row.cu_seconds;
    this.load_seconds[at]! += row.load_mean * (row.end_seconds - row.start_seconds);
    this.arrived[at]! += row.arrived;
    this.left[at]! += row.completed + row.failed;
    this.connections_max[at]! += row.connections_max;
    if (row.hit_ratio !== undefined) {
      const readers = Math.max(1, row.completed);
      this.hits[at]! += row.hit_ratio * readers;
      this.readers[at]! += readers;
    }
  }

  mark(kind: EventKind, slot: number): void {
    this.#events.get(kind)!.add(slot);
  }

  /** Merges every two intervals. */
  halve(): void {
    for (const { values, merge } of this.#columns) {
      const half = Math.ceil(values.length / 2);
      for (let index = 0; index < half; index++) {
        values[index] = merge(values[2 * index]!, values[2 * index + 1] ?? 0);
      }
      values.length = half;
    }
  }

  /** @param widthOf an interval, in seconds */
  lane(widthOf: (index: number) => number): Lane {
    const mean = (sums: readonly number[]) => rounded(sums.map((sum, index) => sum / widthOf(index)));
    let inside = 0;
    const waiting = this.arrived.map((arrived, index) => (inside += arrived - this.left[index]!));
    const ratio = (hits: number, index: number) => {
      const readers = this.readers[index]!;
      return readers > 0 ? hits / readers : null;
    };
    return {
      name: this.name,
      series: {
        size: mean(this.cu_seconds),
        load: mean(this.load_seconds),
        queries: mean(this.arrived),
        waiting,
        latency: rounded(this.latency_p99_ms.map((value) => (value > 0 ? value : null))),
        connections: this.connections_max,
        cache: rounded(this.hits.map(ratio)),
      },
      events: Object.fromEntries(
        [...this.#events].map(([kind, slots]) => [kind, [...slots].sort((a, b) => a - b)]),
      ) as unknown as Lane['events'],
    };
  }

  #column(merge: Merge = (a, b) => a + b): number[] {
    const values: number[] = [];
    this.#columns.push({ values, merge });
    return values;
  }
}

/**
 * The course of a run for the page, of each compute and of all together, in bounded memory: a run of more intervals
 * than a page can show is kept at half the resolution, repeatedly if necessary.
 */
export class RecordedCourse implements Observer {
  readonly #computes: number;
  readonly #duration_seconds: number;
  readonly #lanes: ReadonlyMap<string, RecordedLane>;
  readonly #whole = new RecordedLane(ALL_COMPUTES);
  readonly #merged = new Histogram();
  #began = -1;
  /** Original intervals per stored one. */
  #merge = 1;
  #width_seconds = 0;
  #end_seconds = 0;

  constructor(computes: readonly { readonly name: string }[], duration_seconds: number) {
    this.#computes = computes.length;
    this.#duration_seconds = duration_seconds;
    this.#lanes = new Map(computes.slice(0, MAX_LANES).map(({ name }) => [name, new RecordedLane(name)]));
  }

  /** Adds a row; rows of one interval are consecutive. */
  timeline(row: TimelineRow): void {
    if (row.start_seconds !== this.#began) this.#nextInterval(row);
    this.#end_seconds = row.end_seconds;
    const at = this.length - 1;
    this.#whole.add(at, row);
    this.#merged.merge(row.latency);
    const lane = this.#lanes.get(row.compute);
    lane?.add(at, row);
    if (lane !== undefined) raise(lane.latency_p99_ms, at, row.latency);
    if (row.failed > 0) this.#mark('failed', (row.start_seconds + row.end_seconds) / 2, lane);
  }

  /** Adds a decision, if it is an event. */
  decision({ decision, compute, time_seconds }: DecisionRow): void {
    const kind = EVENT_OF[decision];
    if (kind !== undefined) this.#mark(kind, time_seconds, this.#lanes.get(compute));
  }

  /** Computes without a lane. */
  get lanesLeftOut(): number {
    return this.#computes - this.#lanes.size;
  }

  /** Original intervals per stored one. */
  get merged(): number {
    return this.#merge;
  }

  /** Width of the stored intervals, in seconds. */
  get width_seconds(): number {
    return this.#width_seconds * this.#merge;
  }

  /** Number of stored intervals per lane. */
  get length(): number {
    return this.#whole.arrived.length;
  }

  /** All computes together if there are several, then each. */
  lanes(): readonly Lane[] {
    this.#closeInterval();
    const width = this.width_seconds;
    const widthOf = (index: number): number => Math.min(width, this.#end_seconds - index * width);
    const lanes = [...this.#lanes.values()];
    const all = this.#computes > 1 ? [this.#whole, ...lanes] : lanes;
    return all.map((lane) => lane.lane(widthOf));
  }

  #mark(kind: EventKind, seconds: number, lane: RecordedLane | undefined): void {
    const slot = Math.min(EVENT_SLOTS - 1, Math.floor((seconds / this.#duration_seconds) * EVENT_SLOTS));
    this.#whole.mark(kind, slot);
    lane?.mark(kind, slot);
  }

  #nextInterval(row: TimelineRow): void {
    if (this.#began < 0) this.#width_seconds = row.end_seconds - row.start_seconds;
    this.#began = row.start_seconds;
    this.#closeInterval();
    // Rounding: the interval's beginning is a multiple of the width except for its last digits.
    const place = Math.floor(row.start_seconds / this.width_seconds + 0.5 / this.#merge);
    if (place < this.length) return;
    for (const lane of [this.#whole, ...this.#lanes.values()]) lane.extend();
    if (this.length * (this.#lanes.size + 1) > MAX_POINTS) {
      for (const lane of [this.#whole, ...this.#lanes.values()]) lane.halve();
      this.#merge *= 2;
    }
  }

  /** Computes the percentile of all computes together, after the last row of the interval. */
  #closeInterval(): void {
    raise(this.#whole.latency_p99_ms, this.length - 1, this.#merged);
    this.#merged.clear();
  }
}

/** Values with four significant digits, which suffice for any curve. */
export function rounded(values: Series): Series {
  return values.map((value) =>
    value === null || (Number.isInteger(value) && Math.abs(value) < 1e4)
      ? value
      : Number(value.toPrecision(4)),
  );
}

/** Raises a percentile to that of a histogram. */
function raise(values: number[], at: number, latency: Histogram): void {
  if (latency.count === 0) return;
  values[at] = Math.max(values[at]!, latency.quantile(0.99) * 1000);
}

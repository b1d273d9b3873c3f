import type { TimelineRow } from '../../../simulation/run/observation.js';
import { Histogram } from '../../../statistics/histogram.js';
import { packLogarithms, packMeasurements, packNumbers } from './pack-numbers.js';
import type { PackedLane, PackedTimeline } from './page-data.js';

/** Computes whose timeline is kept; of more, only the first and the whole. */
export const MAX_LANES = 24;
/** Intervals kept of all lanes together; beyond it, every two neighbours become one. */
const MAX_POINTS = 600_000;
/** Name of the lane of all computes together. */
const ALL = 'all computes';

/** The intervals of one compute while a run goes on. */
class Lane {
  readonly name: string;
  readonly cu_seconds: number[] = [];
  readonly load_seconds: number[] = [];
  readonly arrived: number[] = [];
  readonly failed: number[] = [];
  readonly latency_p99_ms: number[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** Makes room for one more interval. */
  extend(): void {
    for (const values of this.#columns()) values.push(0);
  }

  add(at: number, row: TimelineRow): void {
    this.cu_seconds[at]! += row.cu_seconds;
    this.load_seconds[at]! += row.load_mean * (row.end_seconds - row.start_seconds);
    this.arrived[at]! += row.arrived;
    this.failed[at]! += row.failed;
  }

  /** Makes one interval of every two. */
  halve(): void {
    for (const values of this.#columns()) {
      const merge = values === this.latency_p99_ms ? Math.max : (a: number, b: number) => a + b;
      const half = Math.ceil(values.length / 2);
      for (let index = 0; index < half; index++) {
        values[index] = merge(values[2 * index]!, values[2 * index + 1] ?? 0);
      }
      values.length = half;
    }
  }

  #columns(): readonly number[][] {
    return [this.cu_seconds, this.load_seconds, this.arrived, this.failed, this.latency_p99_ms];
  }
}

/**
 * The timeline of a run for the page, of each compute and of all together, in bounded memory: a run of more intervals
 * than a page can show is kept at half the resolution, as often as it takes.
 */
export class RecordedTimeline {
  readonly #lanes = new Map<string, Lane>();
  readonly #whole = new Lane(ALL);
  readonly #merged = new Histogram();
  readonly #computes = new Set<string>();
  #began = -1;
  /** Original intervals in one that is kept. */
  #merge = 1;
  #width_seconds = 0;
  #end_seconds = 0;

  /** Takes in a row; those of one interval follow each other. */
  add(row: TimelineRow): void {
    if (row.start_seconds !== this.#began) this.#nextInterval(row);
    this.#end_seconds = row.end_seconds;
    this.#computes.add(row.compute);
    const at = this.#whole.arrived.length - 1;
    this.#whole.add(at, row);
    this.#merged.merge(row.latency);
    const lane = this.#laneOf(row.compute, at);
    if (lane === undefined) return;
    lane.add(at, row);
    raise(lane.latency_p99_ms, at, row.latency);
  }

  /** Computes whose timeline is not among the lanes. */
  get lanesLeftOut(): number {
    return Math.max(0, this.#computes.size - this.#lanes.size);
  }

  /** Original intervals in each that was kept. */
  get merged(): number {
    return this.#merge;
  }

  /** Width of the intervals that were kept, in seconds. */
  get width_seconds(): number {
    return this.#width_seconds * this.#merge;
  }

  /** Intervals that were kept of each lane. */
  get length(): number {
    return this.#whole.arrived.length;
  }

  /** The names of the lanes, in the order in which they are packed. */
  get laneNames(): readonly string[] {
    return this.#packedLanes().map(({ name }) => name);
  }

  /** What was kept, for the page. */
  packed(): PackedTimeline {
    const { width_seconds } = this;
    this.#closeInterval();
    return { width_seconds, lanes: this.#packedLanes().map((lane) => this.#packedLane(lane)) };
  }

  #packedLanes(): readonly Lane[] {
    const lanes = [...this.#lanes.values()];
    return this.#computes.size > 1 ? [this.#whole, ...lanes] : lanes;
  }

  #packedLane(lane: Lane): PackedLane {
    const mean = (sums: readonly number[]) => sums.map((sum, index) => sum / this.#widthOf(index));
    return {
      name: lane.name,
      cu: packMeasurements(mean(lane.cu_seconds), 1e-3),
      load: packLogarithms(mean(lane.load_seconds), 1e-4),
      arrived: packNumbers(lane.arrived),
      failed: packNumbers(lane.failed),
      latency_p99_ms: packLogarithms(lane.latency_p99_ms, 1e-3),
    };
  }

  #widthOf(index: number): number {
    const width = this.width_seconds;
    return Math.min(width, this.#end_seconds - index * width);
  }

  #nextInterval(row: TimelineRow): void {
    if (this.#began < 0) this.#width_seconds = row.end_seconds - row.start_seconds;
    this.#began = row.start_seconds;
    this.#closeInterval();
    // Rounding: the interval's beginning is a multiple of the width but for its last digits.
    const place = Math.floor(row.start_seconds / this.width_seconds + 0.5 / this.#merge);
    if (place < this.length) return;
    for (const lane of [this.#whole, ...this.#lanes.values()]) lane.extend();
    if (this.length * (this.#lanes.size + 1) > MAX_POINTS) {
      for (const lane of [this.#whole, ...this.#lanes.values()]) lane.halve();
      this.#merge *= 2;
    }
  }

  /** The percentile of all computes together is known when the interval has been told of every one of them. */
  #closeInterval(): void {
    raise(this.#whole.latency_p99_ms, this.length - 1, this.#merged);
    this.#merged.clear();
  }

  #laneOf(compute: string, at: number): Lane | undefined {
    const known = this.#lanes.get(compute);
    if (known !== undefined || this.#lanes.size >= MAX_LANES) return known;
    const lane = new Lane(compute);
    for (let index = 0; index <= at; index++) lane.extend();
    this.#lanes.set(compute, lane);
    return lane;
  }
}

/** Raises a percentile to that of a histogram. */
function raise(values: number[], at: number, latency: Histogram): void {
  if (latency.count === 0) return;
  values[at] = Math.max(values[at]!, latency.quantile(0.99) * 1000);
}

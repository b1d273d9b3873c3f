import type { RunningCost } from '../../../cost/running-cost.js';
import type { RunShape } from '../../../simulation/outcome/run-shape.js';
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

/** What the intervals of one compute, or of all together, came to; `null` where nothing was measured. */
export interface LaneValues extends Omit<RunShape, 'width_seconds'> {
  readonly failed: readonly number[];
  /** Most at once; of all computes together, the most of any of them. */
  readonly connections_max: readonly number[];
  readonly cache_hit_ratio: readonly (number | null)[];
  /** Without a monthly fee or minimum, which do not depend on the interval. */
  readonly cost_so_far_usd: readonly number[];
}

/** Makes one value of those of two neighbours. */
type Merge = (a: number, b: number) => number;

/** The intervals of one compute while a run goes on. */
class Lane {
  readonly name: string;
  readonly #columns: { readonly values: number[]; readonly merge: Merge }[] = [];
  readonly cu_seconds = this.#column();
  readonly load_seconds = this.#column();
  readonly arrived = this.#column();
  readonly failed = this.#column();
  readonly latency_p99_ms = this.#column(Math.max);
  readonly connections_max = this.#column(Math.max);
  readonly cost_usd = this.#column();
  /** Hits of the cache weighted by the queries that completed, and those queries. */
  readonly hits = this.#column();
  readonly readers = this.#column();

  constructor(name: string) {
    this.name = name;
  }

  /** Makes room for one more interval. */
  extend(): void {
    for (const { values } of this.#columns) values.push(0);
  }

  add(at: number, row: TimelineRow, cost_usd: number): void {
    this.cu_seconds[at]! += row.cu_seconds;
    this.load_seconds[at]! += row.load_mean * (row.end_seconds - row.start_seconds);
    this.arrived[at]! += row.arrived;
    this.failed[at]! += row.failed;
    this.connections_max[at]! = Math.max(this.connections_max[at]!, row.connections_max);
    this.cost_usd[at]! += cost_usd;
    if (row.hit_ratio !== undefined) {
      const readers = Math.max(1, row.completed);
      this.hits[at]! += row.hit_ratio * readers;
      this.readers[at]! += readers;
    }
  }

  /** Makes one interval of every two. */
  halve(): void {
    for (const { values, merge } of this.#columns) {
      const half = Math.ceil(values.length / 2);
      for (let index = 0; index < half; index++) {
        values[index] = merge(values[2 * index]!, values[2 * index + 1] ?? 0);
      }
      values.length = half;
    }
  }

  #column(merge: Merge = (a, b) => a + b): number[] {
    const values: number[] = [];
    this.#columns.push({ values, merge });
    return values;
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
  readonly #cost: RunningCost | undefined;
  readonly #costs = new Map<string, number>();

  /** @param cost what the project has cost so far; nothing is said of money without it */
  constructor(cost?: RunningCost) {
    this.#cost = cost;
  }

  /** Takes in a row; those of one interval follow each other. */
  add(row: TimelineRow): void {
    if (row.start_seconds !== this.#began) this.#nextInterval(row);
    this.#end_seconds = row.end_seconds;
    this.#computes.add(row.compute);
    const at = this.#whole.arrived.length - 1;
    const cost_usd = this.#costOf(row);
    this.#whole.add(at, row, cost_usd);
    this.#merged.merge(row.latency);
    const lane = this.#laneOf(row.compute, at);
    if (lane === undefined) return;
    lane.add(at, row, cost_usd);
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

  /** What the first lane shows, as drawings without a script need it. */
  values(): LaneValues {
    this.#closeInterval();
    return this.#valuesOf(this.#packedLanes()[0] ?? this.#whole);
  }

  /** Mean sizes of each compute that is a lane of its own. */
  sizes(): readonly { readonly name: string; readonly cu: readonly number[] }[] {
    return [...this.#lanes.values()].map((lane) => ({ name: lane.name, cu: this.#valuesOf(lane).cu }));
  }

  #valuesOf(lane: Lane): LaneValues {
    const mean = (sums: readonly number[]) => sums.map((sum, index) => sum / this.#widthOf(index));
    const measured = (values: readonly number[]) => values.map((value) => (value > 0 ? value : null));
    return {
      cu: mean(lane.cu_seconds),
      load: mean(lane.load_seconds),
      per_second: mean(lane.arrived),
      failed: lane.failed,
      latency_p99_ms: measured(lane.latency_p99_ms),
      connections_max: lane.connections_max,
      cache_hit_ratio: lane.hits.map((hits, index) =>
        lane.readers[index]! > 0 ? hits / lane.readers[index]! : null,
      ),
      cost_so_far_usd: summedUp(lane.cost_usd),
    };
  }

  #costOf({ compute, start_seconds, end_seconds, cu_seconds }: TimelineRow): number {
    if (this.#cost === undefined) return 0;
    const before = this.#costs.get(compute) ?? 0;
    const now = this.#cost.add(compute, start_seconds, end_seconds, cu_seconds);
    this.#costs.set(compute, now);
    return now - before;
  }

  #packedLanes(): readonly Lane[] {
    const lanes = [...this.#lanes.values()];
    return this.#computes.size > 1 ? [this.#whole, ...lanes] : lanes;
  }

  #packedLane(lane: Lane): PackedLane {
    const { cu, load, cache_hit_ratio, cost_so_far_usd } = this.#valuesOf(lane);
    return {
      name: lane.name,
      cu: packMeasurements(cu, 1e-3),
      load: packLogarithms(load, 1e-4),
      arrived: packNumbers(lane.arrived),
      failed: packNumbers(lane.failed),
      latency_p99_ms: packLogarithms(lane.latency_p99_ms, 1e-3),
      connections_max: packNumbers(lane.connections_max),
      // One more than the thousandths of the share; 0: no page was read.
      cache_hit_ratio: packNumbers(
        cache_hit_ratio.map((ratio) => (ratio === null ? 0 : 1 + Math.round(1000 * ratio))),
      ),
      cost_so_far_usd: packMeasurements(cost_so_far_usd, 1e-6),
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

/** The sums of all values up to each. */
function summedUp(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

/** Raises a percentile to that of a histogram. */
function raise(values: number[], at: number, latency: Histogram): void {
  if (latency.count === 0) return;
  values[at] = Math.max(values[at]!, latency.quantile(0.99) * 1000);
}

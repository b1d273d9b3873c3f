import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import { Histogram } from '../../statistics/histogram.js';
import type { ComputeProcess } from '../lifecycle/compute-process.js';
import type { TimelineRow } from '../run/observation.js';

/** The states from the one that says least of a fleet to the one that says most: one active compute makes it active. */
const STATES: readonly ComputeState[] = ['idle', 'init', 'restarting', 'starting', 'active'];

/** The timeline's row of a whole fleet: the rows of its computes for one interval, added up one by one. */
export class FleetRow {
  readonly #name: string;
  readonly #latency = new Histogram();
  #state = 0;
  #sums = emptySums();

  /** @param name of the fleet */
  constructor(name: string) {
    this.#name = name;
  }

  /** Adds the row of a compute whose interval has not been closed yet. */
  add(row: TimelineRow, compute: ComputeProcess): void {
    const sums = this.#sums;
    this.#state = Math.max(this.#state, STATES.indexOf(row.state));
    sums.cu += row.cu;
    sums.cu_seconds += row.cu_seconds;
    sums.active_seconds += row.active_seconds;
    sums.load_mean += row.load_mean;
    sums.connections_mean += row.connections_mean;
    sums.connections_max += row.connections_max;
    sums.dropped += row.dropped;
    this.#latency.merge(row.latency);
    const { pages_read, pages_missed } = compute.meters.interval();
    sums.pages_read += pages_read;
    sums.pages_missed += pages_missed;
    sums.arrived += row.arrived;
    sums.completed += row.completed;
    sums.failed += row.failed;
    sums.refused += row.refused;
    sums.attempts += row.attempts;
    sums.retries += row.retries;
    sums.wakes += row.wakes;
    sums.delayed += row.delayed;
  }

  /** The sums as a row; its latencies are of the observer until {@link clear}. */
  row(start_seconds: number, end_seconds: number): TimelineRow {
    const { pages_read, pages_missed, ...sums } = this.#sums;
    return {
      start_seconds,
      end_seconds,
      compute: this.#name,
      state: STATES[this.#state]!,
      ...sums,
      hit_ratio: pages_read === 0 ? undefined : 1 - pages_missed / pages_read,
      latency: this.#latency,
    };
  }

  /** Begins the next interval. */
  clear(): void {
    this.#latency.clear();
    this.#state = 0;
    this.#sums = emptySums();
  }
}

function emptySums() {
  return {
    cu: 0,
    cu_seconds: 0,
    active_seconds: 0,
    load_mean: 0,
    connections_mean: 0,
    connections_max: 0,
    arrived: 0,
    completed: 0,
    failed: 0,
    refused: 0,
    attempts: 0,
    retries: 0,
    dropped: 0,
    wakes: 0,
    delayed: 0,
    pages_read: 0,
    pages_missed: 0,
  };
}

import { remembered } from '../../../kernel/remembered.js';
import type { Scenario } from '../../../scenario/scenario.js';
import { SUMMED_OVER_TIME } from '../../../simulation/outcome/fleet-interval.js';
import type { TimelineRow } from '../../../simulation/run/observation.js';
import { Histogram } from '../../../statistics/histogram.js';
import { TIMELINE_FIGURES } from '../../csv/timeline-table.js';
import { type Cell, cellsOf } from '../../text/csv.js';

/** Rows that the sheet may have: with all columns some two seconds of writing. */
const MAX_ROWS = 20_000;

/** How many intervals one row may stand for, so that its width is a time that people know. */
const NEAT = [1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 60];

/** Several intervals of one compute becoming one row. */
type Sum = { -readonly [Figure in keyof TimelineRow]: TimelineRow[Figure] };

interface Open {
  readonly sum: Sum;
  readonly latency: Histogram;
  intervals: number;
  /** Queries that the hit ratio rests on. */
  hits_weight: number;
}

/** What a timeline is cut into. */
type Cut = Pick<Scenario, 'duration_seconds' | 'timeline_interval_seconds'> & {
  readonly computes: readonly unknown[];
};

/** The rows of a timeline, several intervals in one where all are more than a sheet should hold. */
export class TimelineRows {
  /** Intervals in a row. */
  readonly intervals: number;
  /** Seconds that a row stands for. */
  readonly width_seconds: number;
  readonly rows: (readonly Cell[])[] = [];
  /** Rows that did not fit after all: with thousands of computes. */
  dropped = 0;
  readonly #open = new Map<string, Open>();

  constructor({ duration_seconds, timeline_interval_seconds, computes }: Cut) {
    const all = Math.ceil(duration_seconds / timeline_interval_seconds) * Math.max(1, computes.length);
    const needed = Math.ceil(all / MAX_ROWS);
    this.intervals = NEAT.find((each) => each >= needed) ?? needed;
    this.width_seconds = this.intervals * timeline_interval_seconds;
  }

  /** Takes in the next interval of a compute. */
  add(row: TimelineRow): void {
    if (this.intervals === 1) {
      this.#keep(row);
      return;
    }
    const open = remembered(this.#open, row.compute, () => {
      const latency = new Histogram();
      return { sum: { ...row, latency }, latency, intervals: 0, hits_weight: 0 };
    });
    if (open.intervals === 0) begin(open, row);
    else join(open, row);
    if (open.intervals === this.intervals) this.#close(open);
  }

  /** Ends the rows that are still open. */
  close(): void {
    for (const open of this.#open.values()) if (open.intervals > 0) this.#close(open);
  }

  #close(open: Open): void {
    this.#keep(open.sum);
    open.latency.clear();
    open.intervals = 0;
  }

  #keep(row: TimelineRow): void {
    if (this.rows.length < MAX_ROWS) this.rows.push(cellsOf(TIMELINE_FIGURES, row));
    else this.dropped += 1;
  }
}

function begin(open: Open, row: TimelineRow): void {
  const { latency } = open;
  latency.merge(row.latency);
  Object.assign(open.sum, row, { latency });
  open.intervals = 1;
  open.hits_weight = row.hit_ratio === undefined ? 0 : row.completed;
}

/** Adds an interval: counts and integrals are sums, means weigh by time, and the state is that at the end. */
function join(open: Open, row: TimelineRow): void {
  const { sum, latency } = open;
  const [before, width] = [sum.end_seconds - sum.start_seconds, row.end_seconds - row.start_seconds];
  const mean = (one: number, other: number) => (one * before + other * width) / (before + width);
  sum.load_mean = mean(sum.load_mean, row.load_mean);
  sum.connections_mean = mean(sum.connections_mean, row.connections_mean);
  sum.connections_max = Math.max(sum.connections_max, row.connections_max);
  if (row.hit_ratio !== undefined) {
    // Page reads are not told: queries stand for them.
    const weight = open.hits_weight + row.completed;
    const known = sum.hit_ratio ?? row.hit_ratio;
    sum.hit_ratio = weight > 0 ? (known * open.hits_weight + row.hit_ratio * row.completed) / weight : known;
    open.hits_weight = weight;
  }
  for (const figure of SUMMED_OVER_TIME) sum[figure] += row[figure];
  sum.end_seconds = row.end_seconds;
  sum.state = row.state;
  sum.cu = row.cu;
  latency.merge(row.latency);
  open.intervals += 1;
}

/**
 * What the script of a run's page reads, as JSON inside the page. Series of numbers are packed: differences of whole numbers
 * as bytes, in base64.
 */
export interface PageData {
  /** Unix time of the run's beginning. */
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
  readonly timeline: PackedTimeline;
  readonly decisions: PackedDecisions;
}

/** Whole numbers × `step`; `length` of them. */
export interface PackedNumbers {
  readonly length: number;
  readonly step: number;
  /** Differences from one to the next, as `pack-numbers.ts` writes them. */
  readonly base64: string;
}

/** Numbers told apart to half a per cent: whole steps of their logarithm, each e^(1/200); 0 stands for nothing. */
export interface PackedLogarithms {
  /** The number that is one step. */
  readonly least: number;
  readonly steps: PackedNumbers;
}

/** Load and size over time: of each compute, and of all of them together where there are several. */
export interface PackedTimeline {
  /** Width of an interval; the last may be shorter. */
  readonly width_seconds: number;
  readonly lanes: readonly PackedLane[];
}

/** The timeline of one compute: a value for each interval. */
export interface PackedLane {
  readonly name: string;
  /** Mean size, nothing while suspended. */
  readonly cu: PackedNumbers;
  /** Time average of queries running on CPU. */
  readonly load: PackedLogarithms;
  readonly arrived: PackedNumbers;
  /** Queries that failed for good. */
  readonly failed: PackedNumbers;
  /** 99th percentile of what completed, or the highest of those of merged intervals; 0: nothing completed. */
  readonly latency_p99_ms: PackedLogarithms;
}

/** Columns of the decision log; `compute`, `decision`, `state`, `wording`: places in the texts of that name. */
export type PackedColumn =
  | 'time_ms'
  | 'compute'
  | 'decision'
  | 'state'
  | 'cu_before'
  | 'cu_after'
  | 'wording';

/** The decision log: a value for each row in every column. */
export interface PackedDecisions extends Readonly<Record<PackedColumn, PackedNumbers>> {
  readonly computes: readonly string[];
  readonly decisions: readonly string[];
  readonly states: readonly string[];
  /** Reasons with a `\u0000` in place of each figure. */
  readonly wordings: readonly string[];
  /** The figures of all reasons in their order, with a blank between. */
  readonly figures: string;
}

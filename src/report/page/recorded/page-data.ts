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
  /** Marks of the whole run where the decision log has been cut; absent where it is whole. */
  readonly marks?: PackedMarks | undefined;
  /** By lane, in the order of the timeline's. */
  readonly limits: readonly LaneLimits[];
  /** All replications together; absent for a single run. */
  readonly replications?: PackedReplications | undefined;
}

/** The mean of all replications in each stretch of time, and between which they lie; all computes together. */
export interface PackedReplications {
  readonly count: number;
  readonly width_seconds: number;
  readonly cu: PackedBand<PackedNumbers>;
  readonly load: PackedBand<PackedLogarithms>;
  readonly per_second: PackedBand<PackedLogarithms>;
  /** 0: nothing completed in any replication. */
  readonly latency_p99_ms: PackedBand<PackedLogarithms>;
}

/** A value for each stretch of time, and its extremes. */
export interface PackedBand<Packed> {
  readonly mean: Packed;
  readonly low: Packed;
  readonly high: Packed;
}

/** Limits that curves are held against; `null` where there is none, or where they differ. */
export interface LaneLimits {
  readonly min_cu: number | null;
  readonly max_cu: number | null;
  readonly latency_p99_ms: number | null;
  readonly max_connections: number | null;
}

/** Moments of marks by compute and kind, as places of parts of the run; the compute without a name is all of them. */
export interface PackedMarks {
  readonly width_seconds: number;
  readonly lanes: readonly {
    readonly compute: string;
    readonly kinds: Readonly<Record<string, PackedNumbers>>;
  }[];
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
  /** Most connections at once. */
  readonly connections_max: PackedNumbers;
  /** One more than the thousandths of the pages that the cache had; 0: none was read. */
  readonly cache_hit_ratio: PackedNumbers;
  readonly cost_so_far_usd: PackedNumbers;
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

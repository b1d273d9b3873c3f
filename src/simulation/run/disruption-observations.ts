import type { Histogram } from '../../statistics/histogram.js';

/** Why all connections of a compute were cut; `wake`: those whom a wake let in were too many for it. */
export type DisruptionCause = 'restart' | 'suspend' | 'crash' | 'zone_loss' | 'out_of_memory' | 'wake';

/** One disruption: a cut of all connections, and what came of it. */
export interface DisruptionObservation extends Omit<DisruptionSums, 'count'> {
  readonly at_seconds: number;
  /** Of the first cut, where others followed before everybody was back. */
  readonly cause: DisruptionCause;
  /** From the cut until half of the disturbed queries, and 99 %, were back; `undefined` when they never were. */
  readonly recovery_p50_seconds: number | undefined;
  readonly recovery_p99_seconds: number | undefined;
}

/** Sums over disruptions. */
export interface DisruptionSums {
  readonly count: number;
  readonly connections_dropped: number;
  /** Attempts that were being worked on when the connections were cut. */
  readonly queries_cut: number;
  /** Queries that were cut, held, refused or given up; each is back, lost, or still out when the run ends. */
  readonly disturbed: number;
  readonly back: number;
  readonly lost: number;
  /** Time in which they were held, stood in the pooler's line or failed. */
  readonly trouble_seconds: number;
}

/** All disruptions of a compute. */
export interface DisruptionObservations {
  /** Sums by cause, in alphabetical order. */
  readonly by_cause: Readonly<Partial<Record<DisruptionCause, DisruptionSums>>>;
  /** Some of them whole, by time: the first 50, and of the others the 50 that disturbed most; of a tenant 3 each. */
  readonly kept: readonly DisruptionObservation[];
  /** Seconds from the cut until each disturbed query was back, over all disruptions. */
  readonly recovery: Histogram;
}

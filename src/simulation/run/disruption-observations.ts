import type { Histogram } from '../../statistics/histogram.js';

/** Why all connections of a compute were cut; `wake`: the clients admitted by a wake overloaded it. */
export type DisruptionCause = 'restart' | 'suspend' | 'crash' | 'zone_loss' | 'out_of_memory' | 'wake';

/** One disruption: a cut of all connections, and its effects. */
export interface DisruptionObservation extends Omit<DisruptionSums, 'count'> {
  readonly at_seconds: number;
  /** The cause of the first cut, if others followed before all clients were back. */
  readonly cause: DisruptionCause;
  /** From the cut until half of the disturbed queries, and 99 %, had recovered; `undefined` if they never did. */
  readonly recovery_p50_seconds: number | undefined;
  readonly recovery_p99_seconds: number | undefined;
}

/** Sums over disruptions. */
export interface DisruptionSums {
  readonly count: number;
  readonly connections_dropped: number;
  /** Attempts in progress when the connections were cut. */
  readonly queries_cut: number;
  /** Queries that were cut, held, refused or given up; each has recovered, is lost, or is still out at the end. */
  readonly disturbed: number;
  readonly back: number;
  readonly lost: number;
  /** Time during which they were held, waited in the pooler's queue or failed. */
  readonly trouble_seconds: number;
}

/** All disruptions of a compute. */
export interface DisruptionObservations {
  /** Sums by cause, in alphabetical order. */
  readonly by_cause: Readonly<Partial<Record<DisruptionCause, DisruptionSums>>>;
  /** Some in full, by time: the first 50, and the 50 most severe others; 3 of each for a tenant. */
  readonly kept: readonly DisruptionObservation[];
  /** Seconds from the cut until each disturbed query recovered, over all disruptions. */
  readonly recovery: Histogram;
}

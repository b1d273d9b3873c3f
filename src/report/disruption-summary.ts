import type {
  DisruptionCause,
  DisruptionObservation,
  DisruptionObservations,
  DisruptionSums,
} from '../simulation/observation.js';
import { shareReached } from '../statistics/share-reached.js';

/** One disruption; figures that were never reached are `null`. */
export interface DisruptionFigures
  extends Omit<DisruptionObservation, 'recovery_p50_seconds' | 'recovery_p99_seconds'> {
  readonly recovery_p50_seconds: number | null;
  readonly recovery_p99_seconds: number | null;
}

/** All disruptions of a compute, or of a project. */
export interface DisruptionSummary extends DisruptionSums {
  /**
   * From a disruption's beginning until half of all disturbed queries, and 99 %, were back; `null` when more
   * of them were lost or still out at the end, or none was disturbed.
   */
  readonly recovery_p50_seconds: number | null;
  readonly recovery_p99_seconds: number | null;
  /** Sums by cause. */
  readonly by_cause: Readonly<Partial<Record<DisruptionCause, DisruptionSums>>>;
  /** Some of them whole, by time: of each compute the first 50, and the 50 others that disturbed most; of a tenant 3 each. */
  readonly kept: readonly DisruptionFigures[];
}

/** The figures of disruptions. */
export function disruptionSummary({ by_cause, kept, recovery }: DisruptionObservations): DisruptionSummary {
  const sums = Object.values(by_cause);
  const sum = (figure: keyof DisruptionSums): number => sums.reduce((total, each) => total + each[figure], 0);
  const disturbed = sum('disturbed');
  return {
    count: sum('count'),
    connections_dropped: sum('connections_dropped'),
    queries_cut: sum('queries_cut'),
    disturbed,
    back: sum('back'),
    lost: sum('lost'),
    recovery_p50_seconds: shareReached(recovery, 0.5, disturbed) ?? null,
    recovery_p99_seconds: shareReached(recovery, 0.99, disturbed) ?? null,
    by_cause,
    kept: kept.map((each) => ({
      ...each,
      recovery_p50_seconds: each.recovery_p50_seconds ?? null,
      recovery_p99_seconds: each.recovery_p99_seconds ?? null,
    })),
  };
}

/** How many disruptions there were of each cause. */
export function disruptionCounts({ by_cause }: DisruptionSummary): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(by_cause).map(([cause, { count }]) => [cause, count]));
}

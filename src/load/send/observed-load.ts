import { nothingMeasured } from '../../adapter/observe/observed-run.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import type { ObservedLoad } from './observe-load.js';

/** Where a client sees nothing. */
const UNKNOWN = Number.NaN;

/** What clients saw of a load, in the form of a run's observations; what they cannot see is NaN, or empty. */
export function observedLoad({ compute, duration_seconds, record }: ObservedLoad): RunObservations {
  const { arrived, completed, failed, made, retried, peak, refused, dropped } = record;
  return {
    duration_seconds,
    quota_exhausted_seconds: UNKNOWN,
    events_fired: UNKNOWN,
    computes: [
      {
        ...nothingMeasured(),
        name: compute,
        active_seconds: UNKNOWN,
        suspended_seconds: UNKNOWN,
        starting_seconds: UNKNOWN,
        restarting_seconds: UNKNOWN,
        cu_seconds: UNKNOWN,
        cu_seconds_by_month: [],
        active_cu_seconds: UNKNOWN,
        max_cu: UNKNOWN,
        wakes: UNKNOWN,
        suspends: UNKNOWN,
        restarts: UNKNOWN,
        arrived,
        completed,
        failed,
        in_flight: record.inFlight,
        failed_by_error: record.failedByError,
        retried_by_error: record.retriedByError,
        attempts: { made, completed, failed, retried, open: record.attemptsOpen },
        latency: record.latency,
        connections: {
          limit: UNKNOWN,
          peak,
          mean: record.meanConnections(duration_seconds),
          refused,
          dropped,
        },
        trouble: record.trouble,
        client_pool_wait: record.poolWait,
        mean_in_system: record.meanInSystem(duration_seconds),
      },
    ],
  };
}

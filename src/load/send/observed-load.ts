import { nothingMeasured, unknown } from '../../adapter/observe/observed-run.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import type { ObservedLoad } from './observe-load.js';

/** Converts a load's record to a run's observations; figures that clients cannot measure are NaN or empty. */
export function observedLoad({ compute, duration_seconds, record }: ObservedLoad): RunObservations {
  const { arrived, completed, failed, made, retried, peak, refused, dropped } = record;
  return {
    duration_seconds,
    ...unknown('quota_exhausted_seconds', 'events_fired'),
    computes: [
      {
        ...nothingMeasured(),
        name: compute,
        ...unknown('active_seconds', 'suspended_seconds', 'starting_seconds', 'restarting_seconds'),
        ...unknown('cu_seconds', 'active_cu_seconds', 'max_cu', 'wakes', 'suspends', 'restarts'),
        cu_seconds_by_month: [],
        arrived,
        completed,
        failed,
        in_flight: record.inFlight,
        failed_by_error: record.failedByError,
        retried_by_error: record.retriedByError,
        attempts: { made, completed, failed, retried, open: record.attemptsOpen },
        latency: record.latency,
        connections: {
          ...unknown('limit'),
          peak,
          mean: record.meanConnections(duration_seconds),
          refused,
          dropped,
        },
        trouble: record.trouble.observed(),
        client_pool_wait: record.poolWait,
        mean_in_system: record.meanInSystem(duration_seconds),
      },
    ],
  };
}

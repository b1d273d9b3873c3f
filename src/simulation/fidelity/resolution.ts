import type { Histogram } from '../../statistics/histogram.js';
import { effectiveSize } from '../../statistics/sample-moments.js';
import type { QueryMeters } from '../record/query-meters.js';
import type { FidelityObservations, WholeReason } from '../run/fidelity-observations.js';
import type { HybridCompute } from './hybrid-compute.js';

/** How a compute's queries were simulated. @param hybrid the part that left some out, or the reason why none were */
export function fidelityOf(hybrid: HybridCompute | WholeReason, meters: QueryMeters): FidelityObservations {
  const { latency, excess, extrapolated, arrived } = meters;
  const beyond = (share: number): number => {
    const limit = latency.quantile(share);
    const count = above(latency, limit);
    return effectiveSize(count, count + above(excess, limit));
  };
  return {
    ...(typeof hybrid === 'string'
      ? {
          ...{ exact_throughout: hybrid, ticks: {} },
          ...{ simulated_queries: arrived, left_out_queries: 0, effective_arrivals: arrived },
        }
      : { ticks: hybrid.ticks, ...hybrid.arrivals }),
    effective_queries: effectiveSize(latency.count, latency.count + excess.count),
    effective_beyond: { p50: beyond(0.5), p95: beyond(0.95), p99: beyond(0.99), p999: beyond(0.999) },
    extrapolated_failures: extrapolated,
  };
}

function above(histogram: Histogram, limit: number): number {
  return histogram.count * (1 - histogram.shareAtMost(limit));
}

import type { RateSpecification } from '../rate-specification.js';
import type { RateCursor } from './cursor.js';
import { piecewiseRate } from './piecewise.js';

/** A base rate, replaced by another during each spike; of spikes that overlap, the last in the list counts. */
export function spikesRate(specification: Extract<RateSpecification, { kind: 'spikes' }>): RateCursor {
  const { base_per_second: base, spikes } = specification;
  const edges = new Set<number>([Number.NEGATIVE_INFINITY]);
  for (const spike of spikes) edges.add(spike.at_seconds).add(spike.at_seconds + spike.for_seconds);
  const starts = Float64Array.from(edges).sort();
  const rates = starts.map((start) => {
    const spike = spikes.findLast(
      ({ at_seconds: at, for_seconds: lasts }) => at <= start && start < at + lasts,
    );
    return spike === undefined ? base : spike.per_second;
  });
  return piecewiseRate(starts, rates);
}

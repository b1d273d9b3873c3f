import type { RunObservations } from '../../simulation/run/observation.js';
import { Histogram } from '../../statistics/histogram.js';
import { mappedData } from './mapped-data.js';

/** Observations as a message between threads can hold them: histograms as arrays. */
export interface PackedObservations {
  readonly packed: unknown;
}

/** A histogram in a message. */
class PackedHistogram {
  constructor(readonly histogram_array: Float64Array) {}
}

/** Makes observations ready for a message to another thread; exact. */
export function packObservations(observations: RunObservations): PackedObservations {
  return {
    packed: mappedData(observations, (value) =>
      value instanceof Histogram ? new PackedHistogram(value.toArray()) : undefined,
    ),
  };
}

/** The observations that {@link packObservations} packed. */
export function unpackObservations({ packed }: PackedObservations): RunObservations {
  return mappedData(packed, (value) => {
    // A message carries a class's fields, and not that it was one.
    const array = (value as Partial<PackedHistogram>).histogram_array;
    return array instanceof Float64Array ? Histogram.fromArray(array) : undefined;
  }) as RunObservations;
}

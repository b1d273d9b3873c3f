import type { RunObservations } from '../../simulation/run/observation.js';
import { Histogram } from '../../statistics/histogram.js';

/** Observations as a message between threads can hold them: histograms as arrays. */
export interface PackedObservations {
  readonly packed: unknown;
}

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

/**
 * The observations that {@link packObservations} packed, with their histograms at rest. They take the place of what was
 * packed: of a fleet's many computes a second copy would take long, and be slower to read.
 */
export function unpackObservations({ packed }: PackedObservations): RunObservations {
  unpackWithin(packed as Record<string, unknown>);
  return packed as RunObservations;
}

function unpackWithin(data: Record<string, unknown>): void {
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value === null || typeof value !== 'object' || value instanceof Histogram) continue;
    if (ArrayBuffer.isView(value) || value instanceof Map) continue;
    // A message carries a class's fields, and not that it was one.
    const array = (value as Partial<PackedHistogram>).histogram_array;
    if (array instanceof Float64Array) data[key] = Histogram.packedFromArray(array);
    else unpackWithin(value as Record<string, unknown>);
  }
}

/**
 * The same plain data with the objects replaced for which `replacement` gives something.
 */
export function mappedData(value: unknown, replacement: (value: object) => unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const instead = replacement(value);
  if (instead !== undefined) return instead;
  if (Array.isArray(value)) return value.map((item: unknown) => mappedData(item, replacement));
  if (ArrayBuffer.isView(value) || value instanceof Map) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, mappedData(child, replacement)]),
  );
}

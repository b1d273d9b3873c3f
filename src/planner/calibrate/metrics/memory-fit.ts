import { clusteredRegression } from '../../../statistics/regression/clustered-regression.js';
import type { MatchedParameter } from '../../../statistics/simulated-moments/matched-parameters.js';
import type { MetricSeries } from '../../../workload/import/series.js';

/** Memory that connections cost, by how much more is in use when there are more of them. */
export interface FittedMemory {
  /** Bytes of one connection, whatever it does. */
  readonly connection_bytes: MatchedParameter;
  /** Bytes more of one that works on a query; `undefined` where the export does not tell which do, or they hardly vary. */
  readonly query_bytes: MatchedParameter | undefined;
  readonly points: number;
  /** Fewest and most connections. */
  readonly connections: readonly [number, number];
}

const CLUSTERS = 20;
/** Points that are needed: five for each cluster. */
const LEAST_POINTS = 100;
/** An interval wider than the figure itself tells nothing. */
const WIDEST = 1;

/**
 * Least squares of the memory in use (total − available) on the number of connections, on those that are active, and on the size
 * of the compute, over the points that all of them have. Memory grows with the size for other reasons, shared buffers
 * among them; the page cache is not in it.
 *
 * @param series of one compute
 * @param confidence of the intervals
 * @returns why nothing is said, as a text, where the export does not tell
 */
export function fittedMemory(series: readonly MetricSeries[], confidence: number): FittedMemory | string {
  const total = pointsOf(series, 'host_memory_total_bytes');
  const available = pointsOf(series, 'host_memory_available_bytes');
  const all = pointsOf(series, 'neon_connection_counts');
  const missing = [
    ...(total.size === 0 ? ['host_memory_total_bytes'] : []),
    ...(available.size === 0 ? ['host_memory_available_bytes'] : []),
    ...(all.size === 0 ? ['neon_connection_counts'] : []),
  ];
  if (missing.length > 0) return `the export has no ${missing.join(', ')}`;
  const times = [...all.keys()]
    .filter((time) => total.has(time) && available.has(time))
    .toSorted((a, b) => a - b);
  if (times.length < LEAST_POINTS) {
    return `not enough data: ${times.length} points have memory and connections, and it takes ${LEAST_POINTS}`;
  }
  const active = pointsOf(
    series.filter(({ labels }) => labels['state'] === 'active'),
    'neon_connection_counts',
  );
  const column = (of: (time: number) => number): Float64Array => Float64Array.from(times, of);
  const connections = column((time) => all.get(time)!);
  const sizes = column((time) => total.get(time)!);
  const working = column((time) => active.get(time) ?? 0);
  const used = column((time) => total.get(time)! - available.get(time)!);
  const asked = [connections, new Float64Array(times.length).fill(1)];
  if (varies(sizes)) asked.push(sizes);
  const tells = varies(working);
  const columns = tells ? [...asked, working] : asked;
  const found = varies(connections) ? clusteredRegression(columns, used, CLUSTERS, confidence) : undefined;
  const slope = found?.[0];
  const span = [
    connections.reduce((a, b) => Math.min(a, b)),
    connections.reduce((a, b) => Math.max(a, b)),
  ] as const;
  if (slope === undefined || !(slope.value > 0 && slope.high - slope.low < WIDEST * slope.value)) {
    return `not enough data: between ${span[0]} and ${span[1]} connections the memory in use does not tell what one costs`;
  }
  const more = tells ? found!.at(-1) : undefined;
  return {
    connection_bytes: slope,
    query_bytes: more !== undefined && more.low > 0 ? more : undefined,
    points: times.length,
    connections: span,
  };
}

/** The sum of the series of a name at each time. */
function pointsOf(series: readonly MetricSeries[], name: string): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const one of series) {
    if (one.name !== name) continue;
    one.times.forEach((time, index) => {
      sums.set(time, (sums.get(time) ?? 0) + one.values[index]!);
    });
  }
  return sums;
}

function varies(column: Float64Array): boolean {
  return column.some((value) => value !== column[0]);
}

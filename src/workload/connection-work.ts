import type { LoadSpecification } from './load-specification.js';

/**
 * CPU seconds that connections add to each query of a load in the long run: those of clients that open one for each.
 * Pools and sessions keep theirs, and so does the pooler.
 * @param connection_cpu_seconds of one new connection
 */
export function connectionWork({ connection }: LoadSpecification, connection_cpu_seconds: number): number {
  return connection.kind === 'per_query' && connection.via !== 'pooler' ? connection_cpu_seconds : 0;
}

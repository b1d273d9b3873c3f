import type { LoadSpecification } from './load-specification.js';

/**
 * Mean CPU seconds that connections add to each query of a load: those of clients that open one per query.
 * Pools, sessions and the pooler keep theirs open.
 * @param connection_cpu_seconds of one new connection
 */
export function connectionWork({ connection }: LoadSpecification, connection_cpu_seconds: number): number {
  return connection.kind === 'per_query' && connection.via !== 'pooler' ? connection_cpu_seconds : 0;
}

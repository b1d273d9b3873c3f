import type { ConnectionSpecification, PoolSpecification } from './load-specification.js';

/** Whether clients keep a pool whose connections open and close by themselves, or that has to find out what has been cut. */
export function hasLife(connection: ConnectionSpecification | PoolSpecification): boolean {
  if (connection.kind !== 'pool') return false;
  const { min_idle, idle_timeout_seconds, max_lifetime_seconds, stale } = connection;
  return (
    min_idle > 0 ||
    idle_timeout_seconds !== undefined ||
    max_lifetime_seconds !== undefined ||
    stale !== 'noticed'
  );
}

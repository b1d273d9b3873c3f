import type { ConnectionSpecification, PoolSpecification } from './load-specification.js';

/** Whether clients keep a pool that opens and closes connections automatically, or that has to detect cut ones. */
export function hasLife(connection: ConnectionSpecification | PoolSpecification): boolean {
  if (connection.kind !== 'pool') return false;
  const { min_idle, idle_timeout_seconds, max_lifetime_seconds, keepalive_seconds, stale } = connection;
  return (
    min_idle > 0 ||
    idle_timeout_seconds !== undefined ||
    max_lifetime_seconds !== undefined ||
    keepalive_seconds !== undefined ||
    stale !== 'noticed'
  );
}

import type { ClientBase, PoolClient, PoolConfig } from 'pg';
import type { PoolSpecification } from '../../workload/load-specification.js';
import type { LoadRecord } from '../record/load-record.js';
import { type LoadConnections, limitMs } from './connections.js';
import { type LoadClient, PoolFull, type SentQuery } from './load-client.js';

/**
 * A client with the driver's pool, used like `pool.query`: each attempt returns its connection, which is closed if the
 * attempt failed.
 */
export function pooledClient(
  connections: LoadConnections,
  specification: PoolSpecification,
  record: LoadRecord,
  now: () => number,
): LoadClient {
  const { size, max_waiting, idle_timeout_seconds, max_lifetime_seconds } = specification;
  const { acquire_timeout_seconds: timeout } = specification;
  const { driver } = connections.setting;
  const pool = new driver.Pool({
    max: size,
    // 0 means never.
    idleTimeoutMillis: Math.round((idle_timeout_seconds ?? 0) * 1000),
    maxLifetimeSeconds: max_lifetime_seconds ?? 0,
    // The pool passes its limit for waiting to new clients too; this class keeps their connect timeout.
    Client: class extends driver.Client {
      constructor() {
        super(connections.config);
      }
    } as NonNullable<PoolConfig['Client']>,
    connectionTimeoutMillis: limitMs(timeout?.kind === 'constant' ? timeout.value : undefined),
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client: ClientBase) => {
    client.on('error', () => undefined);
    connections.add(client);
  });
  const place = async (): Promise<PoolClient> => {
    const waits = pool.idleCount === 0 && pool.totalCount >= size;
    if (waits && max_waiting !== undefined && pool.waitingCount >= max_waiting) {
      throw new PoolFull("the pool's queue is full");
    }
    const began = now();
    try {
      return await pool.connect();
    } finally {
      if (waits) record.waited(now(), now() - began);
    }
  };
  return {
    async attempt({ text }: SentQuery) {
      const client = await place();
      let broken: Error | undefined;
      try {
        await connections.send(client, text);
      } catch (error) {
        broken = error as Error;
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}

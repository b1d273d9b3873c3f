import type { DatabaseAddress } from '../database/database-address.js';
import { type Driver, openConnection } from '../database/driver.js';
import { ProbeGaveUp, type ProbeSession } from './wake-probe.js';

/**
 * Makes a function that opens connections for a probe.
 * @param timeout_seconds of a connection
 */
export function pgSessions(
  driver: Driver,
  address: DatabaseAddress,
  timeout_seconds: number,
): () => Promise<ProbeSession> {
  return async () => {
    const client = new driver.Client({
      connectionString: address.url,
      application_name: 'neap-probe',
      connectionTimeoutMillis: timeout_seconds * 1000,
    });
    await openConnection(client).catch((error: { readonly message?: string; readonly code?: string }) => {
      // The driver's timeout error has no code.
      if (error.code === undefined && /timeout/i.test(error.message ?? '')) throw new ProbeGaveUp();
      throw error;
    });
    return {
      async started() {
        const { rows } = await client.query<{ age_seconds: number }>(STARTED);
        return rows[0]!;
      },
      async end() {
        await client.end().catch(() => undefined);
      },
    };
  };
}

const STARTED = `select
  extract(epoch from clock_timestamp() - pg_postmaster_start_time())::float8 as age_seconds`;

import pg, { type Client } from 'pg';
import { PostgresProblem, reasonOf } from './postgres-problem.js';

/** The platform's own superuser; the platform's monitor does not count what it does as activity. */
export const ADMIN = 'cloud_admin';

/** What every connection of the superuser calls itself. */
export const ADMIN_APPLICATION = 'neap';

/** Where a superuser connects. */
export interface AdminAddress {
  readonly host: string;
  readonly port: number;
  readonly user?: string;
  readonly password: string;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A connection of the superuser to one database.
 * @throws PostgresProblem when it cannot be had
 */
export async function adminConnection(address: AdminAddress, database = 'postgres'): Promise<Client> {
  const client = new pg.Client({
    user: ADMIN,
    ...address,
    database,
    application_name: ADMIN_APPLICATION,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // Told by whatever waits on it; a server that stops must not end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new PostgresProblem(`the server's superuser cannot connect to ${database}: ${reasonOf(error)}`);
  }
  return client;
}

import type pg from 'pg';
import type { Client } from 'pg';

/** The database driver, as far as sending a load needs it. */
export type Driver = Pick<typeof pg, 'Client' | 'Pool'>;

/** The driver, loaded when a load is sent and not before. */
export async function loadDriver(): Promise<Driver> {
  return (await import('pg')).default;
}

/** Opens a connection. @throws what the driver says */
export async function connected(client: Client): Promise<Client> {
  // Without anybody who listens, an error of the connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

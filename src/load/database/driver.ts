import type pg from 'pg';
import type { Client } from 'pg';

/** The parts of the database driver that a load needs. */
export type Driver = Pick<typeof pg, 'Client' | 'Pool'>;

/** Loads the driver, which is not needed before a load is sent. */
export async function loadDriver(): Promise<Driver> {
  return (await import('pg')).default;
}

/** Opens a connection. @throws the driver's error */
export async function openConnection(client: Client): Promise<Client> {
  // Without a listener, an error of the connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

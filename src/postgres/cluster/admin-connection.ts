import pg, { type Client } from 'pg';
import { PostgresProblem, reasonOf } from './postgres-problem.js';

/** The platform's superuser, whose sessions the platform's monitor does not count as activity. */
export const ADMIN = 'cloud_admin';

/** Application name of the superuser's connections. */
export const ADMIN_APPLICATION = 'neap';

/** Application name of standbys on their primary; they do not count as activity. */
export const STANDBY_APPLICATION = 'neap-standby';

/** Address and role of the emulator's connections. */
export interface AdminAddress {
  readonly host: string;
  readonly port: number;
  readonly user?: string;
  /** By default from `PGPASSWORD` or `.pgpass`. */
  readonly password?: string | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Startup options that keep objects and settings of a database's owner from changing the emulator's statements: names
 * resolve in pg_catalog only, and role and access mode are reset. Source: CVE-2018-1058.
 */
const OWN_SESSION = '-c search_path= -c role=none -c default_transaction_read_only=off';

/**
 * Opens a connection of the emulator to one database.
 * @throws PostgresProblem if it fails
 */
export async function adminConnection(address: AdminAddress, database = 'postgres'): Promise<Client> {
  const client = new pg.Client({
    user: ADMIN,
    ...address,
    database,
    application_name: ADMIN_APPLICATION,
    options: OWN_SESSION,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // Pending queries receive the error; without a listener, a server that stops would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new PostgresProblem(
      `the role ${address.user ?? ADMIN} cannot connect to database ${database}: ${reasonOf(error)}`,
    );
  }
  return serializeQueries(client);
}

/** Queues queries on a connection, so that several callers can share it. */
export function serializeQueries<Asked extends Pick<Client, 'query'>>(client: Asked): Asked {
  const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  let turn: Promise<unknown> = Promise.resolve();
  client.query = ((...asked: unknown[]) => {
    const answer = turn.then(() => ask(...asked));
    turn = answer.catch(() => undefined);
    return answer;
  }) as Client['query'];
  return client;
}

/** Runs the body with a new connection to one database. @throws PostgresProblem, the body's error */
export async function withConnection<Result>(
  address: AdminAddress,
  database: string | undefined,
  body: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await adminConnection(address, database);
  try {
    return await body(client);
  } finally {
    await client.end();
  }
}

/** Runs statements on a new connection to one database. @throws PostgresProblem, the error of a statement */
export function runInDatabase(address: AdminAddress, database: string, statements: readonly string[]) {
  return withConnection(address, database, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

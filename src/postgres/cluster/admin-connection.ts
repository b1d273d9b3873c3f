import pg, { type Client } from 'pg';
import { PostgresProblem, reasonOf } from './postgres-problem.js';

/** The platform's own superuser; the platform's monitor does not count what it does as activity. */
export const ADMIN = 'cloud_admin';

/** Application name of the superuser's connections. */
export const ADMIN_APPLICATION = 'neap';

/** Application name of standbys at their primary, which does not count them as activity. */
export const STANDBY_APPLICATION = 'neap-standby';

/** Address and role of the emulator's connections. */
export interface AdminAddress {
  readonly host: string;
  readonly port: number;
  readonly user?: string;
  /** That of the environment unless given. */
  readonly password?: string | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Objects and settings of a database's owner do not change the meaning of the emulator's statements: names are those of
 * pg_catalog, and no role or mode is assumed. Source: CVE-2018-1058.
 */
const OWN_SESSION = '-c search_path= -c role=none -c default_transaction_read_only=off';

/**
 * A connection of the emulator's own to one database.
 * @throws PostgresProblem when it cannot be had
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
  // Told by whatever waits on it; a server that stops must not end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new PostgresProblem(
      `the role ${address.user ?? ADMIN} cannot connect to database ${database}: ${reasonOf(error)}`,
    );
  }
  return oneByOne(client);
}

/** Lets a connection answer one question after the other, so that those who share it need not know of each other. */
export function oneByOne<Asked extends Pick<Client, 'query'>>(client: Asked): Asked {
  const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  let turn: Promise<unknown> = Promise.resolve();
  client.query = ((...asked: unknown[]) => {
    const answer = turn.then(() => ask(...asked));
    turn = answer.catch(() => undefined);
    return answer;
  }) as Client['query'];
  return client;
}

/** Runs the body with a new connection to one database. @throws PostgresProblem, or the body's error */
export async function onConnection<Result>(
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
export function runWithin(address: AdminAddress, database: string, statements: readonly string[]) {
  return onConnection(address, database, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

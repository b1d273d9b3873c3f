import { randomBytes } from 'node:crypto';
import pg, { type Client } from 'pg';
import { PostgresProblem, reasonOf } from '../cluster/postgres-problem.js';
import type { GivenUrl } from './given-url.js';
import type { Instance } from './server-names.js';

const CONNECT_TIMEOUT_MS = 10_000;
const WRONG_PASSWORD = '28P01';
/** Errors that follow the password check: no right to connect to that database, or no free slot. */
const AFTER_PASSWORD: ReadonlySet<string> = new Set(['42501', '53300']);

/**
 * Whether a server checks passwords: a temporary role tries a wrong one.
 * @returns false if it admits clients with any password
 * @throws PostgresProblem if it requires another authentication method, so that no client could log in
 */
export async function checksPasswords(
  admin: Client,
  { host, port, database, shown }: GivenUrl,
  instance: Instance,
): Promise<boolean> {
  const user = `${instance}_probe`;
  const role = admin.escapeIdentifier(user);
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${randomBytes(16).toString('hex')}'`);
  const client = new pg.Client({
    ...{ host, port, database, user, password: 'wrong', connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return false;
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    if (code === WRONG_PASSWORD) return true;
    if (AFTER_PASSWORD.has(code)) return false;
    throw new PostgresProblem(
      `${shown} does not accept password authentication: ${reasonOf(error)}; its pg_hba.conf needs a line such as: host all all 127.0.0.1/32 scram-sha-256`,
    );
  } finally {
    await client.end().catch(() => undefined);
    await admin.query(`DROP ROLE IF EXISTS ${role}`);
  }
}

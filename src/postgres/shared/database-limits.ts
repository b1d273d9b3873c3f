import type { Client } from 'pg';
import { reasonOf } from '../cluster/postgres-problem.js';
import { isFixedSetting, type ServerSettings } from '../cluster/server-settings.js';
import type { GivenServer } from './given-server.js';

/**
 * Applies a compute size and `pg_settings` to databases on a shared server: a connection limit per database, and the
 * settings that `ALTER DATABASE` can set.
 * @returns the endpoint's settings that cannot be applied, in words
 */
export async function limitDatabases(
  admin: Client,
  { is_superuser }: GivenServer,
  databases: readonly string[],
  settings: ServerSettings,
): Promise<readonly string[]> {
  const contexts = await readContexts(admin, Object.keys(settings));
  const settable = (name: string) =>
    contexts.get(name) === 'user' || (is_superuser && contexts.get(name) === 'superuser');
  const withheld = Object.keys(settings).filter((name) => !isFixedSetting(name) && !settable(name));
  const problems = withheld.map(
    (name) => `${name} of pg_settings cannot be set per database and is unchanged`,
  );
  for (const database of databases) {
    const named = `ALTER DATABASE ${admin.escapeIdentifier(database)}`;
    await admin.query(`${named} CONNECTION LIMIT ${clientSlots(settings)}`);
    await admin.query(`${named} RESET ALL`);
    for (const [name, value] of Object.entries(settings)) {
      if (!settable(name)) continue;
      try {
        await admin.query(`${named} SET ${admin.escapeIdentifier(name)} = ${admin.escapeLiteral(value)}`);
      } catch (error) {
        problems.push(`${name} of pg_settings: ${reasonOf(error)}`);
      }
    }
  }
  return [...new Set(problems)];
}

/** Connection slots for clients. */
function clientSlots({ max_connections, superuser_reserved_connections }: ServerSettings): number {
  // The monitor takes one slot.
  return Math.max(1, Number(max_connections) - Number(superuser_reserved_connections) - 1);
}

async function readContexts(admin: Client, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await admin.query<{ name: string; context: string }>(
    'select name, context from pg_settings where name = any($1)',
    [names],
  );
  return new Map(rows.map(({ name, context }) => [name, context]));
}

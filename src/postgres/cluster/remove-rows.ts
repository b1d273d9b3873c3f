import { type AdminAddress, runWithin } from './admin-connection.js';
import type { Contents, ContentsServer } from './contents.js';
import { reasonOf } from './postgres-problem.js';

/** Options of pg_dump: what names other roles is left out. */
const WITHOUT_ROLES = ['--no-owner', '--no-privileges', '--no-comments'];

/** A server whose databases can be made again from their schemas. */
interface SchemaServer extends ContentsServer {
  schema(database: string, options: readonly string[]): Promise<string>;
}

/**
 * Recreates each database of a branch with its schema and without rows, as its owner: code of other roles never runs
 * with the rights of the superuser. Objects of other roles go to the owner.
 * @returns what could not be done, in words
 */
export async function removeRows(server: SchemaServer, { roles, databases }: Contents): Promise<string[]> {
  const problems: string[] = [];
  const admin = await server.admin();
  for (const { name, owner_name } of databases) {
    const owner = roles.find((role) => role.name === owner_name);
    if (owner === undefined) continue;
    try {
      const schema = await server.schema(name, WITHOUT_ROLES);
      await admin.query(`DROP DATABASE ${admin.escapeIdentifier(name)} WITH (FORCE)`);
      await server.form.makeDatabase(admin, name, owner_name);
      await runWithin(server.adminAddress, name, server.form.owned(admin.escapeIdentifier(owner_name)));
      await runWithin(asRole(server.adminAddress, owner), name, [schema]);
    } catch (error) {
      problems.push(`the schema of database ${name}: ${reasonOf(error)}`);
    }
  }
  return problems;
}

function asRole({ host, port }: AdminAddress, { name, password }: Contents['roles'][number]): AdminAddress {
  return { host, port, user: name, password };
}

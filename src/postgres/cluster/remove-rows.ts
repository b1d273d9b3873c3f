import { type AdminAddress, runInDatabase } from './admin-connection.js';
import type { Contents, ContentsServer } from './contents.js';
import { reasonOf } from './postgres-problem.js';

/** Options of pg_dump that omit statements with names of other roles. */
const WITHOUT_ROLES = ['--no-owner', '--no-privileges', '--no-comments'];

/** A server whose databases can be recreated from their schemas. */
interface SchemaServer extends ContentsServer {
  schema(database: string, options: readonly string[]): Promise<string>;
}

/**
 * Recreates each database of a branch with its schema and without rows. The schema is restored as the database's owner,
 * so that no code of a role runs with superuser rights; the owner gets all objects.
 * @returns a message per database that failed
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
      await runInDatabase(
        server.adminAddress,
        name,
        server.form.ownerSql(admin.escapeIdentifier(owner_name)),
      );
      await runInDatabase(asRole(server.adminAddress, owner), name, [schema]);
    } catch (error) {
      problems.push(`the schema of database ${name}: ${reasonOf(error)}`);
    }
  }
  return problems;
}

function asRole({ host, port }: AdminAddress, { name, password }: Contents['roles'][number]): AdminAddress {
  return { host, port, user: name, password };
}

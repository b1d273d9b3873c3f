import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN, type AdminAddress, withConnection } from './admin-connection.js';
import { PostgresProblem } from './postgres-problem.js';
import { runProgram, SERVER_ENVIRONMENT } from './run-program.js';

export interface SchemaTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly nullable: boolean;
    readonly generated: boolean;
  }[];
}

/** The longest schema that is returned, in characters. */
const MAX_SCHEMA_CHARS = 10_000_000;
/** How long a schema waits for a locked table, in ms. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * The schema of a database of a running server as SQL.
 * @param folder of PostgreSQL's programs
 * @param options additional options of pg_dump
 * @throws PostgresProblem if pg_dump is missing
 */
export async function schemaText(
  folder: string,
  { host, port, user = ADMIN, password = process.env['PGPASSWORD'] }: AdminAddress,
  database: string,
  options: readonly string[] = [],
): Promise<string> {
  const program = join(folder, 'pg_dump');
  if (!existsSync(program)) {
    throw new PostgresProblem(
      `${folder} holds no pg_dump, which schemas need; name another --postgres folder`,
    );
  }
  const text = await runProgram(
    program,
    [
      ...options,
      ...['--schema-only', `--lock-wait-timeout=${LOCK_TIMEOUT_MS}`],
      ...['-h', host, '-p', String(port), '-U', user],
    ],
    {
      user: undefined,
      // In an argument, pg_dump reads a name such as `host=…` as a connection string.
      env: { ...SERVER_ENVIRONMENT, PGPASSWORD: password ?? '', PGDATABASE: database },
      kept: MAX_SCHEMA_CHARS,
    },
  );
  // Newer versions put a random key into each dump.
  return text.replaceAll(/^\\(un)?restrict .*\n/gm, '');
}

const COLUMNS = `
  select n.nspname as schema, c.relname as "table", a.attname as name,
         format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable, a.attgenerated <> '' as generated
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  order by 1, 2, a.attnum`;

type ColumnRow = SchemaTable['columns'][number] & Readonly<Record<'schema' | 'table', string>>;

/** The tables of a database of a running server. @throws PostgresProblem */
export function schemaTables(address: AdminAddress, database: string): Promise<readonly SchemaTable[]> {
  return withConnection(address, database, async (client) => {
    const { rows } = await client.query<ColumnRow>(COLUMNS);
    const names = [...new Set(rows.map(({ schema, table }) => JSON.stringify([schema, table])))];
    return names.map((key) => {
      const [schema, name] = JSON.parse(key) as [string, string];
      const own = rows.filter((row) => row.schema === schema && row.table === name);
      return { schema, name, columns: own.map(({ schema: _, table: __, ...column }) => column) };
    });
  });
}

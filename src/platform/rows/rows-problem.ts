import { ROW_SCHEMAS, type TableName } from './change.js';

/** What rows point at: an attribute that holds the id of a row of another table. */
const POINTERS: { readonly [Name in TableName]?: Readonly<Record<string, TableName>> } = {
  memberships: { org_id: 'organizations', user_id: 'users' },
  branches: { project_id: 'projects' },
  endpoints: { project_id: 'projects', branch_id: 'branches' },
  roles: { branch_id: 'branches' },
  databases: { branch_id: 'branches' },
  operations: { project_id: 'projects' },
  snapshots: { project_id: 'projects' },
};

/** The rows of a state as they were read: nothing is known of them yet. */
export type ReadTables = ReadonlyMap<TableName, ReadonlyMap<string, unknown>>;

/** What is wrong with the rows of a state, in words; `undefined` where they are what the platform writes. */
export function rowsProblem(tables: ReadTables): string | undefined {
  const of = (table: TableName) => tables.get(table) ?? new Map<string, unknown>();
  if (of('clock').size !== 1) return 'its clock is missing';
  for (const [table, rows] of tables) {
    for (const [id, row] of rows) {
      const issue = ROW_SCHEMAS[table].safeParse(row).error?.issues[0];
      if (issue !== undefined) {
        const where = issue.path.length === 0 ? '' : `, "${issue.path.map(String).join('.')}"`;
        return `row ${id} of ${table}${where}: ${issue.message}`;
      }
      for (const [attribute, other] of Object.entries(POINTERS[table] ?? {})) {
        // A row that has passed its schema is an object.
        const target = (row as Readonly<Record<string, string>>)[attribute]!;
        if (!of(other).has(target))
          return `row ${id} of ${table} is about ${target}, and ${other} has no such row`;
      }
    }
  }
  return undefined;
}

import { z } from 'zod';
import { branchOf, databaseOf } from '../checks/access.js';
import { badRequest, notFound } from '../checks/platform-error.js';
import { checkKnown } from '../checks/text-checks.js';
import { BRANCH_PATH, call, withTag } from '../resource/call.js';
import { DATE_TIME, LOG_POSITION, oneOf } from '../resource/schema.js';
import { historyPoint } from './history.js';

/** The database whose schema to return, and the time. */
export const SCHEMA_QUERY = {
  db_name: z.string(),
  lsn: LOG_POSITION.optional(),
  timestamp: DATE_TIME.optional(),
};
const SCHEMA_TABLE = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      nullable: z.boolean().optional(),
      generated: z.boolean().optional(),
    }),
  ),
});
const FORMATS = ['sql', 'json'] as const;

export const BRANCH_SCHEMA_CALLS = withTag('Branch', {
  /** The rules store only names of databases, so the schema is empty. Real servers replace it. */
  getProjectBranchSchema: call(`GET ${BRANCH_PATH}/schema`, {
    summary: "Show a database's schema; it is empty without a real server",
    query: { ...SCHEMA_QUERY, format: oneOf(FORMATS).optional() },
    answer: z.object({
      sql: z.string().optional(),
      json: z.object({ tables: z.array(SCHEMA_TABLE) }).optional(),
    }),
    on: branchOf,
    rule(state, { branch }, input) {
      databaseOf(state, branch.id, input.db_name);
      historyPoint(state, branch, input);
      const format = checkKnown(input.format ?? 'sql', FORMATS, 'format');
      return format === 'sql' ? { sql: '' } : { json: { tables: [] } };
    },
  }),
  getProjectBranchSchemaComparison: call(`GET ${BRANCH_PATH}/compare_schema`, {
    summary: "Compare a database's schema with another branch's",
    query: {
      ...SCHEMA_QUERY,
      base_branch_id: z.string().optional(),
      base_lsn: LOG_POSITION.optional(),
      base_timestamp: DATE_TIME.optional(),
    },
    answer: z.object({ diff: z.string().optional() }),
    on: branchOf,
    rule(state, { branch }, input) {
      const base_id = input.base_branch_id ?? branch.parent_id;
      if (base_id === undefined) throw badRequest('the branch has no parent; base_branch_id is required');
      const base = state.get('branches', base_id);
      if (base?.project_id !== branch.project_id) throw notFound('base branch');
      for (const each of [branch, base]) databaseOf(state, each.id, input.db_name);
      historyPoint(state, branch, input);
      historyPoint(state, base, { lsn: input.base_lsn, timestamp: input.base_timestamp }, 'base_');
      return { diff: '' };
    },
  }),
});

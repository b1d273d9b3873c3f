import { databaseOf } from '../checks/access.js';
import { badRequest, notFound } from '../checks/platform-error.js';
import { ofBranch } from '../checks/subject.js';
import { checkKnown } from '../checks/text-checks.js';
import type { BRANCH_SCHEMA, SCHEMA_COMPARISON_QUERY, SCHEMA_QUERY } from '../schema/branch-schema.js';
import type { Asked, Shaped } from '../schema/plain.js';
import { historyPoint } from './branch-history.js';

const FORMATS = ['sql', 'json'] as const;

/**
 * The schema of a database. The rules know databases by name only: what is told is the schema of an empty one, which
 * whoever runs real servers replaces by what they hold.
 * @throws PlatformError `not_found`, `bad_request`
 */
export const getProjectBranchSchema = ofBranch(
  (
    state,
    { branch },
    input: Asked<typeof SCHEMA_QUERY> & { readonly format?: string | undefined },
  ): Shaped<typeof BRANCH_SCHEMA> => {
    databaseOf(state, branch.id, input.db_name);
    historyPoint(state, branch, input);
    const format = checkKnown(input.format ?? 'sql', FORMATS, 'format');
    return format === 'sql' ? { sql: '' } : { json: { tables: [] } };
  },
);

/**
 * How the schema of a database differs from that of the same database on another branch, the parent unless named; as
 * {@link getProjectBranchSchema} tells schemas.
 * @throws PlatformError `not_found`, `bad_request`
 */
export const getProjectBranchSchemaComparison = ofBranch(
  (state, { branch }, input: Asked<typeof SCHEMA_COMPARISON_QUERY>): { readonly diff: string } => {
    const base_id = input.base_branch_id ?? branch.parent_id;
    if (base_id === undefined) throw badRequest('the branch has no parent; name base_branch_id');
    const base = state.get('branches', base_id);
    if (base?.project_id !== branch.project_id) throw notFound('base branch');
    for (const each of [branch, base]) databaseOf(state, each.id, input.db_name);
    historyPoint(state, branch, input);
    historyPoint(state, base, { lsn: input.base_lsn, timestamp: input.base_timestamp }, 'base_');
    return { diff: '' };
  },
);

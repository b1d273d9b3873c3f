import { z } from 'zod';
import { ENDPOINT, ENDPOINT_TYPE } from '../schema/endpoint-schema.js';
import { SETTINGS } from '../schema/project-schema.js';
import type { Rows, TableName } from './change.js';

const text = z.string();
const whole = z.int();
const moment = z.number();
const amount = z.number().nonnegative();

const ROW = { id: text, sequence: whole, created_at_ms: moment, updated_at_ms: moment };
const OWNED = { sequence: whole, created_at_ms: moment };
const ROLE = z.enum(['admin', 'member']);
const BRANCH_STATE = z.enum(['init', 'resetting', 'ready']);
const ENDPOINT_STATE = z.enum(['init', 'active', 'idle']);
const SIZE = {
  autoscaling_limit_min_cu: z.number().positive(),
  autoscaling_limit_max_cu: z.number().positive(),
  suspend_timeout_seconds: whole.min(-1),
};

/** What a row of each table is like. A version that knows more may have written further attributes. */
export const ROW_SCHEMAS: { readonly [Name in TableName]: z.ZodType<Rows[Name]> } = {
  clock: z.object({ seed: text, now_ms: moment, draws: whole, sequence: whole }),
  users: z.object({ ...OWNED, id: text, name: text, last_name: text, email: text, plan: text }),
  organizations: z.object({ ...ROW, name: text, plan: text, spending_limit_cents: whole.optional() }),
  memberships: z.object({
    id: text,
    sequence: whole,
    org_id: text,
    user_id: text,
    role: ROLE,
    joined_at_ms: moment,
  }),
  api_keys: z.object({
    ...OWNED,
    id: whole,
    name: text,
    secret_sha256: text.regex(/^[0-9a-f]{64}$/),
    created_by_user_id: text,
    org_id: text.optional(),
    project_id: text.optional(),
    last_used_at_ms: moment.optional(),
    last_used_from_addr: text,
  }),
  projects: z.object({
    ...ROW,
    name: text,
    user_id: text,
    org_id: text.optional(),
    region_id: text,
    pg_version: whole,
    provisioner: text,
    store_passwords: z.boolean(),
    history_retention_seconds: amount,
    settings: SETTINGS,
    default_endpoint_settings: z.object({ ...SIZE, pg_settings: z.record(text, text) }),
    default_branch_id: text,
    deleted_at_ms: moment.optional(),
  }),
  branches: z.object({
    ...ROW,
    project_id: text,
    parent_id: text.optional(),
    parent_lsn: text.optional(),
    parent_timestamp_ms: moment.optional(),
    name: text,
    current_state: BRANCH_STATE,
    pending_state: BRANCH_STATE.optional(),
    state_changed_at_ms: moment,
    protected: z.boolean(),
    init_source: z.enum(['parent-data', 'schema-only']),
    logical_size_bytes: amount,
    created_by_name: text.optional(),
    expires_at_ms: moment.optional(),
    ttl_interval_seconds: z.number().optional(),
    last_reset_at_ms: moment.optional(),
    restored_from: text.optional(),
    restored_as: text.optional(),
    data_source_id: text.optional(),
    data_version: whole.optional(),
    preserved_as_id: text.optional(),
  }),
  endpoints: z.object({
    ...ROW,
    ...SIZE,
    project_id: text,
    branch_id: text,
    region_id: text,
    name: text.optional(),
    type: ENDPOINT_TYPE,
    provisioner: text,
    settings: ENDPOINT.shape.settings,
    disabled: z.boolean(),
    passwordless_access: z.boolean(),
    current_state: ENDPOINT_STATE,
    pending_state: ENDPOINT_STATE.optional(),
    current_cu: z.number().positive(),
    metered_from_ms: moment.optional(),
    last_active_ms: moment.optional(),
    started_at_ms: moment.optional(),
    suspended_at_ms: moment.optional(),
    retry_at_ms: moment.optional(),
  }),
  roles: z.object({ ...ROW, branch_id: text, name: text, password: text }),
  databases: z.object({
    ...OWNED,
    id: whole,
    branch_id: text,
    name: text,
    owner_name: text,
    updated_at_ms: moment,
  }),
  operations: z.object({
    ...ROW,
    project_id: text,
    branch_id: text.optional(),
    endpoint_id: text.optional(),
    action: z.enum([
      'start_compute',
      'suspend_compute',
      'apply_config',
      'create_timeline',
      'create_branch',
      'delete_timeline',
    ]),
    status: z.enum(['scheduling', 'running', 'finished', 'skipped', 'failed']),
    duration_ms: amount,
    due_at_ms: moment.optional(),
    fate: z.enum(['fails', 'sticks']).optional(),
  }),
  usage: z.object({
    id: text,
    project_id: text,
    period_start_ms: moment,
    active_seconds: amount,
    compute_seconds: amount,
  }),
  hours: z.object({
    id: text,
    project_id: text,
    branch_id: text,
    hour: whole,
    compute_seconds: amount,
    active_seconds: amount.optional(),
  }),
  snapshots: z.object({
    ...ROW,
    project_id: text,
    name: text,
    source_branch_id: text,
    lsn: text,
    taken_at_ms: moment,
    expires_at_ms: moment.optional(),
    logical_size_bytes: amount,
    roles: z.array(z.object({ name: text, password: text })),
    databases: z.array(z.object({ name: text, owner_name: text })),
  }),
  permissions: z.object({
    id: text,
    sequence: whole,
    project_id: text,
    granted_to_email: text,
    granted_at_ms: moment,
  }),
  transfer_requests: z.object({ ...OWNED, id: text, project_id: text, expires_at_ms: moment }),
  jwks: z.object({
    ...ROW,
    project_id: text,
    branch_id: text.optional(),
    jwks_url: text,
    provider_name: text,
    jwt_audience: text.optional(),
    role_names: z.array(text).optional(),
  }),
  invitations: z.object({
    id: text,
    sequence: whole,
    org_id: text,
    email: text,
    invited_by: text,
    invited_at_ms: moment,
    role: ROLE,
  }),
  vpc_endpoints: z.object({
    id: text,
    sequence: whole,
    org_id: text,
    region_id: text,
    vpc_endpoint_id: text,
    label: text,
    removed_at_ms: moment.optional(),
  }),
  vpc_restrictions: z.object({
    id: text,
    sequence: whole,
    project_id: text,
    vpc_endpoint_id: text,
    label: text,
  }),
};

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

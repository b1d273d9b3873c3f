import { z } from 'zod';
import type { BranchRecord } from '../branches/branch.js';
import { branchOf } from '../checks/access.js';
import { notFound } from '../checks/platform-error.js';
import { BRANCH_PATH, call, within, withTag } from '../resource/call.js';
import { viewOf } from '../resource/row.js';
import { integerText } from '../resource/schema.js';
import type { State } from '../store/state.js';
import { CREATED_CREDENTIAL, CREDENTIAL, CREDENTIAL_SECRET, SCOPE } from './credential.js';

type Credential = NonNullable<BranchRecord['credentials']>[number];

function putCredentials(state: State, branch: BranchRecord, credentials: readonly Credential[]): void {
  state.put('branches', branch.id, { ...branch, credentials });
}

function newSecrets(state: State) {
  return {
    api_token: `nat_live_${state.secret('secret', 64)}`,
    s3_secret_access_key: `nsk_live_${state.secret('secret', 64)}`,
  };
}

function idsOf({ id }: BranchRecord, { token_id }: Credential) {
  return { branch_id: id, principal_type: 'user', token_id_short: token_id.slice(0, 12) };
}

const credentialOf = within(branchOf, (_state, { branch }, { token_id }: { readonly token_id: string }) => {
  const credential = branch.credentials?.find((each) => each.token_id === token_id);
  if (credential === undefined) throw notFound('credential');
  const others = branch.credentials!.filter((each) => each !== credential);
  return { branch, credential, others };
});

const CREDENTIAL_PATH = `${BRANCH_PATH}/credentials/{token_id}` as const;

const TEXT = z.string().optional();
/** Services of a branch other than Postgres. Only credentials are stored. */
export const SERVICE_CALLS = withTag('Services', {
  listProjectBranchBuckets: call(`GET ${BRANCH_PATH}/buckets`, {
    summary: 'List the buckets of a branch; always empty',
    answer: z.object({ buckets: z.array(z.never()) }),
    on: branchOf,
    rule: () => ({ buckets: [] }),
  }),
  listProjectBranchFunctions: call(`GET ${BRANCH_PATH}/functions`, {
    summary: 'List the functions of a branch; always empty',
    query: { cursor: TEXT, limit: integerText(1).optional() },
    answer: z.object({ functions: z.array(z.never()) }),
    on: branchOf,
    rule: () => ({ functions: [] }),
  }),
  listProjectBranchTriggers: call(`GET ${BRANCH_PATH}/triggers`, {
    summary: 'List the triggers of a branch; always empty',
    answer: z.object({ triggers: z.array(z.never()) }),
    on: branchOf,
    rule: () => ({ triggers: [] }),
  }),
  queryProjectBranchLogs: call(`POST ${BRANCH_PATH}/logs/query`, {
    summary: 'Find log records of a branch; always empty',
    body: z.object({
      ...{ since: TEXT, start_time: TEXT, end_time: TEXT, cursor: TEXT, logql: TEXT, body_contains: TEXT },
      ...{ service_name: TEXT, scope_name: TEXT, severity_text: TEXT, trace_id: TEXT },
      limit: z.int().min(1).optional(),
      sort_order: z.enum(['asc', 'desc']).optional(),
      source: z.enum(['function', 'storage', 'pg_endpoint']).optional(),
      minimum_severity: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).optional(),
    }),
    body_optional: true,
    answer: z.object({ logs: z.array(z.never()), is_truncated: z.boolean() }),
    on: branchOf,
    rule: () => ({ logs: [], is_truncated: false }),
  }),
  listProjectBranchLogFields: call(`GET ${BRANCH_PATH}/logs/fields`, {
    summary: 'List the fields of log records; always empty',
    answer: z.object({ fields: z.array(z.never()) }),
    on: branchOf,
    rule: () => ({ fields: [] }),
  }),
  listProjectBranchLogFieldValues: call(`GET ${BRANCH_PATH}/logs/fields/{field_name}/values`, {
    summary: 'List the values of a field of log records; always empty',
    answer: z.object({ values: z.array(z.never()), is_truncated: z.boolean() }),
    on: branchOf,
    rule: () => ({ values: [], is_truncated: false }),
  }),
  listCredentials: call(`GET ${BRANCH_PATH}/credentials`, {
    summary: 'List the credentials of a branch',
    answer: z.object({ credentials: z.array(CREDENTIAL) }),
    on: branchOf,
    rule: (_state, { branch }) => ({
      credentials: (branch.credentials ?? []).map((each) => viewOf(CREDENTIAL, each, idsOf(branch, each))),
    }),
  }),
  createCredential: call(`POST ${BRANCH_PATH}/credentials`, {
    summary: 'Create a credential; no service uses it',
    body: z.object({
      name: z.string().max(256).optional(),
      scopes: z.array(SCOPE).min(1).max(16),
      principal_type: z.literal('user'),
    }),
    answer: CREATED_CREDENTIAL,
    status: 201,
    on: branchOf,
    rule(state, { branch }, { name, scopes }) {
      const token_id = `nak_live_${Buffer.from(state.draw('credential')).toString('hex').slice(0, 32)}`;
      const credential = { token_id, name, scopes, created_at_ms: state.now_ms, ...newSecrets(state) };
      putCredentials(state, branch, [...(branch.credentials ?? []), credential]);
      return viewOf(CREATED_CREDENTIAL, credential, idsOf(branch, credential));
    },
  }),
  revealCredential: call(`POST ${CREDENTIAL_PATH}/reveal`, {
    summary: 'Show the secrets of a credential',
    answer: CREDENTIAL_SECRET,
    on: credentialOf,
    rule: (_state, { credential }) => viewOf(CREDENTIAL_SECRET, credential, {}),
  }),
  rotateCredential: call(`POST ${CREDENTIAL_PATH}/rotate`, {
    summary: 'Rotate the secrets of a credential',
    answer: CREATED_CREDENTIAL,
    on: credentialOf,
    rule(state, { branch, credential, others }) {
      const rotated = { ...credential, ...newSecrets(state) };
      putCredentials(state, branch, [...others, rotated]);
      return viewOf(CREATED_CREDENTIAL, rotated, idsOf(branch, rotated));
    },
  }),
  revokeCredential: call(`DELETE ${CREDENTIAL_PATH}`, {
    summary: 'Remove a credential',
    answer: z.undefined(),
    status: 204,
    on: credentialOf,
    rule(state, { branch, others }) {
      putCredentials(state, branch, others);
      return undefined;
    },
  }),
});

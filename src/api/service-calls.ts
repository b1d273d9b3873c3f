import { z } from 'zod';
import * as credentials from '../platform/branches/credentials.js';
import { noneOf, ofBranch } from '../platform/checks/subject.js';
import {
  CREATED_CREDENTIAL,
  CREDENTIAL,
  CREDENTIAL_CREATE,
  CREDENTIAL_SECRET,
} from '../platform/schema/credential-schema.js';
import { PAGE_QUERY } from '../platform/schema/query-schema.js';
import { BRANCH_PATH, call, tagged } from './call.js';

const CREDENTIAL_PATH = `${BRANCH_PATH}/credentials/{token_id}` as const;
const TEXT = z.string().optional();

/** Which log records to find. Source: `@neon/sdk` 6.1. */
const LOGS_QUERY = z.object({
  ...{ since: TEXT, start_time: TEXT, end_time: TEXT, cursor: TEXT, logql: TEXT, body_contains: TEXT },
  ...{ service_name: TEXT, scope_name: TEXT, severity_text: TEXT, trace_id: TEXT },
  limit: z.int().min(1).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
  source: z.enum(['function', 'storage', 'pg_endpoint']).optional(),
  minimum_severity: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).optional(),
});

const RULES = {
  ...credentials,
  listProjectBranchBuckets: noneOf('buckets'),
  listProjectBranchFunctions: noneOf('functions'),
  listProjectBranchTriggers: noneOf('triggers'),
  listProjectBranchLogFields: noneOf('fields'),
  listProjectBranchLogFieldValues: noneOf('values'),
  queryProjectBranchLogs: ofBranch(() => ({ logs: [], is_truncated: false })),
};

/** Services of a branch beside Postgres: their credentials are noted, and nothing is stored or run. */
export const SERVICE_CALLS = tagged('Services', RULES, {
  listProjectBranchBuckets: call(`GET ${BRANCH_PATH}/buckets`, {
    summary: 'List the buckets of a branch: always none',
    answer: z.object({ buckets: z.array(z.never()) }),
  }),
  listProjectBranchFunctions: call(`GET ${BRANCH_PATH}/functions`, {
    summary: 'List the functions of a branch: always none',
    query: PAGE_QUERY,
    answer: z.object({ functions: z.array(z.never()) }),
  }),
  listProjectBranchTriggers: call(`GET ${BRANCH_PATH}/triggers`, {
    summary: 'List the triggers of a branch: always none',
    answer: z.object({ triggers: z.array(z.never()) }),
  }),
  queryProjectBranchLogs: call(`POST ${BRANCH_PATH}/logs/query`, {
    summary: 'Find log records of a branch: always none',
    body: LOGS_QUERY,
    body_optional: true,
    answer: z.object({ logs: z.array(z.never()), is_truncated: z.boolean() }),
  }),
  listProjectBranchLogFields: call(`GET ${BRANCH_PATH}/logs/fields`, {
    summary: 'List the fields of log records: always none',
    answer: z.object({ fields: z.array(z.never()) }),
  }),
  listProjectBranchLogFieldValues: call(`GET ${BRANCH_PATH}/logs/fields/{field_name}/values`, {
    summary: 'List the values of a field of log records: always none',
    answer: z.object({ values: z.array(z.never()) }),
  }),
  listCredentials: call(`GET ${BRANCH_PATH}/credentials`, {
    summary: 'List the credentials of a branch',
    answer: z.object({ credentials: z.array(CREDENTIAL) }),
  }),
  createCredential: call(`POST ${BRANCH_PATH}/credentials`, {
    summary: 'Create a credential; no service asks for it',
    body: CREDENTIAL_CREATE,
    answer: CREATED_CREDENTIAL,
    status: 201,
  }),
  revealCredential: call(`POST ${CREDENTIAL_PATH}/reveal`, {
    summary: 'Show the secrets of a credential',
    answer: CREDENTIAL_SECRET,
  }),
  rotateCredential: call(`POST ${CREDENTIAL_PATH}/rotate`, {
    summary: 'Give a credential other secrets',
    answer: CREATED_CREDENTIAL,
  }),
  revokeCredential: call(`DELETE ${CREDENTIAL_PATH}`, {
    summary: 'Remove a credential',
    answer: z.undefined(),
    status: 204,
  }),
});

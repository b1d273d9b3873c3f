import { z } from 'zod';
import { organizationOf, personOf, projectOf, requireAdmin, requirePerson } from '../checks/access.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { checkLength } from '../checks/text-checks.js';
import { call, RATE_LIMITS, withTag } from '../resource/call.js';
import { secretHash } from '../store/draws.js';
import type { State } from '../store/state.js';
import {
  type ApiKeyRecord,
  type ApiKeyRequest,
  CREATED_KEY,
  type CreatedApiKey,
  createdKeyView,
  KEY_CREATE,
  LISTED_KEY,
  listedKeyView,
  MAX_KEY_NAME_LENGTH,
  REVOKED_KEY,
  revokedKeyView,
} from './api-key.js';

type KeyOwner = Pick<ApiKeyRecord, 'org_id' | 'project_id'> & { readonly user_id: string };

function create(state: State, key_name: string, owner: KeyOwner, named?: string): CreatedApiKey {
  checkLength(key_name, 'key_name', MAX_KEY_NAME_LENGTH);
  const secret = named ?? `napi_${state.secret('secret', 64)}`;
  const id = state.nextSequence();
  const key: ApiKeyRecord = {
    id,
    sequence: id,
    name: key_name,
    secret_sha256: secretHash(secret),
    created_by_user_id: owner.user_id,
    org_id: owner.org_id,
    project_id: owner.project_id,
    created_at_ms: state.now_ms,
    last_used_from_addr: '',
  };
  state.put('api_keys', String(id), key);
  return createdKeyView(key, secret);
}

/** Removes a key permanently: its secret is stored nowhere else, and its id is never reused. */
function revoke(state: State, key: ApiKeyRecord) {
  state.remove('api_keys', String(key.id));
  return revokedKeyView(key);
}

function list(state: State, keys: readonly ApiKeyRecord[]) {
  return keys.map((key) => listedKeyView(key, state.get('users', key.created_by_user_id)?.name ?? ''));
}

/** A user's first key; a given secret is considered public. */
export interface IssuedKey extends ApiKeyRequest {
  readonly user_id: string;
  readonly secret?: string | undefined;
}

/**
 * Creates a user's key in the console, without another key.
 * @throws PlatformError `not_found`, `bad_request`, `conflict` if another key has the secret
 */
export function issueApiKey(state: State, input: IssuedKey): CreatedApiKey {
  const { user_id, key_name, secret } = input;
  if (state.get('users', user_id) === undefined) throw notFound('user');
  if (secret !== undefined && state.keyByHash.only(secretHash(secret)) !== undefined) {
    throw new PlatformError('conflict', 'another key has this secret');
  }
  return create(state, key_name, { user_id }, secret);
}

/** Revokes every key scoped to a project, because it leaves its organization or is purged. */
export function revokeProjectKeys(state: State, project_id: string): void {
  for (const key of state.keysByProject.rows(project_id)) state.remove('api_keys', String(key.id));
}

export const API_KEY_CALLS = withTag('API Key', {
  listApiKeys: call('GET /api_keys', {
    summary: "List the current user's keys",
    answer: z.array(LISTED_KEY),
    on: personOf,
    rule: (state, { user_id }) => list(state, state.personalKeys.rows(user_id)),
  }),
  createApiKey: call('POST /api_keys', {
    summary: 'Create a personal key; the answer is the only one that shows the secret',
    body: KEY_CREATE,
    answer: CREATED_KEY,
    on: personOf,
    rule: (state, { user_id }, { key_name }) => create(state, key_name, { user_id }),
  }),
  revokeApiKey: call('DELETE /api_keys/{key_id}', {
    summary: 'Revoke a personal key immediately and permanently',
    answer: REVOKED_KEY,
    on: personOf,
    rule(state, { user_id }, { key_id }) {
      const key = state.get('api_keys', String(key_id));
      if (key === undefined || key.org_id !== undefined || key.created_by_user_id !== user_id) {
        throw notFound('API key');
      }
      return revoke(state, key);
    },
  }),
  listOrgApiKeys: call('GET /organizations/{org_id}/api_keys', {
    summary: "List an organization's keys",
    answer: z.array(LISTED_KEY),
    on: organizationOf,
    rule: (state, organization) => list(state, state.keysByOrganization.rows(organization.id)),
  }),
  /**
   * Requires a personal key: an administrator's for an organization key, any member's for a project-scoped key.
   * {@link Rules.project_keys_by} can require an administrator's for both.
   */
  createOrgApiKey: call('POST /organizations/{org_id}/api_keys', {
    summary: "Create an organization's key, or one scoped to a project",
    body: KEY_CREATE.extend({ project_id: z.string().optional() }),
    answer: CREATED_KEY,
    per_second: RATE_LIMITS.org_key_creation_per_second,
    on: organizationOf,
    rule(state, { id: org_id }, input, caller) {
      const { user_id } = requirePerson(caller);
      if (input.project_id === undefined || state.rules.project_keys_by === 'admins') {
        requireAdmin(state, caller, org_id);
      }
      if (input.project_id === undefined) return create(state, input.key_name, { user_id, org_id });
      const project = projectOf(state, caller, { project_id: input.project_id });
      if (project.org_id !== org_id) throw notFound('project');
      return create(state, input.key_name, { user_id, org_id, project_id: project.id });
    },
  }),
  revokeOrgApiKey: call('DELETE /organizations/{org_id}/api_keys/{key_id}', {
    summary: "Revoke an organization's key immediately and permanently",
    answer: REVOKED_KEY,
    on: organizationOf,
    rule(state, { id: org_id }, { key_id }, caller) {
      requireAdmin(state, caller, org_id);
      const key = state.get('api_keys', String(key_id));
      if (key?.org_id !== org_id) throw notFound('API key');
      return revoke(state, key);
    },
  }),
});

import { personOnly, projectOf, requireAdmin } from '../checks/access.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { ofOrganization, ofPerson } from '../checks/subject.js';
import { checkLength } from '../checks/text-checks.js';
import {
  type ApiKeyRecord,
  type ApiKeyRequest,
  type CreatedApiKey,
  createdKeyView,
  listedKeyView,
  revokedKeyView,
} from '../rows/api-key.js';
import type { ORG_KEY_CREATE } from '../schema/api-key-schema.js';
import type { Shaped } from '../schema/plain.js';
import { secretHash } from '../store/draws.js';
import type { State } from '../store/state.js';

const MAX_KEY_NAME = 64;

type ForKey = { readonly key_id: number };
type KeyOwner = Pick<ApiKeyRecord, 'org_id' | 'project_id'> & { readonly user_id: string };

function create(state: State, key_name: string, owner: KeyOwner, named?: string): CreatedApiKey {
  checkLength(key_name, 'key_name', MAX_KEY_NAME);
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

/** Removes a key for good: its secret is known to nobody else, and its id is never given out again. */
function revoke(state: State, key: ApiKeyRecord) {
  state.remove('api_keys', String(key.id));
  return revokedKeyView(key);
}

function list(state: State, keys: readonly ApiKeyRecord[]) {
  return keys.map((key) => listedKeyView(key, state.get('users', key.created_by_user_id)?.name ?? ''));
}

/** A key for a user to begin with; a secret that is given is one that everybody may know. */
export interface IssuedKey extends ApiKeyRequest {
  readonly user_id: string;
  readonly secret?: string | undefined;
}

/**
 * A user's key created in the console, without another key.
 * @throws PlatformError `not_found`, `bad_request`, `conflict` for a secret that another key has
 */
export function issueApiKey(state: State, input: IssuedKey): CreatedApiKey {
  const { user_id, key_name, secret } = input;
  if (state.get('users', user_id) === undefined) throw notFound('user');
  if (secret !== undefined && state.keyByHash.only(secretHash(secret)) !== undefined) {
    throw new PlatformError('conflict', 'another key has this secret');
  }
  return create(state, key_name, { user_id }, secret);
}

/** The caller's personal keys, without their secrets. */
export const listApiKeys = ofPerson((state, { user_id }) => list(state, state.personalKeys.rows(user_id)));

/** A further personal key. @throws PlatformError `forbidden` for keys that are no person's, `bad_request` */
export const createApiKey = ofPerson((state, { user_id }, { key_name }: ApiKeyRequest) =>
  create(state, key_name, { user_id }),
);

/** Revokes one of the caller's own personal keys, be it the one the call is made with. */
export const revokeApiKey = ofPerson((state, { user_id }, { key_id }: ForKey) => {
  const key = state.get('api_keys', String(key_id));
  if (key === undefined || key.org_id !== undefined || key.created_by_user_id !== user_id) {
    throw notFound('API key');
  }
  return revoke(state, key);
});

/** The organization's keys, project-scoped ones among them, for its members and its own keys. */
export const listOrgApiKeys = ofOrganization((state, organization) =>
  list(state, state.keysByOrganization.rows(organization.id)),
);

/**
 * A key of the organization, for administrators, or one scoped to a project, for any member (or administrators
 * only, by {@link Rules.project_keys_by}); either takes a person's key.
 * @throws PlatformError `forbidden`, `not_found`, `bad_request`
 */
export const createOrgApiKey = ofOrganization(
  (state, { id: org_id }, input: Shaped<typeof ORG_KEY_CREATE>, caller) => {
    const { user_id } = personOnly(caller);
    if (input.project_id === undefined || state.rules.project_keys_by === 'admins') {
      requireAdmin(state, caller, org_id);
    }
    if (input.project_id === undefined) return create(state, input.key_name, { user_id, org_id });
    const project = projectOf(state, caller, input.project_id);
    if (project.org_id !== org_id) throw notFound('project');
    return create(state, input.key_name, { user_id, org_id, project_id: project.id });
  },
);

/** Revokes a key of the organization, project-scoped or not. @throws PlatformError `forbidden`, `not_found` */
export const revokeOrgApiKey = ofOrganization((state, { id: org_id }, { key_id }: ForKey, caller) => {
  requireAdmin(state, caller, org_id);
  const key = state.get('api_keys', String(key_id));
  if (key?.org_id !== org_id) throw notFound('API key');
  return revoke(state, key);
});

/** Revokes every key scoped to a project: it leaves its organization, or is gone for good. */
export function revokeProjectKeys(state: State, project_id: string): void {
  for (const key of state.keysByProject.rows(project_id)) state.remove('api_keys', String(key.id));
}

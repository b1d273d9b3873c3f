import { timestamp } from './timestamp.js';

/**
 * An API key as stored. The secret itself is nowhere: `secret_sha256` is its hash in hexadecimal.
 * A personal key has neither `org_id` nor `project_id`, an organization's has `org_id`, a project-scoped one both.
 */
export interface ApiKeyRecord {
  readonly id: number;
  readonly sequence: number;
  readonly name: string;
  readonly secret_sha256: string;
  readonly created_by_user_id: string;
  readonly org_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly created_at_ms: number;
  /** To the minute, so that a busy key is not written down at every request. */
  readonly last_used_at_ms?: number | undefined;
  readonly last_used_from_addr: string;
}

/** The body of the calls that create a key. */
export interface ApiKeyRequest {
  readonly key_name: string;
}

/** A key as the call that creates it shows it: the only time the secret is there. */
export interface CreatedApiKey {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly project_id?: string | undefined;
}

/** A key as the lists show it. */
export interface ListedApiKey {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly created_by: { readonly id: string; readonly name: string; readonly image: string };
  readonly last_used_at: string | null;
  readonly last_used_from_addr: string;
  readonly project_id?: string | undefined;
}

/** A key as the call that revokes it shows it. */
export interface RevokedApiKey {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly last_used_at: string | null;
  readonly last_used_from_addr: string;
  readonly revoked: true;
  readonly project_id?: string | undefined;
}

function lastUse(record: ApiKeyRecord) {
  return {
    last_used_at: record.last_used_at_ms === undefined ? null : timestamp(record.last_used_at_ms),
    last_used_from_addr: record.last_used_from_addr,
    project_id: record.project_id,
  };
}

/** What the call that creates a key shows of it. */
export function createdKeyView(record: ApiKeyRecord, secret: string): CreatedApiKey {
  return {
    id: record.id,
    key: secret,
    name: record.name,
    created_at: timestamp(record.created_at_ms),
    created_by: record.created_by_user_id,
    project_id: record.project_id,
  };
}

/** What a list shows of a key. */
export function listedKeyView(record: ApiKeyRecord, creator_name: string): ListedApiKey {
  return {
    id: record.id,
    name: record.name,
    created_at: timestamp(record.created_at_ms),
    created_by: { id: record.created_by_user_id, name: creator_name, image: '' },
    ...lastUse(record),
  };
}

/** What the call that revokes a key shows of it. */
export function revokedKeyView(record: ApiKeyRecord): RevokedApiKey {
  return {
    id: record.id,
    name: record.name,
    created_at: timestamp(record.created_at_ms),
    created_by: record.created_by_user_id,
    ...lastUse(record),
    revoked: true,
  };
}

import { z } from 'zod';
import { CREATED_KEY, type KEY_CREATE, LISTED_KEY, REVOKED_KEY } from '../schema/api-key-schema.js';
import type { Shaped } from '../schema/plain.js';
import { CREATED, moment, text, whole } from './row.js';
import { timestampOrNone } from './timestamp.js';
import { viewOf } from './view.js';

/**
 * An API key as stored. The secret itself is nowhere: `secret_sha256` is its hash in hexadecimal.
 * A personal key has neither `org_id` nor `project_id`, an organization's has `org_id`, a project-scoped one both.
 */
export const API_KEY_ROW = z.object({
  ...CREATED,
  id: whole,
  name: text,
  secret_sha256: text.regex(/^[0-9a-f]{64}$/),
  created_by_user_id: text,
  org_id: text.optional(),
  project_id: text.optional(),
  /** To the minute, so that a busy key is not written down at every request. */
  last_used_at_ms: moment.optional(),
  last_used_from_addr: text,
});

/** {@link API_KEY_ROW} as data. */
export type ApiKeyRecord = Shaped<typeof API_KEY_ROW>;

/** The body of the calls that create a key. */
export type ApiKeyRequest = Shaped<typeof KEY_CREATE>;

/** A key as the call that creates it shows it: the only time the secret is there. */
export type CreatedApiKey = Shaped<typeof CREATED_KEY>;

/** What the call that creates a key shows of it. */
export function createdKeyView(record: ApiKeyRecord, secret: string): CreatedApiKey {
  return viewOf(CREATED_KEY, record, { key: secret, created_by: record.created_by_user_id });
}

/** What a list shows of a key. */
export function listedKeyView(record: ApiKeyRecord, creator_name: string) {
  const created_by = { id: record.created_by_user_id, name: creator_name, image: '' };
  return viewOf(LISTED_KEY, record, { created_by, last_used_at: lastUse(record) });
}

/** What the call that revokes a key shows of it. */
export function revokedKeyView(record: ApiKeyRecord) {
  const { created_by_user_id: created_by } = record;
  return viewOf(REVOKED_KEY, record, { created_by, last_used_at: lastUse(record), revoked: true });
}

function lastUse({ last_used_at_ms }: ApiKeyRecord): string | null {
  return timestampOrNone(last_used_at_ms) ?? null;
}

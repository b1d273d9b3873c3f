import { z } from 'zod';
import { CREATED, moment, text, timestampOrNone, viewOf, whole } from '../resource/row.js';
import { limitedText, type Shaped, TIMESTAMP } from '../resource/schema.js';

/**
 * An API key as stored. The secret is not stored; `secret_sha256` is its hash in hexadecimal.
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
  /** Precise to the minute, so that a busy key is not written at every request. */
  last_used_at_ms: moment.optional(),
  last_used_from_addr: text,
});

export type ApiKeyRecord = Shaped<typeof API_KEY_ROW>;

export type ApiKeyRequest = Shaped<typeof KEY_CREATE>;

/** A key as the call that creates it returns it, with its secret. */
export type CreatedApiKey = Shaped<typeof CREATED_KEY>;

export function createdKeyView(record: ApiKeyRecord, secret: string): CreatedApiKey {
  return viewOf(CREATED_KEY, record, { key: secret, created_by: record.created_by_user_id });
}

export function listedKeyView(record: ApiKeyRecord, creator_name: string) {
  const created_by = { id: record.created_by_user_id, name: creator_name, image: '' };
  return viewOf(LISTED_KEY, record, { created_by, last_used_at: lastUse(record) });
}

export function revokedKeyView(record: ApiKeyRecord) {
  const { created_by_user_id: created_by } = record;
  return viewOf(REVOKED_KEY, record, { created_by, last_used_at: lastUse(record), revoked: true });
}

function lastUse({ last_used_at_ms }: ApiKeyRecord): string | null {
  return timestampOrNone(last_used_at_ms) ?? null;
}

/** The longest name of a key, in characters. */
export const MAX_KEY_NAME_LENGTH = 64;
export const KEY_CREATE = z.object({ key_name: limitedText(MAX_KEY_NAME_LENGTH) });
/** A new key; no other response contains the secret. */
export const CREATED_KEY = z
  .object({
    id: z.int(),
    key: z.string(),
    name: z.string(),
    created_at: TIMESTAMP,
    created_by: z.uuid(),
    project_id: z.string().optional(),
  })
  .meta({ id: 'CreatedApiKey' });

export const LISTED_KEY = z
  .object({
    id: z.int(),
    name: z.string(),
    created_at: TIMESTAMP,
    created_by: z.object({ id: z.uuid(), name: z.string(), image: z.string() }),
    last_used_at: TIMESTAMP.nullish(),
    last_used_from_addr: z.string(),
    project_id: z.string().optional(),
  })
  .meta({ id: 'ApiKey' });

export const REVOKED_KEY = LISTED_KEY.extend({ created_by: z.uuid(), revoked: z.boolean() }).meta({
  id: 'RevokedApiKey',
});

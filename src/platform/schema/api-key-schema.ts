import { z } from 'zod';
import { TIMESTAMP } from './operation-schema.js';

/** The body of the call that creates a personal key. */
export const KEY_CREATE = z.object({ key_name: z.string() });

/** The same of an organization's key, which is scoped to one project when it names one. */
export const ORG_KEY_CREATE = KEY_CREATE.extend({ project_id: z.string().optional() });

/** A new key: the only answer that holds the secret. */
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

/** A key as the lists show it. */
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

/** A key that has just been revoked. */
export const REVOKED_KEY = LISTED_KEY.extend({ created_by: z.uuid(), revoked: z.boolean() }).meta({
  id: 'RevokedApiKey',
});

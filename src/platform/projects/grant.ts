import { z } from 'zod';
import { DAY_SECONDS } from '../../kernel/units.js';
import { CREATED, moment, NAMED, ROW, text, viewOf } from '../resource/row.js';
import { type Shaped, TIMESTAMP } from '../resource/schema.js';

export const PERMISSION = z
  .object({
    id: z.string(),
    granted_to_email: z.string(),
    granted_at: TIMESTAMP,
    revoked_at: TIMESTAMP.optional(),
  })
  .meta({ id: 'ProjectPermission' });
/** An offer of a project to any user who knows its id. */
export const TRANSFER_REQUEST = z.object({
  id: z.uuid(),
  project_id: z.string(),
  created_at: TIMESTAMP,
  expires_at: TIMESTAMP,
});

/** The longest validity of an offer, in seconds. */
export const MAX_OFFER_SECONDS = 30 * DAY_SECONDS;
/** The longest JWKS URL, in characters. */
export const MAX_URL_LENGTH = 2048;

/** The URL of the public keys that verify a project's tokens. */
export const JWKS = z
  .object({
    id: z.string(),
    project_id: z.string(),
    branch_id: z.string().optional(),
    jwks_url: z.string(),
    provider_name: z.string(),
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
    jwt_audience: z.string().optional(),
    role_names: z.array(z.string()).optional(),
  })
  .meta({ id: 'JWKS' });
/** Projects to move to another organization. */
export const PROJECT_TRANSFER = z.object({
  destination_org_id: z.string(),
  project_ids: z.array(z.string()).min(1).max(400),
});

/** A permission on a project for an e-mail address, as stored. */
export const PERMISSION_ROW = z.object({
  ...NAMED,
  project_id: text,
  granted_to_email: text,
  granted_at_ms: moment,
});

/** An offer of a project to any user who knows its id, as stored. */
export const TRANSFER_REQUEST_ROW = z.object({
  ...CREATED,
  id: text,
  project_id: text,
  expires_at_ms: moment,
});

/** The URL of the public keys that verify a project's tokens, as stored. */
export const JWKS_ROW = z.object({
  ...ROW,
  project_id: text,
  branch_id: text.optional(),
  jwks_url: text,
  provider_name: text,
  jwt_audience: text.optional(),
  role_names: z.array(text).optional(),
});

/** A permission as the API shows it. */
export function permissionView(
  record: Shaped<typeof PERMISSION_ROW>,
  revoked_at?: string,
): Shaped<typeof PERMISSION> {
  return viewOf(PERMISSION, record, { revoked_at });
}

import { z } from 'zod';
import type { Shaped } from '../schema/plain.js';
import { INVITATION, JWKS, PERMISSION } from '../schema/sharing-schema.js';
import { CREATED, moment, NAMED, ROW, text } from './row.js';
import { viewOf } from './view.js';

/** By what addresses are compared: providers of mail take capitals and small letters for the same. */
export function mailbox(email: string): string {
  return email.toLowerCase();
}

/** That a project is shared with whoever has an address, as stored. */
export const PERMISSION_ROW = z.object({
  ...NAMED,
  project_id: text,
  granted_to_email: text,
  granted_at_ms: moment,
});

/** An offer of a project to whoever knows its id, as stored. */
export const TRANSFER_REQUEST_ROW = z.object({
  ...CREATED,
  id: text,
  project_id: text,
  expires_at_ms: moment,
});

/** {@link TRANSFER_REQUEST_ROW} as data. */
export type TransferRequestRecord = Shaped<typeof TRANSFER_REQUEST_ROW>;

/** Where keys are published that sign tokens for a project, as stored. */
export const JWKS_ROW = z.object({
  ...ROW,
  project_id: text,
  branch_id: text.optional(),
  jwks_url: text,
  provider_name: text,
  jwt_audience: text.optional(),
  role_names: z.array(text).optional(),
});

/** An invitation to an organization of somebody who has no account yet, as stored. */
export const INVITATION_ROW = z.object({
  ...NAMED,
  org_id: text,
  email: text,
  invited_by: text,
  invited_at_ms: moment,
  role: INVITATION.shape.role,
});

/** {@link INVITATION_ROW} as data. */
export type InvitationRecord = Shaped<typeof INVITATION_ROW>;

/** A VPC endpoint of an organization, as stored; its id is `<organization>/<region>/<vpc_endpoint_id>`. */
export const VPC_ENDPOINT_ROW = z.object({
  ...NAMED,
  org_id: text,
  region_id: text,
  vpc_endpoint_id: text,
  label: text,
  /** When it was removed: it cannot be assigned to the organization again. */
  removed_at_ms: moment.optional(),
});

/** That a project takes connections from a VPC endpoint only, as stored; its id is `<project>/<vpc_endpoint_id>`. */
export const VPC_RESTRICTION_ROW = z.object({
  ...NAMED,
  project_id: text,
  vpc_endpoint_id: text,
  label: text,
});

/** What the API shows of a permission. */
export function permissionView(
  record: Shaped<typeof PERMISSION_ROW>,
  revoked_at?: string,
): Shaped<typeof PERMISSION> {
  return viewOf(PERMISSION, record, { revoked_at });
}

/** What the API shows of a place of keys. */
export function jwksView(record: Shaped<typeof JWKS_ROW>): Shaped<typeof JWKS> {
  return viewOf(JWKS, record, {});
}

/** What the API shows of an invitation. */
export function invitationView(record: InvitationRecord): Shaped<typeof INVITATION> {
  return viewOf(INVITATION, record, {});
}

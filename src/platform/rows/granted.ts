import type { Shaped } from '../schema/plain.js';
import { INVITATION, JWKS, PERMISSION, TRANSFER_REQUEST } from '../schema/sharing-schema.js';
import type { MemberRole } from './organization.js';
import { viewOf } from './view.js';

/** By what addresses are compared: providers of mail take capitals and small letters for the same. */
export function mailbox(email: string): string {
  return email.toLowerCase();
}

/** That a project is shared with whoever has an address, as stored. */
export interface PermissionRecord {
  readonly id: string;
  readonly sequence: number;
  readonly project_id: string;
  readonly granted_to_email: string;
  readonly granted_at_ms: number;
}

/** An offer of a project to whoever knows its id, as stored. */
export interface TransferRequestRecord {
  readonly id: string;
  readonly sequence: number;
  readonly project_id: string;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
}

/** Where keys are published that sign tokens for a project, as stored. */
export interface JwksRecord {
  readonly id: string;
  readonly sequence: number;
  readonly project_id: string;
  readonly branch_id?: string | undefined;
  readonly jwks_url: string;
  readonly provider_name: string;
  readonly jwt_audience?: string | undefined;
  readonly role_names?: readonly string[] | undefined;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** An invitation to an organization of somebody who has no account yet, as stored. */
export interface InvitationRecord {
  readonly id: string;
  readonly sequence: number;
  readonly org_id: string;
  readonly email: string;
  readonly invited_by: string;
  readonly invited_at_ms: number;
  readonly role: MemberRole;
}

/** A VPC endpoint of an organization, as stored; its id is `<organization>/<region>/<vpc_endpoint_id>`. */
export interface VpcEndpointRecord {
  readonly id: string;
  readonly sequence: number;
  readonly org_id: string;
  readonly region_id: string;
  readonly vpc_endpoint_id: string;
  readonly label: string;
  /** When it was removed: it cannot be assigned to the organization again. */
  readonly removed_at_ms?: number | undefined;
}

/** That a project takes connections from a VPC endpoint only, as stored; its id is `<project>/<vpc_endpoint_id>`. */
export interface VpcRestrictionRecord {
  readonly id: string;
  readonly sequence: number;
  readonly project_id: string;
  readonly vpc_endpoint_id: string;
  readonly label: string;
}

/** What the API shows of a permission. */
export function permissionView(record: PermissionRecord, revoked_at?: string): Shaped<typeof PERMISSION> {
  return viewOf(PERMISSION, record, { revoked_at });
}

/** What the API shows of a transfer request. */
export function transferRequestView(record: TransferRequestRecord): Shaped<typeof TRANSFER_REQUEST> {
  return viewOf(TRANSFER_REQUEST, record, {});
}

/** What the API shows of a place of keys. */
export function jwksView(record: JwksRecord): Shaped<typeof JWKS> {
  return viewOf(JWKS, record, {});
}

/** What the API shows of an invitation. */
export function invitationView(record: InvitationRecord): Shaped<typeof INVITATION> {
  return viewOf(INVITATION, record, {});
}

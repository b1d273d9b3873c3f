import { MEMBER, ORGANIZATION } from '../schema/account-schema.js';
import type { Shaped } from '../schema/plain.js';
import type { Row } from './row.js';
import { viewOf } from './view.js';

/** A person's account as stored. */
export interface UserRecord {
  readonly id: string;
  readonly sequence: number;
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  /** Plan of the user's personal projects. */
  readonly plan: string;
  readonly created_at_ms: number;
}

/** An organization as stored. */
export interface OrganizationRecord extends Row {
  readonly name: string;
  /** Plan of every project of the organization. */
  readonly plan: string;
  readonly spending_limit_cents?: number | undefined;
}

/** An organization as the API shows it. */
export type Organization = Shaped<typeof ORGANIZATION>;

/** What the API shows of a stored organization. */
export function organizationView(record: OrganizationRecord): Organization {
  return viewOf(ORGANIZATION, record, { handle: record.id.replace(/^org-/, ''), managed_by: 'console' });
}

/** A member as the API shows it. */
export type Member = Shaped<typeof MEMBER>;

/** What a member may do: administrators create and revoke organization keys and delete projects. */
export type MemberRole = Member['role'];

/** That a user belongs to an organization, as stored. */
export interface MembershipRecord {
  readonly id: string;
  readonly sequence: number;
  readonly org_id: string;
  readonly user_id: string;
  readonly role: MemberRole;
  readonly joined_at_ms: number;
}

/** What the API shows of a stored membership. */
export function memberView(record: MembershipRecord): Member {
  return viewOf(MEMBER, record, {});
}

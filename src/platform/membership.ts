import { timestamp } from './timestamp.js';

/** What a member may do: administrators create and revoke organization keys and delete projects. */
export type MemberRole = 'admin' | 'member';

/** That a user belongs to an organization, as stored. */
export interface MembershipRecord {
  readonly id: string;
  readonly sequence: number;
  readonly org_id: string;
  readonly user_id: string;
  readonly role: MemberRole;
  readonly joined_at_ms: number;
}

/** A member as the API shows it. */
export interface Member {
  readonly id: string;
  readonly user_id: string;
  readonly org_id: string;
  readonly role: MemberRole;
  readonly joined_at: string;
}

/** A member with the user's address, as the member list shows it. */
export interface MemberWithUser {
  readonly member: Member;
  readonly user: { readonly email: string };
}

/** What the API shows of a stored membership. */
export function memberView(record: MembershipRecord): Member {
  return {
    id: record.id,
    user_id: record.user_id,
    org_id: record.org_id,
    role: record.role,
    joined_at: timestamp(record.joined_at_ms),
  };
}

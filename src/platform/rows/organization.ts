import { z } from 'zod';
import { MEMBER, ORGANIZATION } from '../schema/account-schema.js';
import type { Shaped } from '../schema/plain.js';
import { CREATED, moment, NAMED, ROW, text, whole } from './row.js';
import { viewOf } from './view.js';

/** A person's account as stored; the plan is that of the user's personal projects. */
export const USER_ROW = z.object({
  ...CREATED,
  id: text,
  name: text,
  last_name: text,
  email: text,
  plan: text,
});

/** {@link USER_ROW} as data. */
export type UserRecord = Shaped<typeof USER_ROW>;

/** An organization as stored; the plan is that of every project of it. */
export const ORGANIZATION_ROW = z.object({
  ...ROW,
  name: text,
  plan: text,
  spending_limit_cents: whole.optional(),
  /** The user who signed up together with it: where that user's projects belong if no organization is named. */
  home_user_id: text.optional(),
});

/** {@link ORGANIZATION_ROW} as data. */
export type OrganizationRecord = Shaped<typeof ORGANIZATION_ROW>;

/** An organization as the API shows it. */
export type Organization = Shaped<typeof ORGANIZATION>;

/** What the API shows of a stored organization. */
export function organizationView(record: OrganizationRecord): Organization {
  return viewOf(ORGANIZATION, record, { handle: record.id.replace(/^org-/, ''), managed_by: 'console' });
}

/** A member as the API shows it. */
export type Member = Shaped<typeof MEMBER>;

/** That a user belongs to an organization, as stored. */
export const MEMBERSHIP_ROW = z.object({
  ...NAMED,
  org_id: text,
  user_id: text,
  /** Administrators create and revoke organization keys and delete projects. */
  role: MEMBER.shape.role,
  joined_at_ms: moment,
});

/** {@link MEMBERSHIP_ROW} as data. */
export type MembershipRecord = Shaped<typeof MEMBERSHIP_ROW>;

/** What the API shows of a stored membership. */
export function memberView(record: MembershipRecord): Member {
  return viewOf(MEMBER, record, {});
}

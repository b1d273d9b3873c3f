import { z } from 'zod';
import { CREATED, moment, NAMED, ROW, text, viewOf, whole } from '../resource/row.js';
import { type Shaped, TIMESTAMP } from '../resource/schema.js';

/** The user a personal key belongs to. */
export const CURRENT_USER = z
  .object({
    id: z.string(),
    email: z.string(),
    login: z.string(),
    name: z.string(),
    last_name: z.string(),
    image: z.string(),
    plan: z.string(),
    active_seconds_limit: z.int(),
    projects_limit: z.int(),
    branches_limit: z.int(),
    max_autoscaling_limit: z.number(),
    auth_accounts: z.array(
      z.object({
        provider: z.string(),
        email: z.string(),
        name: z.string(),
        login: z.string(),
        image: z.string(),
      }),
    ),
  })
  .meta({ id: 'CurrentUser' });

/** An organization as the API shows it. */
export const ORGANIZATION = z
  .object({
    id: z.string(),
    name: z.string(),
    handle: z.string(),
    plan: z.string(),
    managed_by: z.string(),
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
  })
  .meta({ id: 'Organization' });

/** The roles that members can have. Source: the vendor's API description. */
export const MEMBER_ROLE = z.enum(['admin', 'member', 'editor', 'viewer', 'collaborator']);

export const MEMBER = z
  .object({
    id: z.uuid(),
    user_id: z.uuid(),
    org_id: z.string(),
    role: MEMBER_ROLE,
    joined_at: TIMESTAMP.optional(),
  })
  .meta({ id: 'Member' });

export const INVITATION = z
  .object({
    id: z.uuid(),
    email: z.string(),
    org_id: z.string(),
    invited_by: z.uuid(),
    invited_at: TIMESTAMP,
    role: MEMBER_ROLE,
  })
  .meta({ id: 'Invitation' });
/** The monthly spending limit of an organization. */
export const SPENDING_LIMIT = z.object({ spending_limit_cents: z.int().nullable() });

/** The largest spending limit, in cents. */
export const MAX_SPENDING_LIMIT_CENTS = 1_000_000_000;
/** A user's account as stored; the plan applies to the user's personal projects. */
export const USER_ROW = z.object({
  ...CREATED,
  id: text,
  name: text,
  last_name: text,
  email: text,
  plan: text,
});

export type UserRecord = Shaped<typeof USER_ROW>;

/** An organization as stored; the plan applies to all its projects. */
export const ORGANIZATION_ROW = z.object({
  ...ROW,
  name: text,
  plan: text,
  spending_limit_cents: whole.optional(),
  /** The user who signed up with this organization; the default owner of that user's projects. */
  home_user_id: text.optional(),
});

export type OrganizationRecord = Shaped<typeof ORGANIZATION_ROW>;

/** An organization as the API shows it. */
export type Organization = Shaped<typeof ORGANIZATION>;

/** A stored organization as the API shows it. */
export function organizationView(record: OrganizationRecord): Organization {
  return viewOf(ORGANIZATION, record, { handle: record.id.replace(/^org-/, ''), managed_by: 'console' });
}

/** A member as the API shows it. */
export type Member = Shaped<typeof MEMBER>;

/** A user's membership in an organization, as stored. */
export const MEMBERSHIP_ROW = z.object({
  ...NAMED,
  org_id: text,
  user_id: text,
  /** Administrators create and revoke organization keys and delete projects. */
  role: MEMBER.shape.role,
  joined_at_ms: moment,
});

export type MembershipRecord = Shaped<typeof MEMBERSHIP_ROW>;

/** Lower-cased address for comparisons: mail providers ignore case. */
export function mailbox(email: string): string {
  return email.toLowerCase();
}

/** An invitation to an organization for a person without an account, as stored. */
export const INVITATION_ROW = z.object({
  ...NAMED,
  org_id: text,
  email: text,
  invited_by: text,
  invited_at_ms: moment,
  role: INVITATION.shape.role,
});

import { z } from 'zod';
import { TIMESTAMP } from './operation-schema.js';

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

/** Projects to move to another organization. */
export const PROJECT_TRANSFER = z.object({
  destination_org_id: z.string(),
  project_ids: z.array(z.string()).min(1).max(400),
});

/** The roles that members can have. Source: the vendor's API description. */
export const MEMBER_ROLE = z.enum(['admin', 'member', 'editor', 'viewer', 'collaborator']);

/** A member of an organization. */
export const MEMBER = z
  .object({
    id: z.uuid(),
    user_id: z.uuid(),
    org_id: z.string(),
    role: MEMBER_ROLE,
    joined_at: TIMESTAMP.optional(),
  })
  .meta({ id: 'Member' });

/** A region that projects can be in. */
export const REGION = z.object({
  region_id: z.string(),
  name: z.string(),
  default: z.boolean(),
  geo_lat: z.string(),
  geo_long: z.string(),
});

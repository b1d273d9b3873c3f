import { z } from 'zod';
import { MEMBER_ROLE } from './account-schema.js';
import { TIMESTAMP } from './operation-schema.js';

/** That a project is shared with somebody. */
export const PERMISSION = z
  .object({
    id: z.string(),
    granted_to_email: z.string(),
    granted_at: TIMESTAMP,
    revoked_at: TIMESTAMP.optional(),
  })
  .meta({ id: 'ProjectPermission' });

/** The body of the call that shares a project. */
export const PERMISSION_GRANT = z.object({ email: z.string() });

/** An offer of a project to whoever knows its id. */
export const TRANSFER_REQUEST = z.object({
  id: z.uuid(),
  project_id: z.string(),
  created_at: TIMESTAMP,
  expires_at: TIMESTAMP,
});

/** The body of the call that makes such an offer. */
export const TRANSFER_REQUEST_CREATE = z.object({ ttl_seconds: z.int().optional() });

/** The body of the call that accepts one: whose the project is to be. */
export const TRANSFER_REQUEST_ACCEPT = z.object({ org_id: z.string().optional() });

/** Where keys are published that sign tokens for a project. */
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

/** The body of the call that adds such a place. */
export const JWKS_ADD = z.object({
  jwks_url: z.string(),
  provider_name: z.string(),
  branch_id: z.string().optional(),
  jwt_audience: z.string().optional(),
  role_names: z.array(z.string()).max(10).optional(),
  skip_role_creation: z.boolean().optional(),
});

/** An invitation to an organization. */
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

/** The body of the call that invites people. */
export const INVITATIONS_CREATE = z.object({
  invitations: z.array(z.object({ email: z.string(), role: MEMBER_ROLE })),
});

/** The most that an organization means to spend in a month. */
export const SPENDING_LIMIT = z.object({ spending_limit_cents: z.int().nullable() });

/** The body of the call that sets it. */
export const SPENDING_LIMIT_SET = z.object({ spending_limit_cents: z.int() });

/** A VPC endpoint by its id and what it is called. */
export const VPC_ENDPOINT = z.object({ vpc_endpoint_id: z.string(), label: z.string() });

/** The body of the calls that assign one. */
export const VPC_ASSIGNMENT = z.object({ label: z.string() });

/** A VPC endpoint with its state, and the projects that are restricted to it. */
export const VPC_ENDPOINT_DETAILS = VPC_ENDPOINT.extend({
  state: z.string(),
  num_restricted_projects: z.int(),
  example_restricted_projects: z.array(z.string()),
});

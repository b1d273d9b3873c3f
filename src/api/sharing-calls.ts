import { z } from 'zod';
import * as invitations from '../platform/accounts/invitations.js';
import * as spending from '../platform/accounts/spending-limit.js';
import * as jwks from '../platform/projects/jwks.js';
import * as permissions from '../platform/projects/permissions.js';
import * as transfers from '../platform/projects/project-transfer.js';
import { PROJECT_TRANSFER } from '../platform/schema/account-schema.js';
import { OPERATIONS } from '../platform/schema/operation-schema.js';
import {
  INVITATION,
  INVITATIONS_CREATE,
  JWKS,
  JWKS_ADD,
  PERMISSION,
  PERMISSION_GRANT,
  SPENDING_LIMIT,
  SPENDING_LIMIT_SET,
  TRANSFER_REQUEST,
  TRANSFER_REQUEST_ACCEPT,
  TRANSFER_REQUEST_CREATE,
} from '../platform/schema/sharing-schema.js';
import { call, tagged } from './call.js';

const PROJECT = '/projects/{project_id}';
const LIMIT = '/organizations/{org_id}/billing/spending_limit';
const INVITATIONS = z.object({ invitations: z.array(INVITATION) });

const RULES = { ...permissions, ...transfers, ...jwks, ...invitations, ...spending };

/** Who else may use a project or belongs to an organization, whom a project is given to, and what is spent at most. */
export const SHARING_CALLS = {
  ...tagged('Project', RULES, {
    listProjectPermissions: call(`GET ${PROJECT}/permissions`, {
      summary: 'List with whom a project is shared',
      answer: z.object({ project_permissions: z.array(PERMISSION) }),
    }),
    grantPermissionToProject: call(`POST ${PROJECT}/permissions`, {
      summary: 'Share a project with whoever has an address',
      body: PERMISSION_GRANT,
      answer: PERMISSION,
    }),
    revokePermissionFromProject: call(`DELETE ${PROJECT}/permissions/{permission_id}`, {
      summary: 'Share a project no longer',
      answer: PERMISSION,
    }),
    createProjectTransferRequest: call(`POST ${PROJECT}/transfer_requests`, {
      summary: 'Offer a project to whoever is told the id of the offer',
      body: TRANSFER_REQUEST_CREATE,
      body_optional: true,
      answer: TRANSFER_REQUEST,
      status: 201,
    }),
    acceptProjectTransferRequest: call(`PUT ${PROJECT}/transfer_requests/{request_id}`, {
      summary: 'Take a project that is offered',
      body: TRANSFER_REQUEST_ACCEPT,
      body_optional: true,
      answer: z.undefined(),
      status: 204,
    }),
    getProjectJWKS: call(`GET ${PROJECT}/jwks`, {
      summary: 'List where keys are published that sign tokens for a project',
      answer: z.object({ jwks: z.array(JWKS) }),
    }),
    addProjectJWKS: call(`POST ${PROJECT}/jwks`, {
      summary: 'Add such a place; it is noted and not asked',
      body: JWKS_ADD,
      answer: z.object({ jwks: JWKS, ...OPERATIONS }),
      status: 201,
    }),
    deleteProjectJWKS: call(`DELETE ${PROJECT}/jwks/{jwks_id}`, {
      summary: 'Remove such a place',
      answer: JWKS,
    }),
  }),
  ...tagged('Users', RULES, {
    transferProjectsFromUserToOrg: call('POST /users/me/projects/transfer', {
      summary: 'Move personal projects to an organization',
      body: PROJECT_TRANSFER,
      answer: z.object({}),
    }),
  }),
  ...tagged('Organizations', RULES, {
    getOrganizationInvitations: call('GET /organizations/{org_id}/invitations', {
      summary: 'List who was invited to an organization and has no account yet',
      answer: INVITATIONS,
    }),
    createOrganizationInvitations: call('POST /organizations/{org_id}/invitations', {
      summary: 'Invite people: who has an account is a member at once',
      body: INVITATIONS_CREATE,
      answer: INVITATIONS,
    }),
    getOrganizationSpendingLimit: call(`GET ${LIMIT}`, {
      summary: 'Tell what an organization means to spend in a month at most',
      answer: SPENDING_LIMIT,
    }),
    setOrganizationSpendingLimit: call(`PUT ${LIMIT}`, {
      summary: 'Set it; nothing is suspended when it is reached',
      body: SPENDING_LIMIT_SET,
      answer: SPENDING_LIMIT,
    }),
    deleteOrganizationSpendingLimit: call(`DELETE ${LIMIT}`, {
      summary: 'Remove it',
      answer: z.object({}),
    }),
  }),
};

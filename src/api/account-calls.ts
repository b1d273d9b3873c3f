import { z } from 'zod';
import * as keys from '../platform/accounts/api-keys.js';
import * as organizations from '../platform/accounts/organizations.js';
import * as users from '../platform/accounts/users.js';
import * as transfers from '../platform/projects/project-transfer.js';
import { CURRENT_USER, MEMBER, ORGANIZATION, PROJECT_TRANSFER } from '../platform/schema/account-schema.js';
import {
  CREATED_KEY,
  KEY_CREATE,
  LISTED_KEY,
  ORG_KEY_CREATE,
  REVOKED_KEY,
} from '../platform/schema/api-key-schema.js';
import { MEMBER_QUERY, NEXT_PAGINATION } from '../platform/schema/query-schema.js';
import { call, tagged } from './call.js';
import { RATE_LIMITS } from './request-limits.js';

/** A member with the user's address. */
const MEMBER_WITH_USER = z.object({ member: MEMBER, user: z.object({ email: z.string() }) });

/** An object without attributes. */
const NOTHING = z.object({});

const RULES = { ...users, ...organizations, ...transfers, ...keys };

/** Users, organizations, their members and the keys of both. */
export const ACCOUNT_CALLS = {
  ...tagged('Users', RULES, {
    getAuthDetails: call('GET /auth', {
      summary: 'Tell whom the key belongs to',
      answer: z.object({ account_id: z.string(), auth_method: z.string() }),
    }),
    getCurrentUserInfo: call('GET /users/me', {
      summary: 'Get the current user',
      answer: CURRENT_USER,
    }),
    getCurrentUserOrganizations: call('GET /users/me/organizations', {
      summary: 'List the organizations the current user belongs to',
      answer: z.object({ organizations: z.array(ORGANIZATION) }),
    }),
  }),
  ...tagged('Organizations', RULES, {
    getOrganization: call('GET /organizations/{org_id}', {
      summary: 'Get an organization',
      answer: ORGANIZATION,
    }),
    getOrganizationMembers: call('GET /organizations/{org_id}/members', {
      summary: 'List the members of an organization',
      query: MEMBER_QUERY,
      answer: z.object({ members: z.array(MEMBER_WITH_USER), ...NEXT_PAGINATION }),
    }),
    getOrganizationMember: call('GET /organizations/{org_id}/members/{member_id}', {
      summary: 'Get a member of an organization',
      answer: MEMBER,
    }),
    updateOrganizationMember: call('PATCH /organizations/{org_id}/members/{member_id}', {
      summary: 'Give a member another role',
      body: MEMBER.pick({ role: true }),
      answer: MEMBER,
    }),
    removeOrganizationMember: call('DELETE /organizations/{org_id}/members/{member_id}', {
      summary: 'Remove a member from an organization',
      answer: NOTHING,
    }),
    transferProjectsFromOrgToOrg: call('POST /organizations/{source_org_id}/projects/transfer', {
      summary: 'Move projects to another organization',
      body: PROJECT_TRANSFER,
      answer: NOTHING,
    }),
  }),
  ...tagged('API Key', RULES, {
    listApiKeys: call('GET /api_keys', {
      summary: "List the current user's keys",
      answer: z.array(LISTED_KEY),
    }),
    createApiKey: call('POST /api_keys', {
      summary: 'Create a personal key; the answer is the only one that shows the secret',
      body: KEY_CREATE,
      answer: CREATED_KEY,
    }),
    revokeApiKey: call('DELETE /api_keys/{key_id}', {
      summary: 'Revoke a personal key, at once and for ever',
      answer: REVOKED_KEY,
    }),
    listOrgApiKeys: call('GET /organizations/{org_id}/api_keys', {
      summary: "List an organization's keys",
      answer: z.array(LISTED_KEY),
    }),
    createOrgApiKey: call('POST /organizations/{org_id}/api_keys', {
      summary: "Create an organization's key, or one scoped to a project",
      body: ORG_KEY_CREATE,
      answer: CREATED_KEY,
      per_second: RATE_LIMITS.org_key_creation_per_second,
    }),
    revokeOrgApiKey: call('DELETE /organizations/{org_id}/api_keys/{key_id}', {
      summary: "Revoke an organization's key, at once and for ever",
      answer: REVOKED_KEY,
    }),
  }),
};

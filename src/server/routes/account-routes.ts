import { z } from 'zod';
import { type Route, route } from '../route.js';
import { CURRENT_USER, MEMBER, MEMBER_WITH_USER, NOTHING, ORGANIZATION } from '../schema/account-schema.js';
import { NEXT_PAGINATION, ORGANIZATION_PARAMS, PAGE_QUERY, SORT_ORDER } from '../schema/query-schema.js';

const MEMBER_PARAMS = { ...ORGANIZATION_PARAMS, member_id: z.string() };

/** Users, organizations and their members. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  route({
    id: 'getAuthDetails',
    at: 'GET /auth',
    tag: 'Users',
    summary: 'Tell whom the key belongs to',
    response: z.object({ account_id: z.string(), auth_method: z.string() }),
    answer: (platform, caller, _, now) => platform.getAuthDetails(caller, now),
  }),
  route({
    id: 'getCurrentUserInfo',
    at: 'GET /users/me',
    tag: 'Users',
    summary: 'Get the current user',
    response: CURRENT_USER,
    answer: (platform, caller, _, now) => platform.getCurrentUserInfo(caller, now),
  }),
  route({
    id: 'getCurrentUserOrganizations',
    at: 'GET /users/me/organizations',
    tag: 'Users',
    summary: 'List the organizations the current user belongs to',
    response: z.object({ organizations: z.array(ORGANIZATION) }),
    answer: (platform, caller, _, now) => platform.getCurrentUserOrganizations(caller, now),
  }),
  route({
    id: 'getOrganization',
    at: 'GET /organizations/{org_id}',
    tag: 'Organizations',
    summary: 'Get an organization',
    params: ORGANIZATION_PARAMS,
    response: ORGANIZATION,
    answer: (platform, caller, input, now) => platform.getOrganization(caller, input, now),
  }),
  route({
    id: 'getOrganizationMembers',
    at: 'GET /organizations/{org_id}/members',
    tag: 'Organizations',
    summary: 'List the members of an organization',
    params: ORGANIZATION_PARAMS,
    query: {
      ...PAGE_QUERY,
      sort_by: z.enum(['email', 'role', 'joined_at']).optional(),
      sort_order: SORT_ORDER,
    },
    response: z.object({ members: z.array(MEMBER_WITH_USER), ...NEXT_PAGINATION }),
    answer: (platform, caller, input, now) => platform.getOrganizationMembers(caller, input, now),
  }),
  route({
    id: 'getOrganizationMember',
    at: 'GET /organizations/{org_id}/members/{member_id}',
    tag: 'Organizations',
    summary: 'Get a member of an organization',
    params: MEMBER_PARAMS,
    response: MEMBER,
    answer: (platform, caller, input, now) => platform.getOrganizationMember(caller, input, now),
  }),
  route({
    id: 'updateOrganizationMember',
    at: 'PATCH /organizations/{org_id}/members/{member_id}',
    tag: 'Organizations',
    summary: 'Make a member an administrator, or no longer one',
    params: MEMBER_PARAMS,
    body: { role: z.enum(['admin', 'member']) },
    response: MEMBER,
    answer: (platform, caller, input, now) => platform.updateOrganizationMember(caller, input, now),
  }),
  route({
    id: 'removeOrganizationMember',
    at: 'DELETE /organizations/{org_id}/members/{member_id}',
    tag: 'Organizations',
    summary: 'Remove a member from an organization',
    params: MEMBER_PARAMS,
    response: NOTHING,
    answer: (platform, caller, input, now) => platform.removeOrganizationMember(caller, input, now),
  }),
  route({
    id: 'transferProjectsFromOrgToOrg',
    at: 'POST /organizations/{source_org_id}/projects/transfer',
    tag: 'Organizations',
    summary: 'Move projects to another organization',
    params: { source_org_id: z.string() },
    body: { destination_org_id: z.string(), project_ids: z.array(z.string()) },
    response: NOTHING,
    answer: (platform, caller, input, now) => platform.transferProjectsFromOrgToOrg(caller, input, now),
  }),
];

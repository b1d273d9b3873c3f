import { z } from 'zod';
import { type Route, route } from '../route.js';
import {
  CREATED_KEY,
  KEY_CREATE,
  LISTED_KEY,
  ORG_KEY_CREATE,
  REVOKED_KEY,
} from '../schema/api-key-schema.js';
import { KEY_PARAMS, ORGANIZATION_PARAMS } from '../schema/query-schema.js';

/** Personal, organization and project-scoped keys. */
export const API_KEY_ROUTES: readonly Route[] = [
  route({
    id: 'listApiKeys',
    at: 'GET /api_keys',
    tag: 'API Key',
    summary: "List the current user's keys",
    response: z.array(LISTED_KEY),
    answer: (platform, caller, _, now) => platform.listApiKeys(caller, now),
  }),
  route({
    id: 'createApiKey',
    at: 'POST /api_keys',
    tag: 'API Key',
    summary: 'Create a personal key; the answer is the only one that shows the secret',
    body: KEY_CREATE,
    response: CREATED_KEY,
    answer: (platform, caller, input, now) => platform.createApiKey(caller, input, now),
  }),
  route({
    id: 'revokeApiKey',
    at: 'DELETE /api_keys/{key_id}',
    tag: 'API Key',
    summary: 'Revoke a personal key, at once and for ever',
    params: KEY_PARAMS,
    response: REVOKED_KEY,
    answer: (platform, caller, input, now) => platform.revokeApiKey(caller, input, now),
  }),
  route({
    id: 'listOrgApiKeys',
    at: 'GET /organizations/{org_id}/api_keys',
    tag: 'API Key',
    summary: "List an organization's keys",
    params: ORGANIZATION_PARAMS,
    response: z.array(LISTED_KEY),
    answer: (platform, caller, input, now) => platform.listOrgApiKeys(caller, input, now),
  }),
  route({
    id: 'createOrgApiKey',
    at: 'POST /organizations/{org_id}/api_keys',
    tag: 'API Key',
    summary: "Create an organization's key, or one scoped to a project",
    params: ORGANIZATION_PARAMS,
    body: ORG_KEY_CREATE,
    response: CREATED_KEY,
    creates_org_key: true,
    answer: (platform, caller, input, now) => platform.createOrgApiKey(caller, input, now),
  }),
  route({
    id: 'revokeOrgApiKey',
    at: 'DELETE /organizations/{org_id}/api_keys/{key_id}',
    tag: 'API Key',
    summary: "Revoke an organization's key, at once and for ever",
    params: { ...ORGANIZATION_PARAMS, ...KEY_PARAMS },
    response: REVOKED_KEY,
    answer: (platform, caller, input, now) => platform.revokeOrgApiKey(caller, input, now),
  }),
];

import { RATE_LIMITS } from '../platform/request-limits.js';
import { AdapterError } from './adapter-error.js';
import type { PlatformAdapter } from './platform-adapter.js';

/** The name of a call of the management API that adapters make. */
export type CallName = Exclude<keyof PlatformAdapter, 'kind' | 'now_ms' | 'wait' | 'close'>;

/** The method of a request. */
export type ApiMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Where a call is and which parts of its input go where. Source: the platform's API schema. */
export interface ApiCall {
  readonly method: ApiMethod;
  /** Below the base address, with parameters in braces. */
  readonly path: string;
  /** Inputs that go into the query string. */
  readonly query: readonly string[];
  /** Inputs that go into the body; empty for a request without one. */
  readonly body: readonly string[];
  readonly per_second: number;
}

const PROJECT = '/projects/{project_id}';
const BRANCH = `${PROJECT}/branches/{branch_id}`;
const ENDPOINT = `${PROJECT}/endpoints/{endpoint_id}`;
const ORG_KEYS = '/organizations/{org_id}/api_keys';
const PAGE = ['cursor', 'limit'];

function call(
  at: `${ApiMethod} /${string}`,
  parts: { readonly query?: readonly string[]; readonly body?: readonly string[] } = {},
  per_second: number = RATE_LIMITS.route_per_second,
): ApiCall {
  const [method, path] = at.split(' ') as [ApiMethod, string];
  return { method, path, query: parts.query ?? [], body: parts.body ?? [], per_second };
}

/** Every call that adapters make. */
export const API_CALLS: Readonly<Record<CallName, ApiCall>> = {
  getCurrentUserInfo: call('GET /users/me'),
  getCurrentUserOrganizations: call('GET /users/me/organizations'),
  listApiKeys: call('GET /api_keys'),
  createApiKey: call('POST /api_keys', { body: ['key_name'] }),
  revokeApiKey: call('DELETE /api_keys/{key_id}'),
  listOrgApiKeys: call(`GET ${ORG_KEYS}`),
  createOrgApiKey: call(
    `POST ${ORG_KEYS}`,
    { body: ['key_name', 'project_id'] },
    RATE_LIMITS.org_key_creation_per_second,
  ),
  revokeOrgApiKey: call(`DELETE ${ORG_KEYS}/{key_id}`),
  listProjects: call('GET /projects', { query: [...PAGE, 'search', 'org_id', 'recoverable'] }),
  createProject: call('POST /projects', { body: ['project'] }),
  getProject: call(`GET ${PROJECT}`),
  deleteProject: call(`DELETE ${PROJECT}`),
  getConnectionURI: call(`GET ${PROJECT}/connection_uri`, {
    query: ['branch_id', 'endpoint_id', 'database_name', 'role_name', 'pooled'],
  }),
  listProjectOperations: call(`GET ${PROJECT}/operations`, { query: PAGE }),
  getProjectOperation: call(`GET ${PROJECT}/operations/{operation_id}`),
  listProjectBranches: call(`GET ${PROJECT}/branches`, {
    query: [...PAGE, 'search', 'sort_by', 'sort_order'],
  }),
  createProjectBranch: call(`POST ${PROJECT}/branches`, { body: ['branch', 'endpoints'] }),
  getProjectBranch: call(`GET ${BRANCH}`),
  deleteProjectBranch: call(`DELETE ${BRANCH}`),
  listProjectBranchEndpoints: call(`GET ${BRANCH}/endpoints`),
  listProjectEndpoints: call(`GET ${PROJECT}/endpoints`),
  createProjectEndpoint: call(`POST ${PROJECT}/endpoints`, { body: ['endpoint'] }),
  getProjectEndpoint: call(`GET ${ENDPOINT}`),
  updateProjectEndpoint: call(`PATCH ${ENDPOINT}`, { body: ['endpoint'] }),
  deleteProjectEndpoint: call(`DELETE ${ENDPOINT}`),
  startProjectEndpoint: call(`POST ${ENDPOINT}/start`),
  suspendProjectEndpoint: call(`POST ${ENDPOINT}/suspend`),
  restartProjectEndpoint: call(`POST ${ENDPOINT}/restart`),
};

/**
 * A call's path with its parameters filled in, each escaped.
 * @throws AdapterError of status 404 for an id that would make another path
 */
export function pathOf(template: string, input: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const id = String(input[name] ?? '');
    if (/^\.{0,2}$/.test(id)) {
      throw new AdapterError({ status: 404, message: `${name.replace(/_id$/, '')} not found` });
    }
    return encodeURIComponent(id);
  });
}

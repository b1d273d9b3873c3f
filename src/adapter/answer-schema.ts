import { z } from 'zod';
import type { CallName } from './api-calls.js';

/**
 * The parts of answers that are relied on, and no more: the service may add attributes and leave others out
 * without breaking anything here.
 */
const OPERATION = z.looseObject({
  id: z.string(),
  project_id: z.string(),
  action: z.string(),
  status: z.enum([
    'scheduling',
    'running',
    'finished',
    'failed',
    'error',
    'cancelling',
    'cancelled',
    'skipped',
  ]),
  total_duration_ms: z.number().optional(),
});
const OPERATIONS = { operations: z.array(OPERATION) };

const STATE = z.enum(['init', 'active', 'idle']);
const ENDPOINT = z.looseObject({
  id: z.string(),
  project_id: z.string(),
  branch_id: z.string(),
  host: z.string(),
  type: z.enum(['read_write', 'read_only']),
  autoscaling_limit_min_cu: z.number(),
  autoscaling_limit_max_cu: z.number(),
  suspend_timeout_seconds: z.number(),
  current_state: STATE,
  pending_state: STATE.optional(),
  disabled: z.boolean(),
  name: z.string().optional(),
});
const ENDPOINTS = z.looseObject({ endpoints: z.array(ENDPOINT) });
const ENDPOINT_OPERATIONS = z.looseObject({ endpoint: ENDPOINT, ...OPERATIONS });

const BRANCH = z.looseObject({
  id: z.string(),
  project_id: z.string(),
  name: z.string(),
  default: z.boolean(),
  current_state: z.string(),
});
const PROJECT = z.looseObject({ id: z.string(), name: z.string(), region_id: z.string() });
const CURSOR = { pagination: z.looseObject({ cursor: z.string().optional() }).optional() };
const NEXT = { pagination: z.looseObject({ next: z.string().optional() }).optional() };

const KEY = { id: z.number(), name: z.string() };
const CREATED_KEY = z.looseObject({ ...KEY, key: z.string() });
const LISTED_KEYS = z.array(z.looseObject(KEY));
const REVOKED_KEY = z.looseObject({ ...KEY, revoked: z.boolean() });

/** What the answer to each call must have. */
export const ANSWER_SCHEMAS: Readonly<Record<CallName, z.ZodType>> = {
  getCurrentUserInfo: z.looseObject({ id: z.string(), email: z.string() }),
  getCurrentUserOrganizations: z.looseObject({
    organizations: z.array(z.looseObject({ id: z.string(), name: z.string(), plan: z.string() })),
  }),
  listApiKeys: LISTED_KEYS,
  createApiKey: CREATED_KEY,
  revokeApiKey: REVOKED_KEY,
  listOrgApiKeys: LISTED_KEYS,
  createOrgApiKey: CREATED_KEY,
  revokeOrgApiKey: REVOKED_KEY,
  listProjects: z.looseObject({ projects: z.array(PROJECT), ...CURSOR }),
  createProject: z.looseObject({
    project: PROJECT,
    branch: BRANCH,
    endpoints: z.array(ENDPOINT),
    ...OPERATIONS,
  }),
  getProject: z.looseObject({ project: PROJECT }),
  deleteProject: z.looseObject({ project: PROJECT }),
  getConnectionURI: z.looseObject({ uri: z.string() }),
  listProjectOperations: z.looseObject({ ...OPERATIONS, ...CURSOR }),
  getProjectOperation: z.looseObject({ operation: OPERATION }),
  listProjectBranches: z.looseObject({ branches: z.array(BRANCH), ...NEXT }),
  createProjectBranch: z.looseObject({ branch: BRANCH, endpoints: z.array(ENDPOINT), ...OPERATIONS }),
  getProjectBranch: z.looseObject({ branch: BRANCH }),
  deleteProjectBranch: z.looseObject({ branch: BRANCH, ...OPERATIONS }),
  listProjectBranchEndpoints: ENDPOINTS,
  listProjectEndpoints: ENDPOINTS,
  createProjectEndpoint: ENDPOINT_OPERATIONS,
  getProjectEndpoint: z.looseObject({ endpoint: ENDPOINT }),
  updateProjectEndpoint: ENDPOINT_OPERATIONS,
  deleteProjectEndpoint: ENDPOINT_OPERATIONS,
  startProjectEndpoint: ENDPOINT_OPERATIONS,
  suspendProjectEndpoint: ENDPOINT_OPERATIONS,
  restartProjectEndpoint: ENDPOINT_OPERATIONS,
};

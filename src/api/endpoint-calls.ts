import { z } from 'zod';
import * as edits from '../platform/endpoints/endpoint-update.js';
import * as endpoints from '../platform/endpoints/endpoints.js';
import {
  ENDPOINT,
  ENDPOINT_CREATE,
  ENDPOINT_OPERATIONS,
  ENDPOINT_UPDATE,
  ENDPOINTS,
} from '../platform/schema/endpoint-schema.js';
import { call, tagged } from './call.js';

const RULES = { ...endpoints, ...edits };

/** Endpoints (computes). */
export const ENDPOINT_CALLS = tagged('Endpoint', RULES, {
  createProjectEndpoint: call('POST /projects/{project_id}/endpoints', {
    summary: 'Create a compute for a branch',
    body: ENDPOINT_CREATE,
    answer: ENDPOINT_OPERATIONS,
    status: 201,
  }),
  listProjectEndpoints: call('GET /projects/{project_id}/endpoints', {
    summary: 'List the computes of a project',
    answer: ENDPOINTS,
  }),
  getProjectEndpoint: call('GET /projects/{project_id}/endpoints/{endpoint_id}', {
    summary: 'Get a compute',
    answer: z.object({ endpoint: ENDPOINT }),
  }),
  updateProjectEndpoint: call('PATCH /projects/{project_id}/endpoints/{endpoint_id}', {
    summary: 'Change a compute; an active one restarts',
    body: ENDPOINT_UPDATE,
    answer: ENDPOINT_OPERATIONS,
  }),
  deleteProjectEndpoint: call('DELETE /projects/{project_id}/endpoints/{endpoint_id}', {
    summary: 'Delete a compute',
    answer: ENDPOINT_OPERATIONS,
  }),
  startProjectEndpoint: call('POST /projects/{project_id}/endpoints/{endpoint_id}/start', {
    summary: 'Start an idle compute',
    answer: ENDPOINT_OPERATIONS,
  }),
  suspendProjectEndpoint: call('POST /projects/{project_id}/endpoints/{endpoint_id}/suspend', {
    summary: 'Suspend an active compute',
    answer: ENDPOINT_OPERATIONS,
  }),
  restartProjectEndpoint: call('POST /projects/{project_id}/endpoints/{endpoint_id}/restart', {
    summary: 'Restart an active compute',
    answer: ENDPOINT_OPERATIONS,
  }),
});

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

/** Endpoints (computes). */
export const ENDPOINT_CALLS = tagged('Endpoint', {
  createProjectEndpoint: call('POST /projects/{project_id}/endpoints', {
    summary: 'Create a compute for a branch',
    body: ENDPOINT_CREATE,
    answer: ENDPOINT_OPERATIONS,
    status: 201,
    rule: endpoints.createProjectEndpoint,
  }),
  listProjectEndpoints: call('GET /projects/{project_id}/endpoints', {
    summary: 'List the computes of a project',
    answer: ENDPOINTS,
    rule: endpoints.listProjectEndpoints,
  }),
  getProjectEndpoint: call('GET /projects/{project_id}/endpoints/{endpoint_id}', {
    summary: 'Get a compute',
    answer: z.object({ endpoint: ENDPOINT }),
    rule: endpoints.getProjectEndpoint,
  }),
  updateProjectEndpoint: call('PATCH /projects/{project_id}/endpoints/{endpoint_id}', {
    summary: 'Change a compute; an active one restarts',
    body: ENDPOINT_UPDATE,
    answer: ENDPOINT_OPERATIONS,
    rule: edits.updateProjectEndpoint,
  }),
  deleteProjectEndpoint: call('DELETE /projects/{project_id}/endpoints/{endpoint_id}', {
    summary: 'Delete a compute',
    answer: ENDPOINT_OPERATIONS,
    rule: endpoints.deleteProjectEndpoint,
  }),
  startProjectEndpoint: call('POST /projects/{project_id}/endpoints/{endpoint_id}/start', {
    summary: 'Start an idle compute',
    answer: ENDPOINT_OPERATIONS,
    rule: endpoints.startProjectEndpoint,
  }),
  suspendProjectEndpoint: call('POST /projects/{project_id}/endpoints/{endpoint_id}/suspend', {
    summary: 'Suspend an active compute',
    answer: ENDPOINT_OPERATIONS,
    rule: endpoints.suspendProjectEndpoint,
  }),
  restartProjectEndpoint: call('POST /projects/{project_id}/endpoints/{endpoint_id}/restart', {
    summary: 'Restart an active compute',
    answer: ENDPOINT_OPERATIONS,
    rule: endpoints.restartProjectEndpoint,
  }),
});

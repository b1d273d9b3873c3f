import { z } from 'zod';
import { type Route, route } from '../route.js';
import {
  ENDPOINT,
  ENDPOINT_CREATE,
  ENDPOINT_OPERATIONS,
  ENDPOINT_UPDATE,
  ENDPOINTS,
} from '../schema/endpoint-schema.js';
import { ENDPOINT_PARAMS, PROJECT_PARAMS } from '../schema/query-schema.js';

/** Endpoints (computes). */
export const ENDPOINT_ROUTES: readonly Route[] = [
  route({
    id: 'createProjectEndpoint',
    at: 'POST /projects/{project_id}/endpoints',
    tag: 'Endpoint',
    summary: 'Create a compute for a branch',
    params: PROJECT_PARAMS,
    body: ENDPOINT_CREATE,
    response: ENDPOINT_OPERATIONS,
    status: 201,
    answer: (platform, caller, input, now) => platform.createProjectEndpoint(caller, input, now),
  }),
  route({
    id: 'listProjectEndpoints',
    at: 'GET /projects/{project_id}/endpoints',
    tag: 'Endpoint',
    summary: 'List the computes of a project',
    params: PROJECT_PARAMS,
    response: ENDPOINTS,
    answer: (platform, caller, input, now) => platform.listProjectEndpoints(caller, input, now),
  }),
  route({
    id: 'getProjectEndpoint',
    at: 'GET /projects/{project_id}/endpoints/{endpoint_id}',
    tag: 'Endpoint',
    summary: 'Get a compute',
    params: ENDPOINT_PARAMS,
    response: z.object({ endpoint: ENDPOINT }),
    answer: (platform, caller, input, now) => platform.getProjectEndpoint(caller, input, now),
  }),
  route({
    id: 'updateProjectEndpoint',
    at: 'PATCH /projects/{project_id}/endpoints/{endpoint_id}',
    tag: 'Endpoint',
    summary: 'Change a compute; an active one restarts',
    params: ENDPOINT_PARAMS,
    body: ENDPOINT_UPDATE,
    response: ENDPOINT_OPERATIONS,
    answer: (platform, caller, input, now) => platform.updateProjectEndpoint(caller, input, now),
  }),
  route({
    id: 'deleteProjectEndpoint',
    at: 'DELETE /projects/{project_id}/endpoints/{endpoint_id}',
    tag: 'Endpoint',
    summary: 'Delete a compute',
    params: ENDPOINT_PARAMS,
    response: ENDPOINT_OPERATIONS,
    answer: (platform, caller, input, now) => platform.deleteProjectEndpoint(caller, input, now),
  }),
  route({
    id: 'startProjectEndpoint',
    at: 'POST /projects/{project_id}/endpoints/{endpoint_id}/start',
    tag: 'Endpoint',
    summary: 'Start an idle compute',
    params: ENDPOINT_PARAMS,
    response: ENDPOINT_OPERATIONS,
    answer: (platform, caller, input, now) => platform.startProjectEndpoint(caller, input, now),
  }),
  route({
    id: 'suspendProjectEndpoint',
    at: 'POST /projects/{project_id}/endpoints/{endpoint_id}/suspend',
    tag: 'Endpoint',
    summary: 'Suspend an active compute',
    params: ENDPOINT_PARAMS,
    response: ENDPOINT_OPERATIONS,
    answer: (platform, caller, input, now) => platform.suspendProjectEndpoint(caller, input, now),
  }),
  route({
    id: 'restartProjectEndpoint',
    at: 'POST /projects/{project_id}/endpoints/{endpoint_id}/restart',
    tag: 'Endpoint',
    summary: 'Restart an active compute',
    params: ENDPOINT_PARAMS,
    response: ENDPOINT_OPERATIONS,
    answer: (platform, caller, input, now) => platform.restartProjectEndpoint(caller, input, now),
  }),
];

import { z } from 'zod';
import { branchOf, databaseOf, projectOf, roleOf } from '../checks/access.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { type EndpointRecord, endpointHost } from '../endpoints/endpoint.js';
import type { ProjectRecord } from '../projects/project.js';
import { call, withTag } from '../resource/call.js';
import { optionalSwitch } from '../resource/schema.js';
import type { RoleRecord } from './role.js';

function uriOf(role: RoleRecord, host: string, database: string): string {
  const user = encodeURIComponent(role.name);
  const path = encodeURIComponent(database);
  return `postgresql://${user}:${role.password}@${host}/${path}?sslmode=require&channel_binding=require`;
}

/** The connection string of a database for a role, and its parts. */
export function connectionDetails(endpoint: EndpointRecord, role: RoleRecord, database: string) {
  const host = endpointHost(endpoint);
  return {
    connection_uri: uriOf(role, host, database),
    connection_parameters: {
      database,
      password: role.password,
      role: role.name,
      host,
      pooler_host: endpointHost(endpoint, true),
    },
  };
}

/** Refuses to show passwords that are not stored. @throws PlatformError `precondition_failed` */
export function requireStoredPasswords(project: ProjectRecord): void {
  if (!project.store_passwords) {
    throw new PlatformError('precondition_failed', 'storing passwords is disabled for the project');
  }
}

export const CONNECTION_CALLS = withTag('Project', {
  getConnectionURI: call('GET /projects/{project_id}/connection_uri', {
    summary: 'Get the connection string of a database',
    query: {
      /** The default branch by default. */
      branch_id: z.string().optional(),
      /** The primary compute of the branch by default. */
      endpoint_id: z.string().optional(),
      database_name: z.string(),
      role_name: z.string(),
      pooled: optionalSwitch(),
    },
    answer: z.object({ uri: z.string() }),
    on: projectOf,
    rule(state, project, input, caller) {
      const named = input.endpoint_id === undefined ? undefined : state.get('endpoints', input.endpoint_id);
      if (input.endpoint_id !== undefined && named?.project_id !== project.id) throw notFound('endpoint');
      const branch_id = input.branch_id ?? named?.branch_id ?? project.default_branch_id;
      const { branch } = branchOf(state, caller, { project_id: project.id, branch_id });
      const endpoint = named ?? state.primaryByBranch.only(branch.id);
      if (endpoint?.branch_id !== branch.id) throw notFound('endpoint');
      const database = databaseOf(state, branch.id, input.database_name);
      const role = roleOf(state, branch.id, input.role_name);
      requireStoredPasswords(project);
      return { uri: uriOf(role, endpointHost(endpoint, input.pooled ?? false), database.name) };
    },
  }),
});

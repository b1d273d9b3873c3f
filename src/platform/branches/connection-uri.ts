import { branchOf, databaseOf, roleOf } from '../checks/access.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { ofProject } from '../checks/subject.js';
import { type EndpointRecord, endpointHost } from '../rows/endpoint.js';
import type { ProjectRecord } from '../rows/project.js';
import type { RoleRecord } from '../rows/role.js';
import type { Asked } from '../schema/plain.js';
import type { CONNECTION_QUERY } from '../schema/query-schema.js';

function uriOf(role: RoleRecord, host: string, database: string): string {
  const user = encodeURIComponent(role.name);
  const path = encodeURIComponent(database);
  return `postgresql://${user}:${role.password}@${host}/${path}?sslmode=require&channel_binding=require`;
}

/** How to connect to a database of an endpoint, as its owner. */
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

/** A connection string. @throws PlatformError `not_found` for what is not there, `precondition_failed` */
export const getConnectionURI = ofProject((state, project, input: Asked<typeof CONNECTION_QUERY>, caller) => {
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
});

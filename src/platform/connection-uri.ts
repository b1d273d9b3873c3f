import { branchOf, projectOf } from './access.js';
import type { Caller } from './caller.js';
import { type EndpointRecord, endpointHost } from './endpoint.js';
import type { ForProject } from './path-ids.js';
import { notFound, PlatformError } from './platform-error.js';
import type { ProjectRecord } from './project.js';
import type { RoleRecord } from './role.js';
import type { State } from './state.js';

/** What to connect to, and as whom. */
export interface ConnectionUriInput extends ForProject {
  /** The default branch unless named. */
  readonly branch_id?: string | undefined;
  /** The primary compute of the branch unless named. */
  readonly endpoint_id?: string | undefined;
  readonly database_name: string;
  readonly role_name: string;
  readonly pooled?: boolean | undefined;
}

/** How to connect, as the calls that create a project or a branch show it. */
export interface ConnectionDetails {
  readonly connection_uri: string;
  readonly connection_parameters: {
    readonly database: string;
    readonly password: string;
    readonly role: string;
    readonly host: string;
    readonly pooler_host: string;
  };
}

function uriOf(role: RoleRecord, host: string, database: string): string {
  const user = encodeURIComponent(role.name);
  const path = encodeURIComponent(database);
  return `postgresql://${user}:${role.password}@${host}/${path}?sslmode=require&channel_binding=require`;
}

/** How to connect to a database of an endpoint, as its owner. */
export function connectionDetails(
  endpoint: EndpointRecord,
  role: RoleRecord,
  database: string,
): ConnectionDetails {
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
export function getConnectionUri(
  state: State,
  caller: Caller,
  input: ConnectionUriInput,
): { readonly uri: string } {
  const { project_id } = input;
  const project = projectOf(state, caller, project_id);
  const named = input.endpoint_id === undefined ? undefined : state.get('endpoints', input.endpoint_id);
  if (input.endpoint_id !== undefined && named?.project_id !== project.id) throw notFound('endpoint');
  const branch_id = input.branch_id ?? named?.branch_id ?? project.default_branch_id;
  const { branch } = branchOf(state, caller, { project_id, branch_id });
  const endpoint = named ?? state.primaryByBranch.only(branch.id);
  if (endpoint?.branch_id !== branch.id) throw notFound('endpoint');
  const database = state.databaseByName.only(`${branch.id} ${input.database_name}`);
  if (database === undefined) throw notFound('database');
  const role = state.get('roles', `${branch.id}/${input.role_name}`);
  if (role === undefined) throw notFound('role');
  requireStoredPasswords(project);
  return { uri: uriOf(role, endpointHost(endpoint, input.pooled ?? false), database.name) };
}

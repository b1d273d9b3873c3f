import { z } from 'zod';
import { BRANCH } from '../branches/branch.js';
import { addBranch, addDatabase, addRole } from '../branches/creation.js';
import { showBranch } from '../branches/views.js';
import {
  homeOrganization,
  NOT_FOR_PROJECT_KEYS,
  organizationOf,
  requireOrgId,
  userOf,
} from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { computeLimits, planOf, requireProjectRoom } from '../checks/plan.js';
import { PlatformError } from '../checks/platform-error.js';
import { checkKnown, checkLength, checkWhole, MAX_NAME_LENGTH } from '../checks/text-checks.js';
import { addEndpoint } from '../endpoints/creation.js';
import { ENDPOINT, endpointView } from '../endpoints/endpoint.js';
import { DEFAULT_PROVISIONER, resolveProvisioner } from '../endpoints/settings.js';
import { OPERATIONS } from '../operations/operation.js';
import { schedule } from '../operations/scheduling.js';
import { call, withTag } from '../resource/call.js';
import { connectionDetails } from '../roles/connection.js';
import { checkDatabaseName } from '../roles/databases.js';
import { CONNECTION_URIS, DATABASE, databaseView, ROLE, roleView } from '../roles/role.js';
import { checkRoleName } from '../roles/roles.js';
import type { State } from '../store/state.js';
import {
  type DefaultEndpointSettingsRequest,
  PROJECT,
  PROJECT_CREATE,
  type ProjectCreateRequest,
  type ProjectRecord,
} from './project.js';
import { DEFAULT_REGION_ID, REGION_IDS } from './regions.js';
import {
  checkRetention,
  INITIAL_ENDPOINT_SETTINGS,
  resolveDefaults,
  resolveProjectSettings,
} from './settings.js';
import { showProject } from './views.js';

const DEFAULT_PG_VERSION = 17;

const DEFAULT_RETENTION_SECONDS = 86_400;

/** The owner of a new project: the requested organization, that of the key, the user's default one, or the user. */
function ownerOf(
  state: State,
  caller: Caller,
  org_id: string | undefined,
): Pick<ProjectRecord, 'org_id' | 'user_id'> {
  if (caller.kind === 'project') throw new PlatformError('forbidden', NOT_FOR_PROJECT_KEYS);
  if (org_id === undefined && caller.kind === 'personal') requireOrgId(state);
  const owner_org_id =
    org_id ?? (caller.kind === 'personal' ? homeOrganization(state, caller.user_id) : caller.org_id);
  if (owner_org_id !== undefined) organizationOf(state, caller, { org_id: owner_org_id });
  return { org_id: owner_org_id, user_id: userOf(state, caller) };
}

/** The project's size attributes: from `default_endpoint_settings`, or top-level as older clients send them. */
function requestedDefaults(request: ProjectCreateRequest): DefaultEndpointSettingsRequest {
  const defaults = request.default_endpoint_settings ?? {};
  return {
    ...defaults,
    autoscaling_limit_min_cu: defaults.autoscaling_limit_min_cu ?? request.autoscaling_limit_min_cu,
    autoscaling_limit_max_cu: defaults.autoscaling_limit_max_cu ?? request.autoscaling_limit_max_cu,
  };
}

function newProject(
  state: State,
  request: ProjectCreateRequest,
  owner: Pick<ProjectRecord, 'org_id' | 'user_id'>,
): ProjectRecord {
  const id = state.freshId('projects', 'project');
  const limits = computeLimits(state, planOf(state, owner));
  const defaults = resolveDefaults(requestedDefaults(request), INITIAL_ENDPOINT_SETTINGS, limits);
  const retention = request.history_retention_seconds ?? DEFAULT_RETENTION_SECONDS;
  return {
    id,
    sequence: state.nextSequence(),
    name: request.name === undefined ? id : checkLength(request.name, 'name', MAX_NAME_LENGTH),
    ...owner,
    region_id: checkKnown(request.region_id ?? DEFAULT_REGION_ID, REGION_IDS, 'region'),
    pg_version: checkWhole(request.pg_version ?? DEFAULT_PG_VERSION, 'pg_version', 14, 18),
    provisioner: resolveProvisioner(request.provisioner, DEFAULT_PROVISIONER, defaults),
    store_passwords: request.store_passwords ?? true,
    history_retention_seconds: checkRetention(retention),
    settings: resolveProjectSettings(request.settings ?? {}, {}),
    default_endpoint_settings: defaults,
    default_branch_id: '',
    created_at_ms: state.now_ms,
    updated_at_ms: state.now_ms,
  };
}

export const PROJECT_CREATION_CALLS = withTag('Project', {
  createProject: call('POST /projects', {
    summary: 'Create a project with its default branch, a role, a database and a compute',
    body: PROJECT_CREATE,
    answer: z.object({
      project: PROJECT,
      connection_uris: CONNECTION_URIS,
      roles: z.array(ROLE),
      databases: z.array(DATABASE),
      branch: BRANCH,
      endpoints: z.array(ENDPOINT),
      ...OPERATIONS,
    }),
    status: 201,
    stores_data: true,
    rule(state, caller, input) {
      const request = input.project;
      const owner = ownerOf(state, caller, request.org_id);
      requireProjectRoom(state, owner.org_id ?? owner.user_id, planOf(state, owner));
      const seed = newProject(state, request, owner);
      const branch = addBranch(state, {
        project_id: seed.id,
        name: checkLength(request.branch?.name ?? 'main', 'branch.name', MAX_NAME_LENGTH),
        protected: false,
        init_source: 'parent-data',
        logical_size_bytes: 0,
        created_by_name: state.get('users', owner.user_id)?.name,
        annotation: request.branch?.annotations,
      });
      const project: ProjectRecord = { ...seed, default_branch_id: branch.id };
      state.put('projects', project.id, project);
      const database_name = checkDatabaseName(request.branch?.database_name ?? 'neondb', 'database_name');
      const role_name = checkRoleName(request.branch?.role_name ?? `${database_name}_owner`, 'role_name');
      const role = addRole(state, branch.id, role_name);
      const database = addDatabase(state, branch.id, database_name, role_name);
      const { endpoint, steps } = addEndpoint(state, project, { branch_id: branch.id, type: 'read_write' });
      const operations = schedule(state, project.id, [
        { action: 'create_timeline', branch_id: branch.id },
        ...steps,
      ]);
      return {
        project: showProject(state, project),
        connection_uris: [connectionDetails(endpoint, role, database_name)],
        roles: [roleView(role, true)],
        databases: [databaseView(database)],
        operations,
        branch: showBranch(state, branch),
        endpoints: [endpointView(endpoint)],
      };
    },
  }),
});

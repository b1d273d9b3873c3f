import { branchOf, projectOf } from './access.js';
import type {
  Branch,
  BranchCreateRequest,
  BranchOperations,
  BranchRecord,
  BranchUpdateRequest,
} from './branch.js';
import { addBranch, copyContents, newLsn } from './branch-creation.js';
import { removeBranch } from './branch-removal.js';
import { showBranch } from './branch-views.js';
import type { Caller } from './caller.js';
import { type ConnectionDetails, connectionDetails } from './connection-uri.js';
import { type Database, databaseView } from './database.js';
import { type Endpoint, type EndpointSizeRequest, type EndpointType, endpointView } from './endpoint.js';
import { addEndpoint } from './endpoint-creation.js';
import type { Operation } from './operation.js';
import type { ForBranch, ForProject } from './path-ids.js';
import { accountLimits, planOf } from './plan.js';
import { badRequest, notFound, PlatformError } from './platform-error.js';
import type { ProjectRecord } from './project.js';
import { type Role, roleView } from './role.js';
import { schedule } from './scheduling.js';
import type { State } from './state.js';
import { checkLength } from './text-checks.js';
import { parseTimestamp } from './timestamp.js';

/** A branch to create, and the endpoints to create on it. */
export interface CreateBranchInput extends ForProject {
  readonly branch?: BranchCreateRequest | undefined;
  readonly endpoints?: readonly ({ readonly type: EndpointType } & EndpointSizeRequest)[] | undefined;
}

/** What to change of a branch. */
export interface UpdateBranchInput extends ForBranch {
  readonly branch: BranchUpdateRequest;
}

/** A new branch with everything it comes with. */
export interface CreatedBranch {
  readonly branch: Branch;
  readonly endpoints: readonly Endpoint[];
  readonly operations: readonly Operation[];
  readonly roles: readonly Role[];
  readonly databases: readonly Database[];
  /** Present when the branch has a database and a primary compute to reach it by. */
  readonly connection_uris?: readonly ConnectionDetails[] | undefined;
}

const MAX_NAME = 256;
const LSN = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i;

function requireRoom(state: State, project: ProjectRecord): void {
  const plan = planOf(state, project);
  const most = accountLimits(plan).branches;
  if (state.branchesByProject.size(project.id) < most) return;
  throw new PlatformError(
    'unprocessable',
    `the ${plan} plan allows ${most} branches a project`,
    'BRANCHES_LIMIT_EXCEEDED',
  );
}

function checkName(state: State, project: ProjectRecord, name: string): string {
  checkLength(name, 'name', MAX_NAME);
  if (state.branchByName.size(`${project.id} ${name}`) > 0) {
    throw new PlatformError('conflict', 'branch already exists');
  }
  return name;
}

function checkExpiry(state: State, text: string): number {
  const expires_at_ms = parseTimestamp(text, 'expires_at');
  if (expires_at_ms <= state.now_ms) throw badRequest(`expires_at ${text} is in the past`);
  return expires_at_ms;
}

/** Where on its parent a branch starts: at a moment, at a log position, or at the parent's head. */
function startOf(state: State, request: BranchCreateRequest, parent: BranchRecord) {
  if (request.parent_lsn !== undefined && request.parent_timestamp !== undefined) {
    throw badRequest('parent_lsn and parent_timestamp cannot be combined');
  }
  if (request.parent_lsn !== undefined && !LSN.test(request.parent_lsn)) {
    throw badRequest(`parent_lsn "${request.parent_lsn}" is not a log sequence number, such as 0/1DE2850`);
  }
  const parent_timestamp_ms =
    request.parent_timestamp === undefined
      ? state.now_ms
      : parseTimestamp(request.parent_timestamp, 'parent_timestamp');
  // Timestamps of answers are cut to the second: one that was just shown is not before its own moment.
  const earliest_ms = Math.floor(parent.created_at_ms / 1000) * 1000;
  if (parent_timestamp_ms > state.now_ms || parent_timestamp_ms < earliest_ms) {
    throw badRequest(`parent_timestamp ${request.parent_timestamp} is not within the parent's history`);
  }
  return { parent_id: parent.id, parent_lsn: request.parent_lsn ?? newLsn(state), parent_timestamp_ms };
}

function initSourceOf(init_source = 'parent-data'): 'parent-data' | 'schema-only' {
  if (init_source === 'parent-data' || init_source === 'schema-only') return init_source;
  throw badRequest(`unknown init_source "${init_source}"; expected parent-data or schema-only`);
}

function newBranch(state: State, project: ProjectRecord, request: BranchCreateRequest): BranchRecord {
  const parent = state.get('branches', request.parent_id ?? project.default_branch_id);
  if (parent?.project_id !== project.id) throw notFound('parent branch');
  if (parent.expires_at_ms !== undefined)
    throw badRequest('a branch that expires cannot have child branches');
  if (request.archived === true) throw badRequest('a branch that is created archived is not supported');
  const init_source = initSourceOf(request.init_source);
  const start = startOf(state, request, parent);
  const branch = addBranch(state, {
    project_id: project.id,
    name: request.name === undefined ? undefined : checkName(state, project, request.name),
    ...start,
    // Schema only: a root of its own, with nothing but the parent's structure.
    ...(init_source === 'schema-only' && { parent_id: undefined }),
    protected: request.protected ?? false,
    init_source,
    logical_size_bytes: init_source === 'schema-only' ? 0 : parent.logical_size_bytes,
    created_by_name: state.get('users', project.user_id)?.name,
    expires_at_ms: request.expires_at === undefined ? undefined : checkExpiry(state, request.expires_at),
  });
  copyContents(state, parent, branch);
  return branch;
}

/**
 * A new branch of the default branch, or of the parent named, with its roles and databases.
 * @throws PlatformError `not_found`, `bad_request`, `conflict`, `unprocessable`, `locked`
 */
export function createProjectBranch(state: State, caller: Caller, input: CreateBranchInput): CreatedBranch {
  const project = projectOf(state, caller, input.project_id);
  requireRoom(state, project);
  const branch = newBranch(state, project, input.branch ?? {});
  const added = (input.endpoints ?? []).map((request) =>
    addEndpoint(state, project, { ...request, branch_id: branch.id }),
  );
  const operations = schedule(state, project.id, [
    { action: 'create_branch', branch_id: branch.id },
    ...added.flatMap(({ steps }) => steps),
  ]);
  const roles = state.rolesByBranch.rows(branch.id);
  const databases = state.databasesByBranch.rows(branch.id);
  const primary =
    added.find(({ endpoint }) => endpoint.type === 'read_write')?.endpoint ?? added[0]?.endpoint;
  const uris = databases.flatMap((database) => {
    const role = roles.find(({ name }) => name === database.owner_name);
    if (role === undefined || primary === undefined) return [];
    return [connectionDetails(primary, role, database.name)];
  });
  return {
    branch: showBranch(state, branch),
    endpoints: added.map(({ endpoint }) => endpointView(endpoint)),
    operations,
    roles: roles.map((role) => roleView(role)),
    databases: databases.map(databaseView),
    connection_uris: uris.length === 0 ? undefined : uris,
  };
}

/** A branch with its annotation, which is always empty: no call of this API sets one. */
export interface AnnotatedBranch {
  readonly branch: Branch;
  readonly annotation: {
    readonly object: { readonly type: string; readonly id: string };
    readonly value: Readonly<Record<string, string>>;
  };
}

/** One branch. @throws PlatformError `not_found` */
export function getProjectBranch(state: State, caller: Caller, input: ForBranch): AnnotatedBranch {
  const { branch } = branchOf(state, caller, input);
  return {
    branch: showBranch(state, branch),
    annotation: { object: { type: 'console/branch', id: branch.id }, value: {} },
  };
}

/** Renames a branch, protects it, or sets when it expires. @throws PlatformError */
export function updateProjectBranch(
  state: State,
  caller: Caller,
  input: UpdateBranchInput,
): BranchOperations {
  const { project, branch: before } = branchOf(state, caller, input);
  const { name, expires_at } = input.branch;
  const expires_at_ms = expires_at == null ? undefined : checkExpiry(state, expires_at);
  const branch: BranchRecord = {
    ...before,
    name: name === undefined || name === before.name ? before.name : checkName(state, project, name),
    protected: input.branch.protected ?? before.protected,
    ...(expires_at !== undefined && {
      expires_at_ms,
      ttl_interval_seconds:
        expires_at_ms === undefined ? undefined : Math.round((expires_at_ms - state.now_ms) / 1000),
    }),
    updated_at_ms: state.now_ms,
  };
  if (branch.expires_at_ms !== undefined) requireRemovable(state, project, branch, 'given an expiration');
  state.put('branches', branch.id, branch);
  return { branch: showBranch(state, branch), operations: [] };
}

/** Makes a branch the project's default branch. @throws PlatformError `not_found`, `unprocessable` */
export function setDefaultProjectBranch(state: State, caller: Caller, input: ForBranch): BranchOperations {
  const { project, branch } = branchOf(state, caller, input);
  if (branch.expires_at_ms !== undefined) {
    throw new PlatformError('unprocessable', 'a branch that expires cannot be the default branch');
  }
  if (project.default_branch_id !== branch.id) {
    state.put('projects', project.id, {
      ...project,
      default_branch_id: branch.id,
      updated_at_ms: state.now_ms,
    });
  }
  return { branch: showBranch(state, branch), operations: [] };
}

function requireRemovable(state: State, project: ProjectRecord, branch: BranchRecord, what: string): void {
  const reason = obstacle(state, project, branch);
  if (reason !== undefined) throw new PlatformError('unprocessable', `${reason} cannot be ${what}`);
}

function obstacle(state: State, project: ProjectRecord, branch: BranchRecord): string | undefined {
  if (project.default_branch_id === branch.id) return 'the default branch';
  if (branch.parent_id === undefined && branch.init_source === 'parent-data') return 'a root branch';
  if (state.branchesByParent.size(branch.id) > 0) return 'a branch that has child branches';
  return branch.protected ? 'a protected branch' : undefined;
}

/**
 * Deletes a branch with its endpoints; `undefined` when there is none. Root, default and protected branches
 * and those with children stay. @throws PlatformError `not_found` for the project, `unprocessable`, `locked`
 */
export function deleteProjectBranch(
  state: State,
  caller: Caller,
  input: ForBranch,
): BranchOperations | undefined {
  const project = projectOf(state, caller, input.project_id);
  const branch = state.get('branches', input.branch_id);
  if (branch?.project_id !== project.id) return undefined;
  requireRemovable(state, project, branch, 'deleted');
  const shown = showBranch(state, branch);
  return { branch: shown, operations: removeBranch(state, branch, 'locked') };
}

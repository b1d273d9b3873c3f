import { z } from 'zod';
import { branchOf, projectOf, userOf } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { matches, sortedPage } from '../checks/paging.js';
import { accountLimits, planOf } from '../checks/plan.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import { checkKnown, checkLength, MAX_NAME_LENGTH, parseApiTimestamp } from '../checks/text-checks.js';
import { addEndpoint } from '../endpoints/creation.js';
import { ENDPOINT, endpointView } from '../endpoints/endpoint.js';
import { OPERATIONS } from '../operations/operation.js';
import { schedule } from '../operations/scheduling.js';
import type { ProjectRecord } from '../projects/project.js';
import { BRANCH_PATH, call, within, withTag } from '../resource/call.js';
import {
  DATE_TIME,
  limitedText,
  NEXT_PAGINATION,
  type QueryOf,
  SEARCH_QUERY,
  type Shaped,
} from '../resource/schema.js';
import { connectionDetails } from '../roles/connection.js';
import { CONNECTION_URIS, DATABASE, databaseView, ROLE, roleView } from '../roles/role.js';
import type { State } from '../store/state.js';
import {
  ANNOTATION,
  BRANCH,
  BRANCH_CREATE,
  BRANCH_OPERATIONS,
  BRANCH_PAGES,
  BRANCH_QUERY,
  BRANCH_ROW,
  type BranchRecord,
  isRoot,
} from './branch.js';
import { addBranch, copyContents, newLsn, secondsUntil } from './creation.js';
import { historyPoint } from './history.js';
import { removeBranch } from './removal.js';
import { annotationOf, showBranch } from './views.js';

type BranchCreateRequest = NonNullable<Shaped<typeof BRANCH_CREATE>['branch']>;

/** Refuses a branch that exceeds the plan's limit. @throws PlatformError `unprocessable` */
export function requireBranchRoom(state: State, project: ProjectRecord): void {
  const plan = planOf(state, project);
  const most = accountLimits(state, plan).branches;
  if (state.branchesByProject.size(project.id) < most) return;
  throw new PlatformError(
    'unprocessable',
    `the ${plan} plan allows ${most} branches per project`,
    'BRANCHES_LIMIT_EXCEEDED',
  );
}

/** Checks that a branch's name is valid and unique. @throws PlatformError `bad_request`, `conflict` */
export function checkBranchName(state: State, project: ProjectRecord, name: string): string {
  checkLength(name, 'name', MAX_NAME_LENGTH);
  if (state.branchByName.size(`${project.id} ${name}`) > 0) {
    throw new PlatformError('conflict', 'branch already exists');
  }
  return name;
}

/** The expiry time in ms since the epoch; `undefined` for never, or if not given. @throws PlatformError `bad_request` */
export function checkExpiry(state: State, text: string | null | undefined): number | undefined {
  if (text == null) return undefined;
  const expires_at_ms = parseApiTimestamp(text, 'expires_at');
  if (expires_at_ms <= state.now_ms) throw badRequest(`expires_at ${text} is in the past`);
  return expires_at_ms;
}

/** The point of its parent that a branch starts at: a time, a log position, or the head. */
function startOf(state: State, request: BranchCreateRequest, parent: BranchRecord) {
  const point = { lsn: request.parent_lsn, timestamp: request.parent_timestamp };
  const { lsn, at_ms } = historyPoint(state, parent, point, 'parent_');
  return { parent_id: parent.id, parent_lsn: lsn ?? newLsn(state), parent_timestamp_ms: at_ms };
}

function newBranch(
  state: State,
  project: ProjectRecord,
  { branch: request = {}, annotation_value: annotation }: Shaped<typeof BRANCH_CREATE>,
  by: Caller,
) {
  const parent = state.get('branches', request.parent_id ?? project.default_branch_id);
  if (parent?.project_id !== project.id) throw notFound('parent branch');
  if (parent.expires_at_ms !== undefined)
    throw badRequest('a branch that expires cannot have child branches');
  if (request.archived === true) throw badRequest('creating an archived branch is not supported');
  const { options } = BRANCH_ROW.shape.init_source;
  const init_source = checkKnown(request.init_source ?? 'parent-data', options, 'init_source');
  const start = startOf(state, request, parent);
  const branch = addBranch(state, {
    project_id: project.id,
    name: request.name === undefined ? undefined : checkBranchName(state, project, request.name),
    ...start,
    // Schema only: a root branch with only the structure of the parent.
    ...(init_source === 'schema-only' && { parent_id: undefined, schema_source_id: parent.id }),
    protected: request.protected ?? false,
    init_source,
    logical_size_bytes: init_source === 'schema-only' ? 0 : parent.logical_size_bytes,
    created_by_name: state.get('users', userOf(state, by))?.name,
    expires_at_ms: checkExpiry(state, request.expires_at),
    annotation,
  });
  if (branch.expires_at_ms !== undefined) requireRemovable(state, project, branch, 'given an expiration');
  copyContents(state, parent, branch);
  return branch;
}

/** Sets the default branch of a project. @throws PlatformError `unprocessable` if it expires */
export function makeDefault(state: State, project: ProjectRecord, branch: BranchRecord): void {
  if (branch.expires_at_ms !== undefined) {
    throw new PlatformError('unprocessable', 'a branch that expires cannot be the default branch');
  }
  if (project.default_branch_id !== branch.id) {
    state.change('projects', project, { default_branch_id: branch.id });
  }
}

function requireRemovable(state: State, project: ProjectRecord, branch: BranchRecord, what: string): void {
  const reason = removalObstacle(state, project, branch);
  if (reason !== undefined) throw new PlatformError('unprocessable', `${reason} cannot be ${what}`);
}

function removalObstacle(state: State, project: ProjectRecord, branch: BranchRecord): string | undefined {
  if (project.default_branch_id === branch.id) return 'the default branch';
  if (isRoot(branch)) return 'a root branch';
  if (state.branchesByParent.size(branch.id) > 0) return 'a branch that has child branches';
  return branch.protected ? 'a protected branch' : undefined;
}

const foundBranches = within(projectOf, (state, project, { search }: QueryOf<typeof SEARCH_QUERY>) =>
  state.branchesByProject.rows(project.id).filter((branch) => matches(branch, search)),
);

export const BRANCH_CALLS = withTag('Branch', {
  createProjectBranch: call('POST /projects/{project_id}/branches', {
    summary: 'Create a branch, optionally with computes',
    body: BRANCH_CREATE,
    body_optional: true,
    answer: z.object({
      branch: BRANCH,
      endpoints: z.array(ENDPOINT),
      roles: z.array(ROLE),
      databases: z.array(DATABASE),
      connection_uris: CONNECTION_URIS.optional(),
      ...OPERATIONS,
    }),
    status: 201,
    stores_data: true,
    on: projectOf,
    rule(state, project, input, by) {
      requireBranchRoom(state, project);
      const branch = newBranch(state, project, input, by);
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
    },
  }),
  listProjectBranches: call('GET /projects/{project_id}/branches', {
    summary: 'List the branches of a project',
    query: BRANCH_QUERY,
    answer: z.object({
      branches: z.array(BRANCH),
      annotations: z.record(z.string(), ANNOTATION),
      ...NEXT_PAGINATION,
    }),
    on: foundBranches,
    rule(state, all, input) {
      const { items, pagination } = sortedPage(all, input, input.sort_by ?? 'updated_at', BRANCH_PAGES, {
        name: (branch) => branch.name,
        created_at: (branch) => branch.created_at_ms,
        updated_at: (branch) => branch.updated_at_ms,
      });
      const annotated = items.filter((branch) => branch.annotation !== undefined);
      return {
        branches: items.map((branch) => showBranch(state, branch)),
        annotations: Object.fromEntries(annotated.map((branch) => [branch.id, annotationOf(branch)])),
        pagination,
      };
    },
  }),
  countProjectBranches: call('GET /projects/{project_id}/branches/count', {
    summary: 'Count the branches of a project',
    query: SEARCH_QUERY,
    answer: z.object({ count: z.int() }),
    on: foundBranches,
    rule: (_state, { length }) => ({ count: length }),
  }),
  getProjectBranch: call(`GET ${BRANCH_PATH}`, {
    summary: 'Get a branch',
    answer: z.object({ branch: BRANCH, annotation: ANNOTATION }),
    on: branchOf,
    rule: (state, { branch }) => ({
      branch: showBranch(state, branch),
      annotation: annotationOf(branch),
    }),
  }),
  updateProjectBranch: call(`PATCH ${BRANCH_PATH}`, {
    summary: 'Change a branch',
    body: z.object({
      branch: z.object({
        name: limitedText().optional(),
        protected: z.boolean().optional(),
        /** `null` removes the expiration. */
        expires_at: DATE_TIME.nullish(),
      }),
    }),
    answer: BRANCH_OPERATIONS,
    on: branchOf,
    rule(state, { project, branch: before }, input) {
      const { name, expires_at } = input.branch;
      const expires_at_ms = checkExpiry(state, expires_at);
      const branch = state.change('branches', before, {
        name:
          name === undefined || name === before.name ? before.name : checkBranchName(state, project, name),
        protected: input.branch.protected ?? before.protected,
        ...(expires_at !== undefined && {
          expires_at_ms,
          ttl_interval_seconds: secondsUntil(state, expires_at_ms),
        }),
      });
      if (branch.expires_at_ms !== undefined) requireRemovable(state, project, branch, 'given an expiration');
      return { branch: showBranch(state, branch), operations: [] };
    },
  }),
  /** Root, default and protected branches and those with children cannot be deleted. */
  deleteProjectBranch: call(`DELETE ${BRANCH_PATH}`, {
    summary: 'Delete a branch with its computes',
    // Accepted for compatibility with the platform's API; deletion is always permanent.
    query: { hard_delete: BRANCH_QUERY.include_deleted },
    answer: BRANCH_OPERATIONS,
    absent: 204,
    on: projectOf,
    rule(state, project, input) {
      const branch = state.get('branches', input.branch_id);
      if (branch?.project_id !== project.id) return undefined;
      requireRemovable(state, project, branch, 'deleted');
      const shown = showBranch(state, branch);
      return { branch: shown, operations: removeBranch(state, branch, 'locked') };
    },
  }),
  setDefaultProjectBranch: call(`POST ${BRANCH_PATH}/set_as_default`, {
    summary: 'Make a branch the default of its project',
    answer: BRANCH_OPERATIONS,
    on: branchOf,
    rule(state, { project, branch }) {
      makeDefault(state, project, branch);
      return { branch: showBranch(state, branch), operations: [] };
    },
  }),
});

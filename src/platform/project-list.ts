import { organizationOf, personOnly, reaches } from './access.js';
import type { Caller } from './caller.js';
import { type PageRequest, page } from './paging.js';
import { badRequest } from './platform-error.js';
import type { ProjectListItem, ProjectRecord } from './project.js';
import { showListedProject } from './project-views.js';
import type { State } from './state.js';

/** Which projects to list. */
export interface ProjectListInput extends PageRequest {
  /** Part of a name or an id, in any case. */
  readonly search?: string | undefined;
  /** Only projects of this organization. */
  readonly org_id?: string | undefined;
  /** Only deleted projects that can be recovered, in place of the others. */
  readonly recoverable?: boolean | undefined;
}

/** A page of projects that are shared with a user. */
export interface SharedProjectPage {
  readonly projects: readonly ProjectListItem[];
  /** Where the page ends; absent when it is empty. */
  readonly pagination?: { readonly cursor: string } | undefined;
  readonly unavailable_project_ids: readonly string[];
}

/** A page of projects. */
export interface ProjectPage extends SharedProjectPage {
  readonly applications: Readonly<Record<string, readonly string[]>>;
  readonly integrations: Readonly<Record<string, readonly string[]>>;
}

const LIMITS = { usual: 10, largest: 400 };

/** Every project that a caller reaches, deleted ones among them; of one organization if it is named. */
function reachable(state: State, caller: Caller, org_id: string | undefined): readonly ProjectRecord[] {
  if (caller.kind === 'project') {
    const own = state.get('projects', caller.project_id);
    return own !== undefined && reaches(state, caller, own) ? [own] : [];
  }
  if (org_id !== undefined) return state.projectsByOwner.rows(organizationOf(state, caller, org_id).id);
  if (caller.kind === 'organization') return state.projectsByOwner.rows(caller.org_id);
  const memberships = state.membershipsByUser.rows(caller.user_id);
  if (state.rules.require_org_id && memberships.length > 0) {
    throw badRequest('org_id is required; expected one of the ids that the list of your organizations shows');
  }
  return [
    ...state.projectsByOwner.rows(caller.user_id),
    ...memberships.flatMap((member) => state.projectsByOwner.rows(member.org_id)),
  ];
}

/** Whether a name or an id contains what is searched for. */
export function matches(
  row: { readonly id: string; readonly name: string },
  search: string | undefined,
): boolean {
  if (search === undefined || search === '') return true;
  const wanted = search.toLowerCase();
  return row.id.includes(wanted) || row.name.toLowerCase().includes(wanted);
}

/**
 * A page of the projects within reach, newest first. Without `org_id` a personal key lists the user's own and
 * those of every organization the user is in. A page that holds anything has a cursor, the last one too:
 * clients stop at a page that is not full.
 * @throws PlatformError `bad_request`, `not_found`
 */
export function listProjects(state: State, caller: Caller, input: ProjectListInput): ProjectPage {
  const deleted = input.recoverable ?? false;
  const wanted = reachable(state, caller, input.org_id).filter(
    (project) => (project.deleted_at_ms !== undefined) === deleted && matches(project, input.search),
  );
  const found = page(wanted, input, LIMITS, (project) => ['', project.sequence], 'desc');
  return {
    projects: found.items.map((project) => showListedProject(state, project)),
    pagination: found.cursor === undefined ? undefined : { cursor: found.cursor },
    unavailable_project_ids: [],
    applications: {},
    integrations: {},
  };
}

/** Projects that others share with the user: there are none. @throws PlatformError `forbidden`, `bad_request` */
export function listSharedProjects(
  _state: State,
  caller: Caller,
  input: ProjectListInput,
): SharedProjectPage {
  personOnly(caller);
  page([], input, LIMITS, () => ['', 0], 'desc');
  return { projects: [], unavailable_project_ids: [] };
}

import { organizationOf, owns, presentProject, reaches, requireOrgId } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { matches, type PageRequest, page } from '../checks/paging.js';
import { ofPerson } from '../checks/subject.js';
import { mailbox } from '../rows/granted.js';
import type { ProjectRecord } from '../rows/project.js';
import type { Asked } from '../schema/plain.js';
import type { PROJECT_QUERY, SHARED_PROJECT_QUERY } from '../schema/query-schema.js';
import type { State } from '../store/state.js';
import { showListedProject } from './project-views.js';

const LIMITS = { usual: 10, largest: 400 };

/** Every project that a caller reaches, deleted ones among them; of one organization if it is named. */
function reachable(state: State, caller: Caller, org_id: string | undefined): readonly ProjectRecord[] {
  if (caller.kind === 'project') {
    const own = state.get('projects', caller.project_id);
    return own !== undefined && reaches(state, caller, own) ? [own] : [];
  }
  if (org_id !== undefined) return state.projectsByOwner.rows(organizationOf(state, caller, org_id).id);
  if (caller.kind === 'organization') return state.projectsByOwner.rows(caller.org_id);
  requireOrgId(state);
  const memberships = state.membershipsByUser.rows(caller.user_id);
  return [
    ...state.projectsByOwner.rows(caller.user_id),
    ...memberships.flatMap((member) => state.projectsByOwner.rows(member.org_id)),
  ];
}

/**
 * A page of the projects within reach, newest first. Without `org_id` a personal key lists the user's own and
 * those of every organization the user is in. A page that holds anything has a cursor, the last one too:
 * clients stop at a page that is not full.
 * @throws PlatformError `bad_request`, `not_found`
 */
export function listProjects(state: State, caller: Caller, input: Asked<typeof PROJECT_QUERY>) {
  const deleted = input.recoverable ?? false;
  const wanted = reachable(state, caller, input.org_id).filter(
    (project) => (project.deleted_at_ms !== undefined) === deleted && matches(project, input.search),
  );
  return { ...pageOf(state, wanted, input), applications: {}, integrations: {} };
}

/** A page of projects, newest first. */
function pageOf(state: State, list: readonly ProjectRecord[], request: PageRequest) {
  const { items, pagination } = page(list, request, LIMITS, (project) => ['', project.sequence], 'desc');
  const projects = items.map((project) => showListedProject(state, project));
  return { projects, pagination, unavailable_project_ids: [] };
}

/** A page of the projects that others share with the user, newest first. @throws PlatformError `forbidden`, `bad_request` */
export const listSharedProjects = ofPerson(
  (state, { user_id }, input: Asked<typeof SHARED_PROJECT_QUERY>) => {
    const email = state.get('users', user_id)?.email ?? '';
    const shared = state.permissionsByEmail.rows(mailbox(email)).flatMap(({ project_id }) => {
      const project = presentProject(state, project_id);
      if (project === undefined || owns(state, user_id, project)) return [];
      return matches(project, input.search) ? [project] : [];
    });
    return pageOf(state, shared, input);
  },
);

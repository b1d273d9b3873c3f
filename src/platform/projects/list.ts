import { z } from 'zod';
import { mailbox } from '../accounts/account.js';
import { canAccess, organizationOf, owns, personOf, presentProject, requireOrgId } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { matches, type PageRequest, page } from '../checks/paging.js';
import { call, withTag } from '../resource/call.js';
import { PAGINATION } from '../resource/schema.js';
import type { State } from '../store/state.js';
import {
  PROJECT_LIST_ITEM,
  PROJECT_PAGES,
  PROJECT_QUERY,
  type ProjectRecord,
  SHARED_PROJECT_QUERY,
} from './project.js';
import { showListedProject } from './views.js';

/** All projects within a caller's reach, including deleted ones; only those of the organization if one is given. */
function reachable(state: State, caller: Caller, org_id: string | undefined): readonly ProjectRecord[] {
  if (caller.kind === 'project') {
    const own = state.get('projects', caller.project_id);
    return own !== undefined && canAccess(state, caller, own) ? [own] : [];
  }
  if (org_id !== undefined) return state.projectsByOwner.rows(organizationOf(state, caller, { org_id }).id);
  if (caller.kind === 'organization') return state.projectsByOwner.rows(caller.org_id);
  requireOrgId(state);
  const memberships = state.membershipsByUser.rows(caller.user_id);
  return [
    ...state.projectsByOwner.rows(caller.user_id),
    ...memberships.flatMap((member) => state.projectsByOwner.rows(member.org_id)),
  ];
}

/** A page of projects, newest first. */
function pageOf(state: State, list: readonly ProjectRecord[], request: PageRequest) {
  const { items, pagination } = page(
    list,
    request,
    PROJECT_PAGES,
    (project) => ['', project.sequence],
    'desc',
  );
  const projects = items.map((project) => showListedProject(state, project));
  return { projects, pagination, unavailable_project_ids: [] };
}

const PROJECT_PAGE = z.object({
  projects: z.array(PROJECT_LIST_ITEM),
  unavailable_project_ids: z.array(z.string()).optional(),
  ...PAGINATION,
});

const APPLICATIONS = z.record(z.string(), z.array(z.string()));

export const PROJECT_LIST_CALLS = withTag('Project', {
  /**
   * Newest first. Every non-empty page has a cursor, even the last one: clients stop at a page that is not
   * full.
   */
  listProjects: call('GET /projects', {
    summary: 'List projects',
    query: PROJECT_QUERY,
    answer: PROJECT_PAGE.extend({ applications: APPLICATIONS, integrations: APPLICATIONS }),
    rule(state, caller, input) {
      const deleted = input.recoverable ?? false;
      const wanted = reachable(state, caller, input.org_id).filter(
        (project) => (project.deleted_at_ms !== undefined) === deleted && matches(project, input.search),
      );
      return { ...pageOf(state, wanted, input), applications: {}, integrations: {} };
    },
  }),
  listSharedProjects: call('GET /projects/shared', {
    summary: 'List projects that others share with the current user',
    query: SHARED_PROJECT_QUERY,
    answer: PROJECT_PAGE,
    on: personOf,
    rule(state, { user_id }, input) {
      const email = state.get('users', user_id)?.email ?? '';
      const shared = state.permissionsByEmail.rows(mailbox(email)).flatMap(({ project_id }) => {
        const project = presentProject(state, project_id);
        if (project === undefined || owns(state, user_id, project)) return [];
        return matches(project, input.search) ? [project] : [];
      });
      return pageOf(state, shared, input);
    },
  }),
});

import { projectOf } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { matches, sortedPage } from '../checks/paging.js';
import type { ForProject } from '../checks/path-ids.js';
import type { BranchRecord } from '../rows/branch.js';
import type { Asked } from '../schema/plain.js';
import type { BRANCH_QUERY, SEARCH_QUERY } from '../schema/query-schema.js';
import type { State } from '../store/state.js';
import { showBranch } from './branch-views.js';

const LIMITS = { usual: 10_000, largest: 10_000 };

function found(
  state: State,
  caller: Caller,
  input: ForProject & Asked<typeof SEARCH_QUERY>,
): readonly BranchRecord[] {
  const project = projectOf(state, caller, input.project_id);
  return state.branchesByProject.rows(project.id).filter((branch) => matches(branch, input.search));
}

/** A page of a project's branches, latest change first unless asked otherwise. @throws PlatformError */
export function listProjectBranches(
  state: State,
  caller: Caller,
  input: ForProject & Asked<typeof BRANCH_QUERY>,
) {
  const all = found(state, caller, input);
  const { items, pagination } = sortedPage(all, input, input.sort_by ?? 'updated_at', LIMITS, 'branches', {
    name: (branch) => branch.name,
    created_at: (branch) => branch.created_at_ms,
    updated_at: (branch) => branch.updated_at_ms,
  });
  return { branches: items.map((branch) => showBranch(state, branch)), annotations: {}, pagination };
}

/** How many branches a project has, or how many of them a search finds. @throws PlatformError `not_found` */
export function countProjectBranches(
  state: State,
  caller: Caller,
  input: ForProject & Asked<typeof SEARCH_QUERY>,
) {
  return { count: found(state, caller, input).length };
}

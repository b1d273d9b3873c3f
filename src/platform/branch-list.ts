import { projectOf } from './access.js';
import type { Branch, BranchRecord } from './branch.js';
import { showBranch } from './branch-views.js';
import type { Caller } from './caller.js';
import { type PageRequest, page } from './paging.js';
import type { ForProject } from './path-ids.js';
import { badRequest } from './platform-error.js';
import { matches } from './project-list.js';
import type { State } from './state.js';

/** Which branches to list, and how. */
export interface BranchListInput extends ForProject, PageRequest {
  /** Part of a name or an id, in any case. */
  readonly search?: string | undefined;
  readonly sort_by?: string | undefined;
  readonly sort_order?: string | undefined;
}

/** A page of branches. */
export interface BranchPage {
  readonly branches: readonly Branch[];
  readonly annotations: Readonly<Record<string, never>>;
  readonly pagination: {
    /** Where the page ends; absent when nothing comes after it. */
    readonly next?: string | undefined;
    readonly sort_by: string;
    readonly sort_order: string;
  };
}

const LIMITS = { usual: 10_000, largest: 10_000 };

function sortKeyOf(sort_by: string): (branch: BranchRecord) => string | number {
  switch (sort_by) {
    case 'name':
      return (branch) => branch.name;
    case 'created_at':
      return (branch) => branch.created_at_ms;
    case 'updated_at':
      return (branch) => branch.updated_at_ms;
    default:
      throw badRequest(`cannot sort branches by "${sort_by}"; expected name, created_at or updated_at`);
  }
}

function found(state: State, caller: Caller, input: BranchListInput): readonly BranchRecord[] {
  const project = projectOf(state, caller, input.project_id);
  return state.branchesByProject.rows(project.id).filter((branch) => matches(branch, input.search));
}

/** A page of a project's branches, latest change first unless asked otherwise. @throws PlatformError */
export function listProjectBranches(state: State, caller: Caller, input: BranchListInput): BranchPage {
  const { sort_by = 'updated_at', sort_order = 'desc' } = input;
  if (sort_order !== 'asc' && sort_order !== 'desc') {
    throw badRequest(`"${sort_order}" is not a sort order; expected asc or desc`);
  }
  const keyOf = sortKeyOf(sort_by);
  const branches = found(state, caller, input);
  const shown = page(branches, input, LIMITS, (branch) => [keyOf(branch), branch.sequence], sort_order);
  return {
    branches: shown.items.map((branch) => showBranch(state, branch)),
    annotations: {},
    pagination: { next: shown.more ? shown.cursor : undefined, sort_by, sort_order },
  };
}

/** How many branches a project has, or how many of them a search finds. @throws PlatformError `not_found` */
export function countProjectBranches(
  state: State,
  caller: Caller,
  input: BranchListInput,
): { readonly count: number } {
  return { count: found(state, caller, input).length };
}

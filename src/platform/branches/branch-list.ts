import { matches, sortedPage } from '../checks/paging.js';
import { about, ofProject } from '../checks/subject.js';
import type { Asked } from '../schema/plain.js';
import type { BRANCH_QUERY, SEARCH_QUERY } from '../schema/query-schema.js';
import { annotationOf, showBranch } from './branch-views.js';

const LIMITS = { usual: 10_000, largest: 10_000 };

const ofFound = about(
  ofProject((state, project, { search }: Asked<typeof SEARCH_QUERY>) =>
    state.branchesByProject.rows(project.id).filter((branch) => matches(branch, search)),
  ),
);

/** A page of a project's branches, latest change first unless asked otherwise. @throws PlatformError */
export const listProjectBranches = ofFound((state, all, input: Asked<typeof BRANCH_QUERY>) => {
  const { items, pagination } = sortedPage(all, input, input.sort_by ?? 'updated_at', LIMITS, 'branches', {
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
});

/** How many branches a project has, or how many of them a search finds. @throws PlatformError `not_found` */
export const countProjectBranches = ofFound((_state, { length }) => ({ count: length }));

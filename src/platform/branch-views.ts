import { type Branch, type BranchRecord, branchView } from './branch.js';
import { branchUsage } from './metering.js';
import type { State } from './state.js';

/** A branch as the API shows it now. */
export function showBranch(state: State, branch: BranchRecord): Branch {
  const is_default = state.get('projects', branch.project_id)?.default_branch_id === branch.id;
  return branchView(branch, is_default, branchUsage(state, branch.id));
}

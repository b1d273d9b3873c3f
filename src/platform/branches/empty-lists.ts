import { branchOf } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import type { ForBranch } from '../checks/path-ids.js';
import type { State } from '../store/state.js';

/** The buckets of a branch: there are none here. @throws PlatformError `not_found` */
export function listProjectBranchBuckets(state: State, caller: Caller, input: ForBranch) {
  branchOf(state, caller, input);
  return { buckets: [] };
}

/** The functions of a branch: there are none here. @throws PlatformError `not_found` */
export function listProjectBranchFunctions(state: State, caller: Caller, input: ForBranch) {
  branchOf(state, caller, input);
  return { functions: [] };
}

/** The credentials of a branch's services: there are none here. @throws PlatformError `not_found` */
export function listCredentials(state: State, caller: Caller, input: ForBranch) {
  branchOf(state, caller, input);
  return { credentials: [] };
}

import { branchUsage } from '../consumption/metering.js';
import { timestamp, viewOf } from '../resource/row.js';
import type { Shaped } from '../resource/schema.js';
import type { State } from '../store/state.js';
import { type ANNOTATION, BRANCH, type Branch, type BranchRecord } from './branch.js';

/** The latest view of each row: rows are replaced, never mutated. */
const SHOWN = new WeakMap<BranchRecord, Branch>();

/** The annotation of a branch; it has the branch's timestamps, because annotations never change. */
export function annotationOf({ id, annotation, created_at_ms }: BranchRecord): Shaped<typeof ANNOTATION> {
  const at = annotation === undefined ? undefined : timestamp(created_at_ms);
  const object = { type: 'console/branch', id };
  return { object, value: annotation ?? {}, created_at: at, updated_at: at };
}

/** A branch as the API shows it now, with its consumption in the current billing period. */
export function showBranch(state: State, branch: BranchRecord): Branch {
  const is_default = state.get('projects', branch.project_id)!.default_branch_id === branch.id;
  const usage = branchUsage(state, branch.id);
  const compute_seconds = Math.floor(usage.compute_seconds);
  const active_seconds = Math.floor(usage.active_seconds);
  const before = SHOWN.get(branch);
  if (
    before?.default === is_default &&
    before.compute_time_seconds === compute_seconds &&
    before.active_time_seconds === active_seconds
  ) {
    return before;
  }
  const { logical_size_bytes, created_by_name } = branch;
  const shown = viewOf(BRANCH, branch, {
    logical_size: logical_size_bytes,
    creation_source: 'console',
    primary: is_default,
    default: is_default,
    cpu_used_sec: compute_seconds,
    compute_time_seconds: compute_seconds,
    active_time_seconds: active_seconds,
    written_data_bytes: 0,
    data_transfer_bytes: 0,
    created_by: created_by_name === undefined ? undefined : { name: created_by_name, image: '' },
  });
  SHOWN.set(branch, shown);
  return shown;
}

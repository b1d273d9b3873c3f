import { onUpdate } from '../../compute/lifecycle/transition.js';
import { addBranch, addDatabase, addRole } from '../branches/branch-creation.js';
import { showBranch } from '../branches/branch-views.js';
import { checkBranchName, makeDefault, requireBranchRoom } from '../branches/branches.js';
import { userOf } from '../checks/access.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { ofBranch } from '../checks/subject.js';
import { LONGEST_NAME } from '../checks/text-checks.js';
import { settle } from '../consumption/metering.js';
import { requireNoPrimary } from '../endpoints/endpoint-creation.js';
import { enter } from '../endpoints/endpoint-state.js';
import { endpointSteps, requireUnlocked, type Step, schedule } from '../operations/scheduling.js';
import type { BranchRecord } from '../rows/branch.js';
import { endpointView } from '../rows/endpoint.js';
import type { ProjectRecord } from '../rows/project.js';
import { timestamp } from '../rows/timestamp.js';
import type { Shaped } from '../schema/plain.js';
import type { RESTORE_FINALIZE, SNAPSHOT_RESTORE } from '../schema/snapshot-schema.js';
import type { State } from '../store/state.js';
import { ofSnapshot } from './snapshots.js';

/**
 * Makes a branch of a snapshot, and puts it in the place of the one it was taken of, or of another one, if asked to.
 * @throws PlatformError `not_found`, `bad_request`, `conflict`, `unprocessable`, `locked`
 */
export const restoreSnapshot = ofSnapshot(
  (state, { project, snapshot }, input: Shaped<typeof SNAPSHOT_RESTORE>, caller) => {
    requireBranchRoom(state, project);
    requireUnlocked(state, project.id);
    const target = state.get('branches', input.target_branch_id ?? snapshot.source_branch_id);
    if (input.target_branch_id !== undefined && target?.project_id !== project.id) {
      throw notFound('target branch');
    }
    const branch = addBranch(state, {
      project_id: project.id,
      name: input.name === undefined ? undefined : checkBranchName(state, project, input.name),
      protected: false,
      init_source: 'parent-data',
      logical_size_bytes: snapshot.logical_size_bytes,
      created_by_name: state.get('users', userOf(state, caller))?.name,
      data_source_id: snapshot.id,
      restored_from: snapshot.id,
      restored_as: target?.id,
    });
    for (const { name, password } of snapshot.roles) addRole(state, branch.id, name, password);
    for (const { name, owner_name } of snapshot.databases) addDatabase(state, branch.id, name, owner_name);
    const steps: Step[] = [{ action: 'create_branch', branch_id: branch.id }];
    if (input.finalize_restore === true) {
      if (target === undefined) throw notFound('target branch');
      steps.push(...putInPlace(state, project, branch, target, undefined));
    }
    const operations = schedule(state, project.id, steps);
    const endpoints = state.endpointsByBranch.rows(branch.id).map(endpointView);
    return { branch: showBranch(state, state.get('branches', branch.id)!), endpoints, operations };
  },
);

/**
 * Puts a branch that was made of a snapshot in the place of the one it is to replace: it gets the name and the
 * computes, which restart, and is the default branch if that was.
 * @throws PlatformError `not_found`, `unprocessable`, `conflict`, `locked`
 */
export const finalizeRestoreBranch = ofBranch(
  (state, { project, branch }, input: Shaped<typeof RESTORE_FINALIZE>) => {
    if (branch.restored_from === undefined) {
      throw new PlatformError('unprocessable', 'the branch was not restored from a snapshot');
    }
    const target = state.get('branches', branch.restored_as ?? '');
    if (target === undefined) {
      throw new PlatformError('unprocessable', 'there is no branch that the restored one could replace');
    }
    requireUnlocked(state, project.id);
    const operations = schedule(state, project.id, putInPlace(state, project, branch, target, input.name));
    return { operations };
  },
);

function putInPlace(
  state: State,
  project: ProjectRecord,
  branch: BranchRecord,
  target: BranchRecord,
  former_name: string | undefined,
): readonly Step[] {
  const { name } = target;
  const old = ` (old, ${timestamp(state.now_ms)})`;
  const aside = former_name ?? [...name].slice(0, LONGEST_NAME - old.length).join('') + old;
  const updated_at_ms = state.now_ms;
  const moved = state.endpointsByBranch.rows(target.id);
  if (moved.some(({ type }) => type === 'read_write')) requireNoPrimary(state, branch.id);
  state.change('branches', target, { name: checkBranchName(state, project, aside) });
  state.change('branches', branch, { name, restored_as: undefined });
  if (project.default_branch_id === target.id) makeDefault(state, project, branch);
  return moved.flatMap((endpoint) => {
    // What it has used so far was used on the branch that it leaves.
    settle(state, endpoint);
    const metered_from_ms = endpoint.metered_from_ms === undefined ? undefined : updated_at_ms;
    const here = { ...endpoint, branch_id: branch.id, metered_from_ms, updated_at_ms };
    const transition = onUpdate(here, { restarts: true, applies: !here.disabled, disables: false });
    enter(state, here, transition);
    return endpointSteps(here, transition.actions);
  });
}

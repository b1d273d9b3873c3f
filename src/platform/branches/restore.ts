import { z } from 'zod';
import { onRestart } from '../../compute/lifecycle/transition.js';
import { branchOf } from '../checks/access.js';
import { badRequest, notFound } from '../checks/platform-error.js';
import { MAX_NAME_LENGTH } from '../checks/text-checks.js';
import { setStates } from '../endpoints/lifecycle.js';
import { endpointSteps, requireUnlocked, type Step, schedule } from '../operations/scheduling.js';
import type { ProjectRecord } from '../projects/project.js';
import { BRANCH_PATH, call, withTag } from '../resource/call.js';
import { DATE_TIME, LOG_POSITION } from '../resource/schema.js';
import type { State } from '../store/state.js';
import { BRANCH_OPERATIONS, type BranchRecord } from './branch.js';
import { checkBranchName, requireBranchRoom } from './calls.js';
import { addBranch, copyContents, newLsn } from './creation.js';
import { historyPoint } from './history.js';
import { removeContents } from './removal.js';
import { showBranch } from './views.js';

/** Preserves a branch's contents as another branch, which takes its children; `undefined` without a name. */
function preserveBranch(
  state: State,
  project: ProjectRecord,
  branch: BranchRecord,
  name: string | undefined,
  to_itself: boolean,
): BranchRecord | undefined {
  const children = state.branchesByParent.rows(branch.id);
  if (name === undefined || name === '') {
    if (!to_itself && children.length === 0) return undefined;
    throw badRequest(
      'preserve_under_name is required to restore a branch to its own history, or one that has child branches',
    );
  }
  requireBranchRoom(state, project);
  const preserved = addBranch(state, {
    project_id: project.id,
    name: checkBranchName(state, project, name),
    parent_id: branch.parent_id,
    parent_lsn: branch.parent_lsn,
    parent_timestamp_ms: branch.parent_timestamp_ms,
    protected: branch.protected,
    init_source: branch.init_source,
    logical_size_bytes: branch.logical_size_bytes,
    created_by_name: branch.created_by_name,
    data_source_id: branch.id,
  });
  copyContents(state, { ...branch, protected: false }, preserved);
  for (const child of children) state.put('branches', child.id, { ...child, parent_id: preserved.id });
  return preserved;
}

function restartComputes(state: State, branch_id: string): readonly Step[] {
  return state.endpointsByBranch.rows(branch_id).flatMap((endpoint) => {
    const transition = onRestart(endpoint);
    if (transition === undefined) return [];
    setStates(state, endpoint, transition);
    return endpointSteps(endpoint, transition.actions);
  });
}

export const BRANCH_RESTORE_CALLS = withTag('Branch', {
  /**
   * The branch keeps its id, name and computes, and active computes restart. With `preserve_under_name`, a new branch
   * keeps the former data and becomes the parent of the children. Roles and databases are the source's current ones,
   * because they have no history.
   */
  restoreProjectBranch: call(`POST ${BRANCH_PATH}/restore`, {
    summary: "Replace a branch's data with another branch's (reset) or its own past; active computes restart",
    body: z.object({
      source_branch_id: z.string(),
      source_lsn: LOG_POSITION.optional(),
      source_timestamp: DATE_TIME.optional(),
      preserve_under_name: z.string().meta({ maxLength: MAX_NAME_LENGTH }).optional(),
    }),
    answer: BRANCH_OPERATIONS,
    stores_data: true,
    on: branchOf,
    rule(state, { project, branch }, input) {
      const source = state.get('branches', input.source_branch_id);
      if (source?.project_id !== project.id) throw notFound('source branch');
      const to_itself = source.id === branch.id;
      const { source_lsn: lsn, source_timestamp: timestamp } = input;
      if (to_itself && lsn === undefined && timestamp === undefined) {
        throw badRequest('restoring a branch to its own history requires source_lsn or source_timestamp');
      }
      const point = historyPoint(state, source, { lsn, timestamp }, 'source_');
      if (source.expires_at_ms !== undefined && !to_itself) {
        throw badRequest('a branch that expires cannot be the source of a restore');
      }
      requireUnlocked(state, project.id);
      const preserved = preserveBranch(state, project, branch, input.preserve_under_name, to_itself);
      const from = to_itself && preserved !== undefined ? preserved : source;
      const ttl = branch.ttl_interval_seconds;
      const restored = state.change('branches', branch, {
        parent_id: from.id,
        parent_lsn: point.lsn ?? newLsn(state),
        parent_timestamp_ms: point.at_ms,
        init_source: 'parent-data',
        logical_size_bytes: source.logical_size_bytes,
        current_state: 'resetting',
        pending_state: 'ready',
        state_changed_at_ms: state.now_ms,
        last_reset_at_ms: state.now_ms,
        data_source_id: from.id,
        data_version: (branch.data_version ?? 0) + 1,
        preserved_as_id: preserved?.id,
        // A reset from the parent renews the branch's lifetime. Source: the platform's API schema.
        ...(ttl !== undefined &&
          source.id === branch.parent_id && { expires_at_ms: state.now_ms + ttl * 1000 }),
      });
      if (!to_itself) {
        removeContents(state, branch.id);
        copyContents(state, source, restored);
      }
      const operations = schedule(state, project.id, [
        ...(preserved === undefined ? [] : [{ action: 'create_branch' as const, branch_id: preserved.id }]),
        { action: 'create_timeline', branch_id: branch.id },
        ...restartComputes(state, branch.id),
      ]);
      return { branch: showBranch(state, restored), operations };
    },
  }),
});

import { z } from 'zod';
import { onUpdate } from '../../compute/lifecycle/transition.js';
import type { BranchRecord } from '../branches/branch.js';
import { BRANCH } from '../branches/branch.js';
import { checkBranchName, checkExpiry, makeDefault, requireBranchRoom } from '../branches/calls.js';
import { addBranch, addDatabase, addRole, newLsn } from '../branches/creation.js';
import { historyPoint } from '../branches/history.js';
import { showBranch } from '../branches/views.js';
import { branchOf, projectOf, userOf } from '../checks/access.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { checkLength, MAX_NAME_LENGTH } from '../checks/text-checks.js';
import { settle } from '../consumption/metering.js';
import { requireNoPrimary } from '../endpoints/creation.js';
import { ENDPOINT, endpointView } from '../endpoints/endpoint.js';
import { setStates } from '../endpoints/lifecycle.js';
import { OPERATIONS } from '../operations/operation.js';
import { endpointSteps, requireUnlocked, type Step, schedule } from '../operations/scheduling.js';
import type { ProjectRecord } from '../projects/project.js';
import { BRANCH_PATH, call, within, withTag } from '../resource/call.js';
import { timestamp } from '../resource/row.js';
import { DATE_TIME, LOG_POSITION, limitedText } from '../resource/schema.js';
import type { State } from '../store/state.js';
import { RESTORE_FINALIZE, SNAPSHOT, snapshotView } from './snapshot.js';

/** A snapshot of a project within reach. @throws PlatformError `not_found` */
export const snapshotOf = within(
  projectOf,
  (state, project, { snapshot_id }: { readonly snapshot_id: string }) => {
    const snapshot = state.get('snapshots', snapshot_id);
    if (snapshot?.project_id !== project.id) throw notFound('snapshot');
    return { project, snapshot };
  },
);

function replaceBranch(
  state: State,
  project: ProjectRecord,
  branch: BranchRecord,
  target: BranchRecord,
  former_name: string | undefined,
): readonly Step[] {
  const { name } = target;
  const suffix = ` (old, ${timestamp(state.now_ms)})`;
  const old_name = former_name ?? [...name].slice(0, MAX_NAME_LENGTH - suffix.length).join('') + suffix;
  const updated_at_ms = state.now_ms;
  const moved = state.endpointsByBranch.rows(target.id);
  if (moved.some(({ type }) => type === 'read_write')) requireNoPrimary(state, branch.id);
  state.change('branches', target, { name: checkBranchName(state, project, old_name) });
  state.change('branches', branch, { name, restored_as: undefined });
  if (project.default_branch_id === target.id) makeDefault(state, project, branch);
  return moved.flatMap((endpoint) => {
    // Its use so far belongs to its previous branch.
    settle(state, endpoint);
    const metered_from_ms = endpoint.metered_from_ms === undefined ? undefined : updated_at_ms;
    const next = { ...endpoint, branch_id: branch.id, metered_from_ms, updated_at_ms };
    const transition = onUpdate(next, { restarts: true, applies: !next.disabled, disables: false });
    setStates(state, next, transition);
    return endpointSteps(next, transition.actions);
  });
}

const SNAPSHOT_PATH = '/projects/{project_id}/snapshots/{snapshot_id}';

export const SNAPSHOT_CALLS = withTag('Snapshot', {
  listSnapshots: call('GET /projects/{project_id}/snapshots', {
    summary: 'List the snapshots of a project',
    answer: z.object({ snapshots: z.array(SNAPSHOT) }),
    on: projectOf,
    rule: (state, project) => ({ snapshots: state.snapshotsByProject.rows(project.id).map(snapshotView) }),
  }),
  createSnapshot: call(`POST ${BRANCH_PATH}/snapshot`, {
    summary: 'Take a snapshot of a branch',
    query: {
      lsn: LOG_POSITION.optional(),
      timestamp: DATE_TIME.optional(),
      name: limitedText().optional(),
      slug: limitedText().optional(),
      expires_at: DATE_TIME.optional(),
    },
    answer: z.object({ snapshot: SNAPSHOT, ...OPERATIONS }),
    stores_data: true,
    on: branchOf,
    rule(state, { project, branch }, input) {
      const point = historyPoint(state, branch, input);
      const expires_at_ms = checkExpiry(state, input.expires_at);
      const name = input.name === undefined ? undefined : checkLength(input.name, 'name', MAX_NAME_LENGTH);
      const slug = input.slug === undefined ? undefined : checkLength(input.slug, 'slug', MAX_NAME_LENGTH);
      requireUnlocked(state, project.id);
      const id = state.freshId('snapshots', 'snapshot', 'snap-');
      const snapshot = state.create('snapshots', id, {
        project_id: project.id,
        name: name ?? id,
        slug,
        source_branch_id: branch.id,
        lsn: point.lsn ?? newLsn(state),
        taken_at_ms: point.at_ms,
        expires_at_ms,
        logical_size_bytes: branch.logical_size_bytes,
        roles: state.rolesByBranch.rows(branch.id).map(({ name, password }) => ({ name, password })),
        databases: state.databasesByBranch
          .rows(branch.id)
          .map(({ name, owner_name }) => ({ name, owner_name })),
      });
      return { snapshot: snapshotView(snapshot), operations: [] };
    },
  }),
  updateSnapshot: call(`PATCH ${SNAPSHOT_PATH}`, {
    summary: 'Change a snapshot',
    body: z.object({
      snapshot: z.object({
        name: limitedText().optional(),
        /** `null` removes the expiration. */
        expires_at: DATE_TIME.nullish(),
      }),
    }),
    answer: z.object({ snapshot: SNAPSHOT }),
    on: snapshotOf,
    rule(state, { snapshot: before }, input) {
      const { name, expires_at } = input.snapshot;
      const snapshot = state.change('snapshots', before, {
        name: name === undefined ? before.name : checkLength(name, 'name', MAX_NAME_LENGTH),
        expires_at_ms: expires_at === undefined ? before.expires_at_ms : checkExpiry(state, expires_at),
      });
      return { snapshot: snapshotView(snapshot) };
    },
  }),
  /** Branches that were restored from it remain. */
  deleteSnapshot: call(`DELETE ${SNAPSHOT_PATH}`, {
    summary: 'Delete a snapshot',
    answer: z.object(OPERATIONS),
    status: 202,
    on: snapshotOf,
    rule(state, { snapshot }) {
      state.remove('snapshots', snapshot.id);
      return { operations: [] };
    },
  }),
  restoreSnapshot: call(`POST ${SNAPSHOT_PATH}/restore`, {
    summary: 'Create a branch from a snapshot, and optionally replace another branch with it',
    query: { name: RESTORE_FINALIZE.shape.name },
    body: z.object({
      name: limitedText().optional(),
      target_branch_id: z.string().optional(),
      finalize_restore: z.boolean().optional(),
    }),
    body_optional: true,
    answer: z.object({
      branch: BRANCH,
      endpoints: z.array(ENDPOINT).optional(),
      ...OPERATIONS,
    }),
    stores_data: true,
    on: snapshotOf,
    rule(state, { project, snapshot }, input, caller) {
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
        steps.push(...replaceBranch(state, project, branch, target, undefined));
      }
      const operations = schedule(state, project.id, steps);
      const endpoints = state.endpointsByBranch.rows(branch.id).map(endpointView);
      return { branch: showBranch(state, state.get('branches', branch.id)!), endpoints, operations };
    },
  }),
  /**
   * The branch gets the other branch's name and computes, which restart. It becomes the default branch if the
   * other one was.
   */
  finalizeRestoreBranch: call(`POST ${BRANCH_PATH}/finalize_restore`, {
    summary: 'Replace a branch with one that was restored from a snapshot',
    body: RESTORE_FINALIZE,
    body_optional: true,
    answer: z.object(OPERATIONS),
    on: branchOf,
    rule(state, { project, branch }, input) {
      if (branch.restored_from === undefined) {
        throw new PlatformError('unprocessable', 'the branch was not restored from a snapshot');
      }
      const target = state.get('branches', branch.restored_as ?? '');
      if (target === undefined) {
        throw new PlatformError(
          'unprocessable',
          'the branch to replace with the restored one does not exist',
        );
      }
      requireUnlocked(state, project.id);
      const operations = schedule(
        state,
        project.id,
        replaceBranch(state, project, branch, target, input.name),
      );
      return { operations };
    },
  }),
  getSnapshotSchedule: call(`GET ${BRANCH_PATH}/backup_schedule`, {
    summary: 'Show the snapshot schedule of a branch; it is always empty',
    answer: z.object({
      schedule: z.array(
        z.object({
          frequency: z.string(),
          hour: z.int().optional(),
          day: z.int().optional(),
          month: z.int().optional(),
          retention_seconds: z.int().optional(),
        }),
      ),
    }),
    on: branchOf,
    rule: () => ({ schedule: [] }),
  }),
});

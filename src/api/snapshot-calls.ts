import { z } from 'zod';
import { OPERATIONS } from '../platform/schema/operation-schema.js';
import {
  RESTORE_FINALIZE,
  RESTORED_BRANCH,
  SNAPSHOT,
  SNAPSHOT_QUERY,
  SNAPSHOT_RESTORE,
  SNAPSHOT_SCHEDULE,
  SNAPSHOT_UPDATE,
} from '../platform/schema/snapshot-schema.js';
import * as restore from '../platform/snapshots/snapshot-restore.js';
import * as snapshots from '../platform/snapshots/snapshots.js';
import { BRANCH_PATH, call, tagged } from './call.js';

const SNAPSHOT_PATH = '/projects/{project_id}/snapshots/{snapshot_id}';

const RULES = { ...snapshots, ...restore };

/** Snapshots of branches. */
export const SNAPSHOT_CALLS = tagged('Snapshot', RULES, {
  listSnapshots: call('GET /projects/{project_id}/snapshots', {
    summary: 'List the snapshots of a project',
    answer: z.object({ snapshots: z.array(SNAPSHOT) }),
  }),
  createSnapshot: call(`POST ${BRANCH_PATH}/snapshot`, {
    summary: 'Take a snapshot of a branch',
    query: SNAPSHOT_QUERY,
    answer: z.object({ snapshot: SNAPSHOT, ...OPERATIONS }),
  }),
  updateSnapshot: call(`PATCH ${SNAPSHOT_PATH}`, {
    summary: 'Change a snapshot',
    body: SNAPSHOT_UPDATE,
    answer: z.object({ snapshot: SNAPSHOT }),
  }),
  deleteSnapshot: call(`DELETE ${SNAPSHOT_PATH}`, {
    summary: 'Delete a snapshot',
    answer: z.object(OPERATIONS),
    status: 202,
  }),
  restoreSnapshot: call(`POST ${SNAPSHOT_PATH}/restore`, {
    summary: 'Make a branch of a snapshot, and put it in the place of another one if asked to',
    query: { name: RESTORE_FINALIZE.shape.name },
    body: SNAPSHOT_RESTORE,
    body_optional: true,
    answer: RESTORED_BRANCH,
  }),
  finalizeRestoreBranch: call(`POST ${BRANCH_PATH}/finalize_restore`, {
    summary: 'Put a branch that was made of a snapshot in the place of the one it replaces',
    body: RESTORE_FINALIZE,
    body_optional: true,
    answer: z.object(OPERATIONS),
  }),
  getSnapshotSchedule: call(`GET ${BRANCH_PATH}/backup_schedule`, {
    summary: 'Tell when snapshots of a branch are taken by themselves: never',
    answer: SNAPSHOT_SCHEDULE,
  }),
});

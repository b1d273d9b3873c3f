import { newLsn } from '../branches/branch-creation.js';
import { historyPoint } from '../branches/branch-history.js';
import { checkExpiry } from '../branches/branches.js';
import type { ForSnapshot } from '../checks/path-ids.js';
import { notFound } from '../checks/platform-error.js';
import { about, ofBranch, ofProject } from '../checks/subject.js';
import { checkLength, LONGEST_NAME } from '../checks/text-checks.js';
import { requireUnlocked } from '../operations/scheduling.js';
import { snapshotView } from '../rows/snapshot.js';
import type { Asked, Shaped } from '../schema/plain.js';
import type { SNAPSHOT_QUERY, SNAPSHOT_SCHEDULE, SNAPSHOT_UPDATE } from '../schema/snapshot-schema.js';

/** A rule about a snapshot of a project within reach. @throws PlatformError `not_found` */
export const ofSnapshot = about(
  ofProject((state, project, { snapshot_id }: ForSnapshot) => {
    const snapshot = state.get('snapshots', snapshot_id);
    if (snapshot?.project_id !== project.id) throw notFound('snapshot');
    return { project, snapshot };
  }),
);

/** Takes a snapshot of a branch, at once. @throws PlatformError `not_found`, `bad_request`, `locked` */
export const createSnapshot = ofBranch((state, { project, branch }, input: Asked<typeof SNAPSHOT_QUERY>) => {
  const point = historyPoint(state, branch, input);
  const expires_at_ms = checkExpiry(state, input.expires_at);
  const name = input.name === undefined ? undefined : checkLength(input.name, 'name', LONGEST_NAME);
  const slug = input.slug === undefined ? undefined : checkLength(input.slug, 'slug', LONGEST_NAME);
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
    databases: state.databasesByBranch.rows(branch.id).map(({ name, owner_name }) => ({ name, owner_name })),
  });
  return { snapshot: snapshotView(snapshot), operations: [] };
});

/** A project's snapshots, oldest first. @throws PlatformError `not_found` */
export const listSnapshots = ofProject((state, project) => ({
  snapshots: state.snapshotsByProject.rows(project.id).map(snapshotView),
}));

/** Renames a snapshot, or sets when it expires. @throws PlatformError `not_found`, `bad_request` */
export const updateSnapshot = ofSnapshot(
  (state, { snapshot: before }, input: Shaped<typeof SNAPSHOT_UPDATE>) => {
    const { name, expires_at } = input.snapshot;
    const snapshot = state.change('snapshots', before, {
      name: name === undefined ? before.name : checkLength(name, 'name', LONGEST_NAME),
      expires_at_ms: expires_at === undefined ? before.expires_at_ms : checkExpiry(state, expires_at),
    });
    return { snapshot: snapshotView(snapshot) };
  },
);

/** Deletes a snapshot; branches that were restored from it stay. @throws PlatformError `not_found` */
export const deleteSnapshot = ofSnapshot((state, { snapshot }) => {
  state.remove('snapshots', snapshot.id);
  return { operations: [] };
});

/** When snapshots of a branch are taken by themselves: never. @throws PlatformError `not_found` */
export const getSnapshotSchedule = ofBranch((): Shaped<typeof SNAPSHOT_SCHEDULE> => ({ schedule: [] }));

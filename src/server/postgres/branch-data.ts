import type { BranchRecord } from '../../platform/branches/branch.js';
import type { SnapshotRecord } from '../../platform/snapshots/snapshot.js';
import type { StateView } from '../../platform/store/state.js';
import type { Change } from '../../platform/store/tables.js';
import type { DataHost, ServedData } from '../../postgres/cluster/served-data.js';
import type { ComputeServer } from './compute-server.js';
import { contentsOf } from './server-runs.js';

/** The sources of the data of branches and snapshots. */
export interface DataContext {
  readonly host: DataHost;
  readonly state: StateView;
  readonly log: (message: string) => void;
  /** The server of a branch's primary compute; it holds the branch's data even without a compute. */
  readonly primary: (branch_id: string) => ComputeServer;
  readonly snapshots: SnapshotData;
}

/** Times that differ by less than this are considered equal, because the API reports whole seconds. */
const SAME_MOMENT_MS = 1_000;

/** Creates the data of a branch: a copy of its parent or snapshot as of now, or an empty cluster. */
export async function createBranchData(
  context: DataContext,
  cluster: ServedData,
  branch: BranchRecord,
): Promise<void> {
  if (cluster.exists) return;
  const { state, snapshots } = context;
  const source_id = branch.data_source_id ?? branch.schema_source_id ?? branch.parent_id ?? '';
  const snapshot = await snapshots.of(source_id);
  const parent = state.get('branches', source_id);
  if (snapshot !== undefined) await cluster.copyFrom(snapshot, contentsOf(state, branch.id));
  else if (parent !== undefined) await copyParentData(context, cluster, branch, parent);
  else await cluster.create();
  await cluster.setDataVersion(branch.data_version ?? 0);
}

/**
 * Replaces the data of a branch whose server is stopped. The branch that preserves the former data, if any, gets a copy
 * of it first. The caller must have exclusive access to the data.
 */
export async function replaceData(
  context: DataContext,
  cluster: ServedData,
  branch: BranchRecord,
): Promise<void> {
  const { state, primary } = context;
  const keeper = state.get('branches', branch.preserved_as_id ?? '');
  if (keeper !== undefined) {
    const kept = primary(keeper.id).cluster;
    if (!kept.exists) await kept.copyFrom(cluster, contentsOf(state, keeper.id));
    // A restore to the branch's past: no history is kept, so it continues with its current data.
    if (branch.data_source_id === keeper.id) return cluster.setDataVersion(branch.data_version ?? 0);
  }
  await cluster.remove();
  await createBranchData(context, cluster, branch);
}

async function copyParentData(
  context: DataContext,
  cluster: ServedData,
  branch: BranchRecord,
  parent: BranchRecord,
): Promise<void> {
  const { parent_timestamp_ms = branch.created_at_ms, last_reset_at_ms = branch.created_at_ms } = branch;
  // A branch that preserves former data is not a child: it copies them as they are, whatever its start time.
  const is_child = branch.parent_id === parent.id;
  if (is_child && parent_timestamp_ms < last_reset_at_ms - SAME_MOMENT_MS) {
    context.log(
      `branch ${branch.id}: no history is kept, so it starts with its parent's current data, not that of ${new Date(parent_timestamp_ms).toISOString()}`,
    );
  }
  const source = context.primary(parent.id);
  await source.exclusively(async () => {
    // A concurrent replacement of the parent's data may have made this copy in the meantime.
    if (cluster.exists) return;
    await createBranchData(context, source.cluster, parent);
    const contents = contentsOf(context.state, branch.id);
    if (branch.schema_source_id !== parent.id) await cluster.copyFrom(source.cluster, contents);
    else if (cluster.copySchemaFrom === undefined) {
      context.log(`branch ${branch.id}: created with the roles and databases of its parent, without tables`);
      await cluster.create();
    } else await cluster.copySchemaFrom(source.cluster, contents);
  });
}

/** The data of snapshots: copies without a running server. */
export class SnapshotData {
  readonly #context: () => DataContext;
  readonly #copies = new Map<string, Promise<void>>();

  /** @param context called on each use, because the context also refers to this object */
  constructor(context: () => DataContext) {
    this.#context = context;
  }

  /** The data of a snapshot, once the copy is complete; `undefined` if it does not exist. */
  async of(snapshot_id: string): Promise<ServedData | undefined> {
    await this.#copies.get(snapshot_id);
    const cluster = this.#context().host.data(snapshot_id);
    return snapshot_id.startsWith('snap-') && cluster.exists ? cluster : undefined;
  }

  /** Copies the branches of new snapshots, and removes the data of deleted ones. */
  follow(changes: readonly Change[]): void {
    for (const { table, id, value } of changes) {
      if (table !== 'snapshots') continue;
      if (value === null) void this.#remove(id);
      else this.#copy(value);
    }
  }

  #copy({ id, source_branch_id }: SnapshotRecord): void {
    if (this.#copies.has(id)) return;
    const { primary, state, host, log } = this.#context();
    const branch = state.get('branches', source_branch_id);
    const cluster = host.data(id);
    if (branch === undefined || cluster.exists) return;
    const source = primary(source_branch_id);
    const copy = source.exclusively(async () => {
      await createBranchData(this.#context(), source.cluster, branch);
      await cluster.copyFrom(source.cluster, contentsOf(state, branch.id));
    });
    this.#copies.set(
      id,
      copy.catch((error: Error) => log(`snapshot ${id}: ${error.message}`)),
    );
  }

  async #remove(snapshot_id: string): Promise<void> {
    await this.#copies.get(snapshot_id);
    this.#copies.delete(snapshot_id);
    await this.#context().host.data(snapshot_id).remove();
  }
}

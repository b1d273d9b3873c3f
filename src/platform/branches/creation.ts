import type { State } from '../store/state.js';
import type { NewRow } from '../store/tables.js';
import type { BranchRecord } from './branch.js';

type BranchSeed = Omit<
  NewRow<'branches'>,
  'name' | 'current_state' | 'pending_state' | 'state_changed_at_ms' | 'ttl_interval_seconds'
> & { readonly name?: string | undefined };

/** Creates a branch that becomes ready when its operation finishes; its name defaults to its id. */
export function addBranch(state: State, seed: BranchSeed): BranchRecord {
  const id = state.freshId('branches', 'branch', 'br-');
  return state.create('branches', id, {
    ...seed,
    name: seed.name ?? id,
    current_state: 'init',
    pending_state: 'ready',
    state_changed_at_ms: state.now_ms,
    ttl_interval_seconds: secondsUntil(state, seed.expires_at_ms),
  });
}

/** Seconds until a branch expires; `undefined` if it does not expire. */
export function secondsUntil(state: State, expires_at_ms: number | undefined): number | undefined {
  return expires_at_ms === undefined ? undefined : Math.round((expires_at_ms - state.now_ms) / 1000);
}

/** A Postgres password in the platform's format: `npg_` and twelve letters and digits. */
export function newPassword(state: State): string {
  return `npg_${state.secret('password', 12)}`;
}

/** A log sequence number that nothing depends on. */
export function newLsn(state: State): string {
  const bytes = state.draw('lsn');
  return `0/${Buffer.from(bytes.subarray(0, 4)).toString('hex').toUpperCase()}`;
}

export function addRole(state: State, branch_id: string, name: string, password = newPassword(state)) {
  return state.create('roles', `${branch_id}/${name}`, { branch_id, name, password });
}

export function addDatabase(state: State, branch_id: string, name: string, owner_name: string) {
  const id = state.nextSequence();
  const database = {
    id,
    sequence: id,
    branch_id,
    name,
    owner_name,
    created_at_ms: state.now_ms,
    updated_at_ms: state.now_ms,
  };
  state.put('databases', String(id), database);
  return database;
}

/** Gives a branch the roles and databases of another; those of a protected one get new passwords. */
export function copyContents(
  state: State,
  parent: Pick<BranchRecord, 'id' | 'protected'>,
  branch: BranchRecord,
): void {
  for (const role of state.rolesByBranch.rows(parent.id)) {
    addRole(state, branch.id, role.name, parent.protected ? newPassword(state) : role.password);
  }
  for (const database of state.databasesByBranch.rows(parent.id)) {
    addDatabase(state, branch.id, database.name, database.owner_name);
  }
}

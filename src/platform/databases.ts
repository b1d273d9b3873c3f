import { branchOf } from './access.js';
import { applyToBranch } from './branch-configuration.js';
import { addDatabase } from './branch-creation.js';
import type { Caller } from './caller.js';
import { type Database, type DatabaseOperations, type DatabaseRecord, databaseView } from './database.js';
import type { ForBranch, ForDatabase } from './path-ids.js';
import { badRequest, notFound, PlatformError } from './platform-error.js';
import type { State } from './state.js';
import { checkIdentifier } from './text-checks.js';

/** A database to create. */
export interface CreateDatabaseInput extends ForBranch {
  readonly database: { readonly name: string; readonly owner_name: string };
}

/** What to change of a database. */
export interface UpdateDatabaseInput extends ForDatabase {
  readonly database: { readonly name?: string | undefined; readonly owner_name?: string | undefined };
}

/** Databases that every Postgres has, and no other may be called. */
const RESERVED = ['postgres', 'template0', 'template1'];

function find(state: State, branch_id: string, name: string): DatabaseRecord | undefined {
  return state.databaseByName.only(`${branch_id} ${name}`);
}

function checkName(state: State, branch_id: string, name: string): string {
  checkIdentifier(name, 'name');
  if (RESERVED.includes(name)) throw badRequest(`the database name "${name}" is reserved`);
  if (find(state, branch_id, name) !== undefined) {
    throw new PlatformError('conflict', 'database already exists');
  }
  return name;
}

function checkOwner(state: State, branch_id: string, owner_name: string): string {
  if (state.get('roles', `${branch_id}/${owner_name}`) === undefined) throw notFound('role');
  return owner_name;
}

/** A branch's databases. @throws PlatformError `not_found` */
export function listProjectBranchDatabases(
  state: State,
  caller: Caller,
  input: ForBranch,
): { readonly databases: readonly Database[] } {
  const { branch } = branchOf(state, caller, input);
  return { databases: state.databasesByBranch.rows(branch.id).map(databaseView) };
}

/** A new database of a role. @throws PlatformError `not_found`, `bad_request`, `conflict`, `locked` */
export function createProjectBranchDatabase(
  state: State,
  caller: Caller,
  input: CreateDatabaseInput,
): DatabaseOperations {
  const { branch } = branchOf(state, caller, input);
  const name = checkName(state, branch.id, input.database.name);
  const owner_name = checkOwner(state, branch.id, input.database.owner_name);
  const operations = applyToBranch(state, branch.id);
  return { database: databaseView(addDatabase(state, branch.id, name, owner_name)), operations };
}

/** One database. @throws PlatformError `not_found` */
export function getProjectBranchDatabase(
  state: State,
  caller: Caller,
  input: ForDatabase,
): { readonly database: Database } {
  const { branch } = branchOf(state, caller, input);
  const database = find(state, branch.id, input.database_name);
  if (database === undefined) throw notFound('database');
  return { database: databaseView(database) };
}

/** Renames a database, or gives it to another role. @throws PlatformError */
export function updateProjectBranchDatabase(
  state: State,
  caller: Caller,
  input: UpdateDatabaseInput,
): DatabaseOperations {
  const { branch } = branchOf(state, caller, input);
  const before = find(state, branch.id, input.database_name);
  if (before === undefined) throw notFound('database');
  const { name, owner_name } = input.database;
  const database = {
    ...before,
    name: name === undefined || name === before.name ? before.name : checkName(state, branch.id, name),
    owner_name: owner_name === undefined ? before.owner_name : checkOwner(state, branch.id, owner_name),
    updated_at_ms: state.now_ms,
  };
  const operations = applyToBranch(state, branch.id);
  state.put('databases', String(database.id), database);
  return { database: databaseView(database), operations };
}

/** Deletes a database; `undefined` when there is none. @throws PlatformError `not_found`, `locked` */
export function deleteProjectBranchDatabase(
  state: State,
  caller: Caller,
  input: ForDatabase,
): DatabaseOperations | undefined {
  const { branch } = branchOf(state, caller, input);
  const database = find(state, branch.id, input.database_name);
  if (database === undefined) return undefined;
  const operations = applyToBranch(state, branch.id);
  state.remove('databases', String(database.id));
  return { database: databaseView(database), operations };
}

import { databaseOf, roleOf } from '../checks/access.js';
import type { ForDatabase } from '../checks/path-ids.js';
import { badRequest, PlatformError } from '../checks/platform-error.js';
import { about, ofBranch } from '../checks/subject.js';
import { checkIdentifier } from '../checks/text-checks.js';
import { applyToBranch } from '../endpoints/endpoint-state.js';
import { type DatabaseRecord, databaseView } from '../rows/role.js';
import type { Shaped } from '../schema/plain.js';
import type { DATABASE_CREATE, DATABASE_UPDATE } from '../schema/role-and-database-schema.js';
import type { State } from '../store/state.js';
import { addDatabase } from './branch-creation.js';

/** Databases that every Postgres has, and no other may be called. */
const RESERVED = ['postgres', 'template0', 'template1'];

function find(state: State, branch_id: string, name: string): DatabaseRecord | undefined {
  return state.databaseByName.only(`${branch_id} ${name}`);
}

/** Refuses a name that no database can be given. @param field of the request. @throws PlatformError `bad_request` */
export function checkDatabaseName(name: string, field: string): string {
  checkIdentifier(name, field);
  if (RESERVED.includes(name)) throw badRequest(`the database name "${name}" is reserved`);
  return name;
}

function checkName(state: State, branch_id: string, name: string): string {
  checkDatabaseName(name, 'name');
  if (find(state, branch_id, name) !== undefined) {
    throw new PlatformError('conflict', 'database already exists');
  }
  return name;
}

const ofDatabase = about(
  ofBranch((state, { branch }, { database_name }: ForDatabase) =>
    databaseOf(state, branch.id, database_name),
  ),
);

/** A branch's databases. @throws PlatformError `not_found` */
export const listProjectBranchDatabases = ofBranch((state, { branch }) => ({
  databases: state.databasesByBranch.rows(branch.id).map(databaseView),
}));

/** A new database of a role. @throws PlatformError `not_found`, `bad_request`, `conflict`, `locked` */
export const createProjectBranchDatabase = ofBranch(
  (state, { branch }, input: Shaped<typeof DATABASE_CREATE>) => {
    const name = checkName(state, branch.id, input.database.name);
    const { name: owner_name } = roleOf(state, branch.id, input.database.owner_name);
    const operations = applyToBranch(state, branch.id);
    return { database: databaseView(addDatabase(state, branch.id, name, owner_name)), operations };
  },
);

/** One database. @throws PlatformError `not_found` */
export const getProjectBranchDatabase = ofDatabase((_state, database) => ({
  database: databaseView(database),
}));

/** Renames a database, or gives it to another role. @throws PlatformError */
export const updateProjectBranchDatabase = ofDatabase(
  (state, before, input: Shaped<typeof DATABASE_UPDATE>) => {
    const { branch_id } = before;
    const { name, owner_name } = input.database;
    const database = {
      ...before,
      name: name === undefined || name === before.name ? before.name : checkName(state, branch_id, name),
      owner_name: owner_name === undefined ? before.owner_name : roleOf(state, branch_id, owner_name).name,
      updated_at_ms: state.now_ms,
    };
    const operations = applyToBranch(state, branch_id);
    state.put('databases', String(database.id), database);
    return { database: databaseView(database), operations };
  },
);

/** Deletes a database; `undefined` when there is none. @throws PlatformError `not_found`, `locked` */
export const deleteProjectBranchDatabase = ofBranch((state, { branch }, input: ForDatabase) => {
  const database = find(state, branch.id, input.database_name);
  if (database === undefined) return undefined;
  const operations = applyToBranch(state, branch.id);
  state.remove('databases', String(database.id));
  return { database: databaseView(database), operations };
});

import { z } from 'zod';
import { addDatabase } from '../branches/creation.js';
import { branchOf, databaseOf, roleOf } from '../checks/access.js';
import { badRequest, PlatformError } from '../checks/platform-error.js';
import { checkIdentifier } from '../checks/text-checks.js';
import { applyToBranch } from '../endpoints/lifecycle.js';
import { BRANCH_PATH, call, within, withTag } from '../resource/call.js';
import type { State } from '../store/state.js';
import { DATABASE, DATABASE_OPERATIONS, type DatabaseRecord, databaseView, IDENTIFIER } from './role.js';

/** Names of the databases that every Postgres server has. */
const RESERVED = ['postgres', 'template0', 'template1'];

function find(state: State, branch_id: string, name: string): DatabaseRecord | undefined {
  return state.databaseByName.only(`${branch_id} ${name}`);
}

/** Refuses names that are not valid for a database. @param field of the request. @throws PlatformError `bad_request` */
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

const databaseIn = within(
  branchOf,
  (state, { branch }, { database_name }: { readonly database_name: string }) =>
    databaseOf(state, branch.id, database_name),
);

const DATABASE_PATH = `${BRANCH_PATH}/databases/{database_name}` as const;

export const DATABASE_CALLS = withTag('Branch', {
  listProjectBranchDatabases: call(`GET ${BRANCH_PATH}/databases`, {
    summary: 'List the databases of a branch',
    answer: z.object({ databases: z.array(DATABASE) }),
    on: branchOf,
    rule: (state, { branch }) => ({ databases: state.databasesByBranch.rows(branch.id).map(databaseView) }),
  }),
  createProjectBranchDatabase: call(`POST ${BRANCH_PATH}/databases`, {
    summary: 'Create a database',
    body: z.object({
      database: z.object({ name: IDENTIFIER, owner_name: z.string() }),
    }),
    answer: DATABASE_OPERATIONS,
    status: 201,
    on: branchOf,
    rule(state, { branch }, input) {
      const name = checkName(state, branch.id, input.database.name);
      const { name: owner_name } = roleOf(state, branch.id, input.database.owner_name);
      const operations = applyToBranch(state, branch.id);
      return { database: databaseView(addDatabase(state, branch.id, name, owner_name)), operations };
    },
  }),
  getProjectBranchDatabase: call(`GET ${DATABASE_PATH}`, {
    summary: 'Get a database',
    answer: z.object({ database: DATABASE }),
    on: databaseIn,
    rule: (_state, database) => ({ database: databaseView(database) }),
  }),
  updateProjectBranchDatabase: call(`PATCH ${DATABASE_PATH}`, {
    summary: 'Rename a database or change its owner',
    body: z.object({
      database: z.object({ name: IDENTIFIER.optional(), owner_name: z.string().optional() }),
    }),
    answer: DATABASE_OPERATIONS,
    on: databaseIn,
    rule(state, before, input) {
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
  }),
  deleteProjectBranchDatabase: call(`DELETE ${DATABASE_PATH}`, {
    summary: 'Delete a database',
    answer: DATABASE_OPERATIONS,
    absent: 204,
    on: branchOf,
    rule(state, { branch }, input) {
      const database = find(state, branch.id, input.database_name);
      if (database === undefined) return undefined;
      const operations = applyToBranch(state, branch.id);
      state.remove('databases', String(database.id));
      return { database: databaseView(database), operations };
    },
  }),
});

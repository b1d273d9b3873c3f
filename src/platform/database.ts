import type { Operation } from './operation.js';
import { timestamp } from './timestamp.js';

/** A database of a branch as stored. */
export interface DatabaseRecord {
  readonly id: number;
  readonly sequence: number;
  readonly branch_id: string;
  readonly name: string;
  readonly owner_name: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** A database as the API shows it. */
export interface Database {
  readonly id: number;
  readonly branch_id: string;
  readonly name: string;
  readonly owner_name: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What the API shows of a stored database. */
export function databaseView(record: DatabaseRecord): Database {
  return {
    id: record.id,
    branch_id: record.branch_id,
    name: record.name,
    owner_name: record.owner_name,
    created_at: timestamp(record.created_at_ms),
    updated_at: timestamp(record.updated_at_ms),
  };
}

/** The database that a call changed, and the operations that carry the change out. */
export interface DatabaseOperations {
  readonly database: Database;
  readonly operations: readonly Operation[];
}

import type { Operation } from './operation.js';
import { timestamp } from './timestamp.js';

/** A Postgres role of a branch as stored; the password is part of it, as in the platform's password store. */
export interface RoleRecord {
  /** `<branch id>/<name>` */
  readonly id: string;
  readonly sequence: number;
  readonly branch_id: string;
  readonly name: string;
  readonly password: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** A Postgres role as the API shows it; `password` only where it is new. */
export interface Role {
  readonly branch_id: string;
  readonly name: string;
  readonly password?: string | undefined;
  readonly protected: boolean;
  readonly authentication_method: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What the API shows of a stored role. */
export function roleView(record: RoleRecord, with_password = false): Role {
  return {
    branch_id: record.branch_id,
    name: record.name,
    password: with_password ? record.password : undefined,
    protected: false,
    authentication_method: 'password',
    created_at: timestamp(record.created_at_ms),
    updated_at: timestamp(record.updated_at_ms),
  };
}

/** The role that a call changed, and the operations that carry the change out. */
export interface RoleOperations {
  readonly role: Role;
  readonly operations: readonly Operation[];
}

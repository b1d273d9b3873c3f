import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import { isInFlight, type OperationRecord } from '../../platform/operations/operation.js';
import type { Change, Rows, StoredTables } from '../../platform/store/tables.js';
import type { Contents } from '../../postgres/cluster/contents.js';

/** The tables that servers depend on. */
const TABLES = ['projects', 'branches', 'endpoints', 'operations', 'roles', 'databases'] as const;

/** Their rows, as last received from the platform. */
type Mirrored = { readonly [Name in (typeof TABLES)[number]]: Map<string, Rows[Name]> };

/** The part of the platform's state that servers need, followed from its changes. */
export class PlatformMirror implements Mirrored {
  readonly projects = new Map<string, Rows['projects']>();
  readonly branches = new Map<string, Rows['branches']>();
  readonly endpoints = new Map<string, EndpointRecord>();
  /** Those in flight. */
  readonly operations = new Map<string, OperationRecord>();
  readonly roles = new Map<string, Rows['roles']>();
  readonly databases = new Map<string, Rows['databases']>();
  /** How often the sessions of each existing endpoint have been ended by operations. */
  readonly #interruptions = new Map<string, number>();

  constructor(tables: StoredTables) {
    for (const table of TABLES) {
      for (const [id, value] of tables[table] ?? []) this.follow([{ table, id, value }]);
    }
  }

  /** Takes over changes. */
  follow(changes: readonly Change[]): void {
    for (const { table, id, value } of changes) {
      if (!(table in this)) continue;
      if (table === 'endpoints') this.#noteInterruption(id, value as EndpointRecord | null);
      // A change's value is a row of the table that it names.
      const rows = this[table as keyof Mirrored] as Map<string, Change['value']>;
      const kept = table !== 'operations' || (value !== null && isInFlight(value as OperationRecord));
      if (value === null || !kept) rows.delete(id);
      else rows.set(id, value);
    }
  }

  /** How often an endpoint's sessions have been ended: two moments of the same number are in one run of its server. */
  interruptions(endpoint_id: string): number {
    return this.#interruptions.get(endpoint_id) ?? 0;
  }

  /** Whether the server of an endpoint is to run now: it is active, or an operation that needs it is under way. */
  runs(endpoint: EndpointRecord): boolean {
    for (const operation of this.operations.values()) {
      if (operation.endpoint_id !== endpoint.id || operation.status !== 'running') continue;
      return operation.action !== 'suspend_compute';
    }
    return goesOn(endpoint);
  }

  /** The primary compute of a branch. */
  primaryOf(branch_id: string): EndpointRecord | undefined {
    for (const endpoint of this.endpoints.values()) {
      if (endpoint.branch_id === branch_id && endpoint.type === 'read_write') return endpoint;
    }
    return undefined;
  }

  /** The roles and databases of a branch, oldest first. */
  contentsOf(branch_id: string): Contents {
    return { roles: ofBranch(this.roles, branch_id), databases: ofBranch(this.databases, branch_id) };
  }

  isReplica(id: string | undefined): boolean {
    return this.endpoints.get(id ?? '')?.type === 'read_only';
  }

  /** The branches, and the endpoints of read replicas, that changes name. */
  concernedBy(changes: readonly Change[]): ReadonlySet<string> {
    const concerned = new Set<string>();
    for (const { table, id, value } of changes) {
      if (table === 'branches' || (table === 'endpoints' && this.isReplica(id))) concerned.add(id);
      if (value === null) continue;
      if ('branch_id' in value && value.branch_id !== undefined) concerned.add(value.branch_id);
      if ('endpoint_id' in value && this.isReplica(value.endpoint_id)) concerned.add(value.endpoint_id!);
    }
    return concerned;
  }

  #noteInterruption(id: string, after: EndpointRecord | null): void {
    const before = this.endpoints.get(id);
    if (after === null) this.#interruptions.delete(id);
    if (before === undefined || after === null || !goesOn(before) || goesOn(after)) return;
    this.#interruptions.set(id, this.interruptions(id) + 1);
  }
}

/** Whether sessions of an endpoint in a state continue. */
function goesOn({ current_state, pending_state }: EndpointRecord): boolean {
  return current_state === 'active' && pending_state !== 'idle';
}

function ofBranch<Row extends { readonly branch_id: string; readonly sequence: number }>(
  rows: ReadonlyMap<string, Row>,
  branch_id: string,
): readonly Row[] {
  return [...rows.values()]
    .filter((row) => row.branch_id === branch_id)
    .sort((first, second) => first.sequence - second.sequence);
}

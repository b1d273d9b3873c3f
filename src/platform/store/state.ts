import { countsAsActive } from '../../compute/lifecycle/transition.js';
import { mailbox } from '../accounts/account.js';
import { projectDay } from '../consumption/hour.js';
import { isInFlight } from '../operations/operation.js';
import { alphanumeric, drawBytes, slug } from './draws.js';
import type { Rules } from './options.js';
import { RowIndex } from './row-index.js';
import {
  type AddedTable,
  type Change,
  type ClockRecord,
  changeOf,
  type DataTable,
  type DatedTable,
  type NewRow,
  orderOf,
  type Rows,
  type StoredTables,
  TABLE_NAMES,
  type TableName,
} from './tables.js';

/** A row before the call in progress. */
interface PreviousRow {
  readonly table: DataTable;
  readonly id: string;
  readonly row: Rows[DataTable] | undefined;
}

const DATA_TABLES = TABLE_NAMES.filter((name): name is DataTable => name !== 'clock');

/**
 * Every row of the platform, the indices, and the counters for ids; rows are replaced, never mutated.
 * Changes of a call are collected until {@link State.commit}, or undone by {@link State.rollback}.
 */
export class State {
  readonly rules: Rules;
  readonly #tables = Object.fromEntries(DATA_TABLES.map((name) => [name, new Map()])) as {
    readonly [Name in DataTable]: Map<string, Rows[Name]>;
  };
  readonly #indices = Object.fromEntries(DATA_TABLES.map((name) => [name, []])) as unknown as {
    readonly [Name in DataTable]: RowIndex<Rows[Name]>[];
  };
  readonly #previousRows = new Map<string, PreviousRow>();
  #clock: ClockRecord;
  #previousClock: ClockRecord;
  #now_ms = 0;

  readonly membershipsByUser = this.#index('memberships', (row) => row.user_id);
  readonly membershipsByOrganization = this.#index('memberships', (row) => row.org_id);
  readonly membershipByBoth = this.#index('memberships', (row) => `${row.org_id} ${row.user_id}`);
  readonly keyByHash = this.#index('api_keys', (row) => row.secret_sha256);
  readonly personalKeys = this.#index('api_keys', (row) =>
    row.org_id === undefined ? row.created_by_user_id : undefined,
  );
  readonly keysByOrganization = this.#index('api_keys', (row) => row.org_id);
  readonly keysByProject = this.#index('api_keys', (row) => row.project_id);
  /** By organization, or by user if personal. */
  readonly projectsByOwner = this.#index('projects', (row) => row.org_id ?? row.user_id);
  /** {@link State.projectsByOwner} without the deleted ones. */
  readonly presentProjectsByOwner = this.#index('projects', (row) =>
    row.deleted_at_ms === undefined ? (row.org_id ?? row.user_id) : undefined,
  );
  readonly branchesByProject = this.#index('branches', (row) => row.project_id);
  readonly branchByName = this.#index('branches', (row) => `${row.project_id} ${row.name}`);
  readonly branchesByParent = this.#index('branches', (row) => row.parent_id);
  readonly endpointsByProject = this.#index('endpoints', (row) => row.project_id);
  readonly endpointsByBranch = this.#index('endpoints', (row) => row.branch_id);
  readonly primaryByBranch = this.#index('endpoints', (row) =>
    row.type === 'read_write' ? row.branch_id : undefined,
  );
  /** Endpoints that are active or about to be, by project. */
  readonly awakeByProject = this.#index('endpoints', (row) =>
    countsAsActive(row) ? row.project_id : undefined,
  );
  readonly meteredByProject = this.#index('endpoints', (row) =>
    row.metered_from_ms === undefined ? undefined : row.project_id,
  );
  readonly meteredByBranch = this.#index('endpoints', (row) =>
    row.metered_from_ms === undefined ? undefined : row.branch_id,
  );
  readonly rolesByBranch = this.#index('roles', (row) => row.branch_id);
  readonly databasesByBranch = this.#index('databases', (row) => row.branch_id);
  readonly databaseByName = this.#index('databases', (row) => `${row.branch_id} ${row.name}`);
  readonly operationsByProject = this.#index('operations', (row) => row.project_id);
  readonly inFlightByProject = this.#index('operations', (row) =>
    isInFlight(row) ? row.project_id : undefined,
  );
  /** Operations in flight of all projects, with the key `yes`. */
  readonly inFlight = this.#index('operations', (row) => (isInFlight(row) ? 'yes' : undefined));
  readonly usageByProject = this.#index('usage', (row) => row.project_id);
  readonly hoursByBranch = this.#index('hours', (row) => row.branch_id);
  readonly hoursByProject = this.#index('hours', (row) => row.project_id);
  readonly hoursByDay = this.#index('hours', projectDay);

  readonly snapshotsByProject = this.#index('snapshots', (row) => row.project_id);
  readonly permissionsByProject = this.#index('permissions', (row) => row.project_id);
  readonly permissionsByEmail = this.#index('permissions', (row) => mailbox(row.granted_to_email));
  readonly permissionByBoth = this.#index(
    'permissions',
    (row) => `${row.project_id} ${mailbox(row.granted_to_email)}`,
  );
  readonly transferRequestsByProject = this.#index('transfer_requests', (row) => row.project_id);
  readonly jwksByProject = this.#index('jwks', (row) => row.project_id);
  readonly invitationsByOrganization = this.#index('invitations', (row) => row.org_id);
  readonly invitationsByEmail = this.#index('invitations', (row) => mailbox(row.email));
  readonly usersByEmail = this.#index('users', (row) => mailbox(row.email));
  readonly vpcEndpointsByOrganization = this.#index('vpc_endpoints', (row) => row.org_id);
  readonly restrictionsByProject = this.#index('vpc_restrictions', (row) => row.project_id);

  constructor(seed: string, rules: Rules) {
    this.rules = rules;
    this.#clock = { seed, now_ms: 0, draws: 0, sequence: 0 };
    this.#previousClock = this.#clock;
  }

  #index<Name extends DataTable>(
    table: Name,
    keyOf: (row: Rows[Name]) => string | undefined,
  ): RowIndex<Rows[Name]> {
    const rows: ReadonlyMap<string, Rows[Name]> = this.#tables[table];
    const index = new RowIndex(rows, keyOf, orderOf);
    const indices: RowIndex<Rows[Name]>[] = this.#indices[table];
    indices.push(index);
    return index;
  }

  /** The time of the call or event in progress, in ms since the epoch; it never decreases. */
  get now_ms(): number {
    return this.#now_ms;
  }

  /** The seed of ids and durations. */
  get seed(): string {
    return this.#clock.seed;
  }

  /** A row, or `undefined` if it is missing. */
  get<Name extends DataTable>(table: Name, id: string): Rows[Name] | undefined {
    return this.#tables[table].get(id);
  }

  /** A live view of a table's rows by id, oldest first. */
  rows<Name extends DataTable>(table: Name): ReadonlyMap<string, Rows[Name]> {
    return this.#tables[table];
  }

  /** Adds a new row, next in the order of creation. @returns the stored row */
  add<Name extends AddedTable>(table: Name, id: string, rest: Omit<Rows[Name], 'id' | 'sequence'>) {
    // `rest` has all other attributes of the table.
    const row = { id, sequence: this.nextSequence(), ...rest } as unknown as Rows[Name];
    this.put(table, id, row);
    return row;
  }

  /** Adds a row that also records its creation time. */
  create<Name extends DatedTable>(table: Name, id: string, rest: NewRow<Name>): Rows[Name] {
    const row = { ...rest, created_at_ms: this.now_ms, updated_at_ms: this.now_ms };
    return this.add(table, id, row as unknown as Rows[Name]);
  }

  /** Changes attributes of a row, and its update time. @returns the stored row */
  change<Name extends DatedTable>(table: Name, row: Rows[Name], changes: Partial<Rows[Name]>): Rows[Name] {
    const changed = { ...row, ...changes, updated_at_ms: this.now_ms };
    this.put(table, row.id, changed);
    return changed;
  }

  remove(table: DataTable, id: string): void {
    this.put(table, id, undefined);
  }

  /** Adds or replaces a row, or removes it (`undefined`). @param remember whether a rollback undoes the change */
  put<Name extends DataTable>(table: Name, id: string, row: Rows[Name] | undefined, remember = true): void {
    const rows: Map<string, Rows[Name]> = this.#tables[table];
    const before = rows.get(id);
    if (remember) {
      const key = `${table} ${id}`;
      if (!this.#previousRows.has(key)) this.#previousRows.set(key, { table, id, row: before });
    }
    if (row === undefined) rows.delete(id);
    else rows.set(id, row);
    for (const index of this.#indices[table]) index.update(id, before, row);
  }

  /** An unused id for a table, such as `br-quiet-frost-12345678`. @param purpose of the draw */
  freshId(table: DataTable, purpose: string, prefix = ''): string {
    for (;;) {
      const id = `${prefix}${slug(this.draw(purpose))}`;
      if (!this.#tables[table].has(id)) return id;
    }
  }

  /** The next position in the order of creation. */
  nextSequence(): number {
    this.#clock = { ...this.#clock, sequence: this.#clock.sequence + 1 };
    return this.#clock.sequence;
  }

  /** The next draw, 32 bytes; draws with different purposes are independent. */
  draw(purpose: string): Uint8Array {
    this.#clock = { ...this.#clock, draws: this.#clock.draws + 1 };
    return drawBytes(this.#clock.seed, purpose, this.#clock.draws);
  }

  /** A new secret of `length` letters and digits, from {@link Rules.secret} or else from draws. */
  secret(purpose: string, length: number): string {
    const { secret } = this.rules;
    if (secret !== undefined) return alphanumeric(secret(length), length);
    let text = '';
    while (text.length < length) {
      const bytes = this.draw(purpose);
      text += alphanumeric(bytes, Math.min(bytes.length, length - text.length));
    }
    return text;
  }

  /** Starts a call at a time. */
  begin(now: number): void {
    this.#previousClock = this.#clock;
    if (now > this.#now_ms) this.#now_ms = now;
  }

  /** Commits a call. @returns each changed row once, and the clock, so that a restored state continues at it */
  commit(): readonly Change[] {
    const changes: Change[] = [];
    for (const { table, id, row } of this.#previousRows.values()) {
      const value = this.get(table, id);
      if (value !== row) changes.push(changeOf(table, id, value, row));
    }
    this.#previousRows.clear();
    if (changes.length > 0) {
      this.#clock = { ...this.#clock, now_ms: this.#now_ms };
      changes.push(changeOf('clock', 'clock', this.#clock, this.#previousClock));
    }
    return changes;
  }

  /** Undoes all changes of a refused call. */
  rollback(): void {
    for (const { table, id, row } of this.#previousRows.values()) this.put(table, id, row, false);
    this.#previousRows.clear();
    this.#clock = this.#previousClock;
  }

  /** Loads every row of a stored state. */
  load(tables: StoredTables): void {
    for (const [, clock] of tables.clock ?? []) this.#clock = clock;
    this.#now_ms = this.#clock.now_ms;
    for (const name of DATA_TABLES) this.#loadTable(name, tables[name] ?? []);
  }

  #loadTable<Name extends DataTable>(name: Name, rows: Iterable<readonly [string, Rows[Name]]>): void {
    // In the order of creation, so that the indices need no sorting.
    const ordered = [...rows].sort(([, first], [, second]) => orderOf(first) - orderOf(second));
    for (const [id, row] of ordered) this.put(name, id, row, false);
  }

  /** Replaces the whole state. @returns the resulting changes */
  replace(tables: StoredTables): readonly Change[] {
    const former = this.dump();
    for (const name of DATA_TABLES) for (const [id] of former[name]) this.put(name, id, undefined, false);
    this.load(tables);
    const present = this.dump();
    return TABLE_NAMES.flatMap((name) => {
      const before = new Map<string, Rows[TableName]>(former[name]);
      const after = new Map<string, Rows[TableName]>(present[name]);
      return [...new Set([...before.keys(), ...after.keys()])]
        .filter((id) => before.get(id) !== after.get(id))
        .map((id) => changeOf(name, id, after.get(id), before.get(id)));
    });
  }

  /** Every row by table, ordered by id. */
  dump(): Required<StoredTables> {
    const tables = { clock: [['clock', this.#clock]] } as Record<TableName, [string, unknown][]>;
    for (const name of DATA_TABLES) {
      tables[name] = [...this.#tables[name]].sort(([first], [second]) => (first < second ? -1 : 1));
    }
    return tables as unknown as Required<StoredTables>;
  }
}

/** The read-only part of a state: its rows, and some indices. */
export type StateView = Pick<
  State,
  | 'rows'
  | 'get'
  | 'primaryByBranch'
  | 'rolesByBranch'
  | 'databasesByBranch'
  | 'inFlight'
  | 'inFlightByProject'
>;

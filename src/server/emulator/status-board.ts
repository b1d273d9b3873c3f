import type { BranchRecord } from '../../platform/branches/branch.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import { isInFlight, type OperationRecord } from '../../platform/operations/operation.js';
import type { ProjectRecord } from '../../platform/projects/project.js';
import type { Change, ClockRecord, StoredTables } from '../../platform/store/tables.js';
import { ComputeUse } from './compute-use.js';

const MAX_RECENT = 20;

/** Keeps what the status page and the metrics show up to date as rows change, so that reading it is cheap. */
export class StatusBoard {
  readonly #endpoints = new Map<string, EndpointRecord>();
  readonly #projects = new Map<string, ProjectRecord>();
  readonly #branches = new Map<string, BranchRecord>();
  readonly #in_flight = new Set<string>();
  readonly #recent = new Map<string, OperationRecord>();
  readonly #computes: Record<string, number> = { init: 0, active: 0, idle: 0 };
  /** Plans of organizations and users. */
  readonly #plans = new Map<string, string>();
  /** What computes have used since the emulator began. */
  readonly use: ComputeUse;

  /**
   * @param began_ms emulated time at the beginning, in ms since the epoch
   * @param prices_as_of the day whose prices are kept; `undefined`: those of each day
   */
  constructor(began_ms: number, prices_as_of?: string) {
    this.use = new ComputeUse(began_ms, prices_as_of, (project_id) => {
      const project = this.#projects.get(project_id);
      return this.#plans.get(project?.org_id ?? project?.user_id ?? '');
    });
  }

  /** Takes over a whole state. */
  load(tables: StoredTables): void {
    for (const table of ['projects', 'organizations', 'users', 'branches', 'endpoints'] as const) {
      for (const [id, value] of tables[table] ?? []) this.#put({ table, id, value });
    }
    const operations = [...(tables.operations ?? [])].sort(
      ([, first], [, second]) => first.sequence - second.sequence,
    );
    for (const [id, value] of operations) this.#put({ table: 'operations', id, value });
  }

  /** Follows the changes of one call. */
  follow(changes: readonly Change[]): void {
    const clock = changes.find(({ table }) => table === 'clock')?.value as ClockRecord | undefined;
    if (clock !== undefined) this.use.reach(clock.now_ms);
    for (const change of changes) this.#put(change);
    // Afterwards: what its computes have used is at the price of its plan, in whatever order the rows go.
    for (const { table, id, value } of changes) {
      if (table === 'projects' && value === null) this.#projects.delete(id);
    }
  }

  #put({ table, id, value }: Change): void {
    // A change's value is a row of the table it names.
    if (table === 'endpoints') this.#putEndpoint(id, value as EndpointRecord | null);
    else if (table === 'operations') this.#putOperation(id, value as OperationRecord | null);
    else if (table === 'branches' && value === null) this.#branches.delete(id);
    else if (value === null) return;
    else if (table === 'branches') this.#branches.set(id, value as BranchRecord);
    else if (table === 'projects') this.#projects.set(id, value as ProjectRecord);
    else if ('plan' in value) this.#plans.set(id, value.plan);
  }

  /** Computes by state. */
  get computes(): Readonly<Record<string, number>> {
    return this.#computes;
  }

  /** Operations that are scheduled or running. */
  get operations_in_flight(): number {
    return this.#in_flight.size;
  }

  /** Projects, deleted ones that can be recovered included. */
  get projects(): number {
    return this.#projects.size;
  }

  /** The name of a project, or its id where it is gone. */
  projectName(id: string): string {
    return this.#projects.get(id)?.name ?? id;
  }

  /** The name of a branch, or its id where it is gone. */
  branchName(id: string): string {
    return this.#branches.get(id)?.name ?? id;
  }

  /** A compute by its id, while it is there. */
  endpoint(id: string): EndpointRecord | undefined {
    return this.#endpoints.get(id);
  }

  /** Every compute, oldest first. */
  endpoints(): Iterable<EndpointRecord> {
    return this.#endpoints.values();
  }

  /** The latest operations, newest first. */
  recentOperations(): readonly OperationRecord[] {
    return [...this.#recent.values()].reverse();
  }

  #putEndpoint(id: string, row: EndpointRecord | null): void {
    this.use.put(id, row);
    const before = this.#endpoints.get(id);
    if (before !== undefined) this.#count(before, -1);
    if (row === null) this.#endpoints.delete(id);
    else {
      this.#endpoints.set(id, row);
      this.#count(row, 1);
    }
  }

  #count({ current_state }: EndpointRecord, by: number): void {
    this.#computes[current_state] = (this.#computes[current_state] ?? 0) + by;
  }

  #putOperation(id: string, row: OperationRecord | null): void {
    if (row === null) {
      this.#in_flight.delete(id);
      this.#recent.delete(id);
      return;
    }
    if (isInFlight(row)) this.#in_flight.add(id);
    else this.#in_flight.delete(id);
    this.#recent.set(id, row);
    if (this.#recent.size <= MAX_RECENT) return;
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined) this.#recent.delete(oldest);
  }
}

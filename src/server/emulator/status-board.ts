import type { Change, StoredTables } from '../../platform/rows/change.js';
import type { EndpointRecord } from '../../platform/rows/endpoint.js';
import { isInFlight, type OperationRecord } from '../../platform/rows/operation.js';

const MAX_RECENT = 20;

/** Keeps what the status page and the metrics show up to date as rows change, so that reading it is cheap. */
export class StatusBoard {
  readonly #endpoints = new Map<string, EndpointRecord>();
  readonly #project_names = new Map<string, string>();
  readonly #branch_names = new Map<string, string>();
  readonly #in_flight = new Set<string>();
  readonly #recent = new Map<string, OperationRecord>();
  readonly #computes: Record<string, number> = { init: 0, active: 0, idle: 0 };

  /** Takes over a whole state. */
  load(tables: StoredTables): void {
    for (const [id, row] of tables.projects ?? []) this.#project_names.set(id, row.name);
    for (const [id, row] of tables.branches ?? []) this.#branch_names.set(id, row.name);
    for (const [id, row] of tables.endpoints ?? []) this.#putEndpoint(id, row);
    const operations = [...(tables.operations ?? [])].sort(
      ([, first], [, second]) => first.sequence - second.sequence,
    );
    for (const [id, row] of operations) this.#putOperation(id, row);
  }

  /** Follows the changes of one call. */
  follow(changes: readonly Change[]): void {
    for (const { table, id, value } of changes) {
      // A change's value is a row of the table it names.
      if (table === 'endpoints') this.#putEndpoint(id, value as EndpointRecord | null);
      else if (table === 'operations') this.#putOperation(id, value as OperationRecord | null);
      else if (table === 'projects') putName(this.#project_names, id, value);
      else if (table === 'branches') putName(this.#branch_names, id, value);
    }
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
    return this.#project_names.size;
  }

  /** The name of a project, or its id where it is gone. */
  projectName(id: string): string {
    return this.#project_names.get(id) ?? id;
  }

  /** The name of a branch, or its id where it is gone. */
  branchName(id: string): string {
    return this.#branch_names.get(id) ?? id;
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

function putName(names: Map<string, string>, id: string, row: Change['value']): void {
  if (row === null) names.delete(id);
  else if ('name' in row && row.name !== undefined) names.set(id, row.name);
}

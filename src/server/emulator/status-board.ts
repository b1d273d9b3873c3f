import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import { isInFlight, type OperationRecord } from '../../platform/operations/operation.js';
import type { Platform } from '../../platform/platform.js';
import type { Change, ClockRecord } from '../../platform/store/tables.js';
import { ComputeUse } from './compute-use.js';

const MAX_RECENT = 20;

/** The data of the status page and the metrics: the rows of the platform, and figures updated as they change. */
export class StatusBoard {
  readonly #platform: () => Pick<Platform, 'rows'>;
  readonly #in_flight = new Set<string>();
  readonly #recent = new Map<string, OperationRecord>();
  /** Use of the computes since the emulator began. */
  readonly use: ComputeUse;

  /**
   * @param platform asked when something is shown: it reports its changes here
   * @param began_ms emulated time at the beginning, in ms since the epoch
   * @param prices_as_of the day whose prices are kept; `undefined`: those of each day
   */
  constructor(platform: () => Pick<Platform, 'rows'>, began_ms: number, prices_as_of?: string) {
    this.#platform = platform;
    this.use = new ComputeUse(began_ms, prices_as_of, (project_id) => {
      const { org_id, user_id = '' } = platform().rows('projects').get(project_id) ?? {};
      const owner =
        org_id === undefined
          ? platform().rows('users').get(user_id)
          : platform().rows('organizations').get(org_id);
      return owner?.plan;
    });
  }

  /** Takes over the state of an earlier run. */
  load(): void {
    const { endpoints } = this;
    for (const [id, value] of endpoints) this.use.put(id, value);
    for (const [id, value] of this.#platform().rows('operations')) this.#putOperation(id, value);
  }

  /** Follows the changes of one call. */
  follow(changes: readonly Change[]): void {
    const clock = changes.find(({ table }) => table === 'clock')?.value as ClockRecord | undefined;
    if (clock !== undefined) this.use.reach(clock.now_ms);
    for (const { table, id, value } of changes) {
      // A change's value is a row of the table it names.
      if (table === 'endpoints') this.use.put(id, value as EndpointRecord | null);
      if (table === 'operations') this.#putOperation(id, value as OperationRecord | null);
    }
  }

  /** Computes by state. */
  get computes(): Readonly<Record<EndpointRecord['current_state'], number>> {
    const count = { init: 0, active: 0, idle: 0 };
    for (const { current_state } of this.endpoints.values()) count[current_state] += 1;
    return count;
  }

  /** Operations that are scheduled or running. */
  get operations_in_flight(): number {
    return this.#in_flight.size;
  }

  /** Projects, deleted ones that can be recovered included. */
  get projects(): number {
    return this.#platform().rows('projects').size;
  }

  /** The name of a project, or its id if it is gone. */
  projectName(id: string): string {
    return this.#platform().rows('projects').get(id)?.name ?? id;
  }

  /** The name of a branch, or its id if it is gone. */
  branchName(id: string): string {
    return this.#platform().rows('branches').get(id)?.name ?? id;
  }

  /** Every compute by its id, oldest first. */
  get endpoints(): ReadonlyMap<string, EndpointRecord> {
    return this.#platform().rows('endpoints');
  }

  /** The latest operations, newest first. */
  recentOperations(): readonly OperationRecord[] {
    return [...this.#recent.values()].reverse();
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

import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { StateView } from '../../platform/store/state.js';
import type { Change } from '../../platform/store/tables.js';
import type { Contents } from '../../postgres/cluster/contents.js';

/** Whether the servers of endpoints should run, by the platform's rows. */
export class ServerRuns {
  readonly #state: StateView;
  readonly #interruptions = new Map<string, number>();

  constructor(state: StateView) {
    this.#state = state;
  }

  follow(changes: readonly Change[]): void {
    for (const { table, id, value, before } of changes) {
      if (table !== 'endpoints') continue;
      if (value === null) this.#interruptions.delete(id);
      else if (before !== null && staysActive(before) && !staysActive(value)) {
        this.#interruptions.set(id, this.interruptions(id) + 1);
      }
    }
  }

  /** Number of interruptions of an endpoint's sessions so far; it identifies a run of its server. */
  interruptions(endpoint_id: string): number {
    return this.#interruptions.get(endpoint_id) ?? 0;
  }

  /** Whether the server of an endpoint should run now: it is active, or a running operation needs it. */
  shouldRun(endpoint: EndpointRecord): boolean {
    const operation = this.#state.inFlightByProject
      .rows(endpoint.project_id)
      .find(({ endpoint_id, status }) => endpoint_id === endpoint.id && status === 'running');
    return operation === undefined ? staysActive(endpoint) : operation.action !== 'suspend_compute';
  }
}

export function staysActive({ current_state, pending_state }: EndpointRecord): boolean {
  return current_state === 'active' && pending_state !== 'idle';
}

/** The roles and databases of a branch, oldest first. */
export function contentsOf(state: StateView, branch_id: string): Contents {
  return { roles: state.rolesByBranch.rows(branch_id), databases: state.databasesByBranch.rows(branch_id) };
}

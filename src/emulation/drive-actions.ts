import { CONTRACT } from '../api/contract.js';
import { isAwake } from '../compute/lifecycle/transition.js';
import type { Caller } from '../platform/checks/caller.js';
import { PlatformError } from '../platform/checks/platform-error.js';
import type { EndpointRecord } from '../platform/endpoints/endpoint.js';
import type { Platform } from '../platform/platform.js';

/** One compute of the scenario and the endpoint it is on the platform. */
export interface Driven {
  readonly name: string;
  readonly endpoint_id: string;
  /** Queries that had arrived when activity was last told. */
  arrived: number;
  /** When activity was last told, in ms since the epoch. */
  touched_ms: number;
}

export interface ActionScope {
  readonly platform: Platform;
  /** Whose calls the scenario's events are. */
  readonly caller: Caller;
  readonly project_id: string;
}

/** A drive's actions on the platform's computes; an action that the platform refuses has no effect on the simulation. */
export class DriveActions {
  readonly #scope: ActionScope;
  /** Whether the current change comes from this drive, and not from a client's call. */
  #acting = false;

  constructor(scope: ActionScope) {
    this.#scope = scope;
  }

  get acting(): boolean {
    return this.#acting;
  }

  /** The endpoint of a compute; `undefined` once it is deleted. */
  row({ endpoint_id }: Driven): EndpointRecord | undefined {
    return this.#scope.platform.state.get('endpoints', endpoint_id);
  }

  /** A client uses the compute. */
  touch(driven: Driven, now_ms: number): void {
    this.#act(now_ms, () => this.#scope.platform.touch(driven.endpoint_id, now_ms));
    // The platform may be some ms ahead.
    driven.touched_ms = Math.max(now_ms, this.row(driven)?.last_active_ms ?? 0);
  }

  resize(driven: Driven, cu: number, now_ms: number): void {
    const row = this.row(driven);
    if (row?.current_state !== 'active' || row.current_cu === cu) return;
    // An edit of the limits may have reached the platform and not the simulation yet.
    if (cu < row.autoscaling_limit_min_cu || cu > row.autoscaling_limit_max_cu) return;
    this.#act(now_ms, () => this.#scope.platform.resize(driven.endpoint_id, cu, now_ms));
  }

  /** Suspends it, unless a client has used it since. */
  suspend(driven: Driven, now_ms: number): void {
    const row = this.row(driven);
    if (row === undefined || !isAwake(row)) return;
    // Another client has used it since: it is suspended when the platform's timeout has passed.
    if ((row.last_active_ms ?? 0) > Math.max(driven.touched_ms, row.started_at_ms ?? 0)) return;
    this.#act(now_ms, () => this.call('suspend', driven, now_ms));
  }

  /** It is stopped and started again. */
  restart(driven: Driven, now_ms: number): void {
    this.#act(now_ms, () => this.call('restart', driven, now_ms));
  }

  /**
   * A call of the management API.
   * @throws PlatformError when it is refused
   */
  call(kind: 'start' | 'suspend' | 'restart', { endpoint_id }: Driven, now_ms: number): void {
    const { platform, caller, project_id } = this.#scope;
    platform.call(CONTRACT[`${kind}ProjectEndpoint`], caller, { project_id, endpoint_id }, now_ms);
  }

  #act(now_ms: number, body: () => void): void {
    // What is due by now is the platform's own doing.
    this.#scope.platform.advance(now_ms);
    this.#acting = true;
    try {
      body();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    } finally {
      this.#acting = false;
    }
  }
}

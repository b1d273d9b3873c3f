import { CONTRACT } from '../api/contract.js';
import { isAwake } from '../compute/lifecycle/transition.js';
import type { Caller } from '../platform/checks/caller.js';
import { PlatformError } from '../platform/checks/platform-error.js';
import type { EndpointRecord } from '../platform/endpoints/endpoint.js';
import type { Platform } from '../platform/platform.js';

/** A compute of the scenario and its endpoint on the platform. */
export interface DrivenCompute {
  readonly name: string;
  readonly endpoint_id: string;
  /** Queries that had arrived when activity was last reported. */
  arrived: number;
  /** When activity was last reported, in ms since the epoch. */
  touched_ms: number;
}

export interface ActionScope {
  readonly platform: Platform;
  /** The account that makes the calls of the scenario's events. */
  readonly caller: Caller;
  readonly project_id: string;
}

/** A drive's actions on the platform's computes. If the platform refuses one, the simulation is unaffected. */
export class DriveActions {
  readonly #scope: ActionScope;
  /** Whether the current change comes from this drive, and not from a client's call. */
  #acting = false;

  constructor(scope: ActionScope) {
    this.#scope = scope;
  }

  get isActing(): boolean {
    return this.#acting;
  }

  /** The endpoint of a compute; `undefined` once it is deleted. */
  row({ endpoint_id }: DrivenCompute): EndpointRecord | undefined {
    return this.#scope.platform.state.get('endpoints', endpoint_id);
  }

  /** Reports that a client uses the compute. */
  touch(driven: DrivenCompute, now_ms: number): void {
    this.#act(now_ms, () => this.#scope.platform.touch(driven.endpoint_id, now_ms));
    // The platform's clock may be a few ms ahead.
    driven.touched_ms = Math.max(now_ms, this.row(driven)?.last_active_ms ?? 0);
  }

  resize(driven: DrivenCompute, cu: number, now_ms: number): void {
    const row = this.row(driven);
    if (row?.current_state !== 'active' || row.current_cu === cu) return;
    // A new limit may have reached the platform before the simulation.
    if (cu < row.autoscaling_limit_min_cu || cu > row.autoscaling_limit_max_cu) return;
    this.#act(now_ms, () => this.#scope.platform.resize(driven.endpoint_id, cu, now_ms));
  }

  /** Suspends it, unless another client has used it in the meantime. */
  suspend(driven: DrivenCompute, now_ms: number): void {
    const row = this.row(driven);
    if (row === undefined || !isAwake(row)) return;
    // Another client has used it: the platform suspends it after its timeout.
    if ((row.last_active_ms ?? 0) > Math.max(driven.touched_ms, row.started_at_ms ?? 0)) return;
    this.#act(now_ms, () => this.call('suspend', driven, now_ms));
  }

  restart(driven: DrivenCompute, now_ms: number): void {
    this.#act(now_ms, () => this.call('restart', driven, now_ms));
  }

  /** Calls the management API. @throws PlatformError if the call is refused */
  call(kind: 'start' | 'suspend' | 'restart', { endpoint_id }: DrivenCompute, now_ms: number): void {
    const { platform, caller, project_id } = this.#scope;
    platform.call(CONTRACT[`${kind}ProjectEndpoint`], caller, { project_id, endpoint_id }, now_ms);
  }

  #act(now_ms: number, body: () => void): void {
    // Changes that are already due come from the platform, not from this action.
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

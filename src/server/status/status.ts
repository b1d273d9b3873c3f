import type { EndpointRecord } from '../../platform/rows/endpoint.js';
import type { OperationRecord } from '../../platform/rows/operation.js';

/** What the status page shows: the answer of `GET /_neap/state`. Times are ISO 8601. */
export interface Status {
  readonly now: string;
  /** Emulated seconds in a second of the wall clock. */
  readonly speed: number;
  readonly projects: number;
  readonly computes_by_state: Readonly<Record<string, number>>;
  readonly operations_in_flight: number;
  /** The first of them. */
  readonly computes: readonly ComputeStatus[];
  /** The latest first. */
  readonly operations: readonly OperationStatus[];
}

/** A compute, with the names of its project and branch. */
export interface ComputeStatus
  extends Pick<
    EndpointRecord,
    | 'id'
    | 'type'
    | 'pending_state'
    | 'current_cu'
    | 'autoscaling_limit_min_cu'
    | 'autoscaling_limit_max_cu'
    | 'suspend_timeout_seconds'
    | 'disabled'
  > {
  readonly project: string;
  readonly branch: string;
  readonly state: EndpointRecord['current_state'];
  readonly last_active: string | undefined;
}

/** An operation, with the name of its project. */
export interface OperationStatus extends Pick<OperationRecord, 'action' | 'status' | 'endpoint_id'> {
  readonly project: string;
  readonly created_at: string;
}

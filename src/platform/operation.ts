import { timestamp } from './timestamp.js';

/** The actions of operations that calls of this API cause. */
export type OperationAction =
  | 'create_timeline'
  | 'create_branch'
  | 'start_compute'
  | 'suspend_compute'
  | 'apply_config'
  | 'delete_timeline';

/** Where an operation stands: `scheduling`, then `running`, then `finished`, or `skipped` when nothing is left to do. */
export type OperationStatus = 'scheduling' | 'running' | 'finished' | 'skipped';

/** An operation as stored. */
export interface OperationRecord {
  readonly id: string;
  readonly sequence: number;
  readonly project_id: string;
  readonly branch_id?: string | undefined;
  readonly endpoint_id?: string | undefined;
  readonly action: OperationAction;
  readonly status: OperationStatus;
  readonly duration_ms: number;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  /** When it takes effect, while it is running. */
  readonly due_at_ms?: number | undefined;
}

/** An operation as the API shows it. */
export interface Operation {
  readonly id: string;
  readonly project_id: string;
  readonly branch_id?: string | undefined;
  readonly endpoint_id?: string | undefined;
  readonly action: OperationAction;
  readonly status: OperationStatus;
  readonly failures_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly total_duration_ms: number;
}

/** Whether an operation still holds its project's lock. */
export function isInFlight(operation: { readonly status: OperationStatus }): boolean {
  return operation.status === 'scheduling' || operation.status === 'running';
}

/** What the API shows of a stored operation; the duration counts only once it has finished. */
export function operationView(record: OperationRecord): Operation {
  return {
    id: record.id,
    project_id: record.project_id,
    branch_id: record.branch_id,
    endpoint_id: record.endpoint_id,
    action: record.action,
    status: record.status,
    failures_count: 0,
    created_at: timestamp(record.created_at_ms),
    updated_at: timestamp(record.updated_at_ms),
    total_duration_ms: record.status === 'finished' ? Math.round(record.duration_ms) : 0,
  };
}

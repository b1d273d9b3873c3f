import type { ComputeAction } from '../../compute/lifecycle/transition.js';
import { OPERATION } from '../schema/operation-schema.js';
import type { Shaped } from '../schema/plain.js';
import type { Row } from './row.js';
import { shownOnce, viewOf } from './view.js';

/** The actions of operations that calls of this API cause. */
export type OperationAction = ComputeAction | 'create_timeline' | 'create_branch' | 'delete_timeline';

/**
 * Where an operation stands: `scheduling`, then `running`, then `finished`, or `skipped` when nothing is left to do, or
 * `failed` where it is made to.
 */
export type OperationStatus = 'scheduling' | 'running' | 'finished' | 'skipped' | 'failed';

/** What becomes of an operation that does not simply end: it fails, or goes on until it is released. */
export type OperationFate = 'fails' | 'sticks';

/** An operation as stored. */
export interface OperationRecord extends Row {
  readonly project_id: string;
  readonly branch_id?: string | undefined;
  readonly endpoint_id?: string | undefined;
  readonly action: OperationAction;
  readonly status: OperationStatus;
  readonly duration_ms: number;
  /** When it takes effect, while it is running. */
  readonly due_at_ms?: number | undefined;
  readonly fate?: OperationFate | undefined;
}

/** An operation as the API shows it: the real platform knows actions and ends beyond those that the rules here cause. */
export type Operation = Shaped<typeof OPERATION>;

/** Whether an operation still holds its project's lock. */
export function isInFlight(operation: { readonly status: OperationStatus }): boolean {
  return operation.status === 'scheduling' || operation.status === 'running';
}

/** What the API shows of a stored operation; the duration counts only once it has finished. */
export const operationView = shownOnce((record: OperationRecord): Operation => {
  const failed = record.status === 'failed';
  const total_duration_ms = failed || record.status === 'finished' ? Math.round(record.duration_ms) : 0;
  return viewOf(OPERATION, record, {
    failures_count: failed ? 1 : 0,
    total_duration_ms,
    error: failed ? 'made to fail by a fault' : undefined,
  });
});

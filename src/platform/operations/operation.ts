import { z } from 'zod';
import type { ComputeAction } from '../../compute/lifecycle/transition.js';
import { amount, moment, ROW, text, viewOf } from '../resource/row.js';
import { once, type Shaped, TIMESTAMP } from '../resource/schema.js';

/** An operation as the API shows it. */
export const OPERATION = z
  .object({
    id: z.uuid(),
    project_id: z.string(),
    branch_id: z.string().optional(),
    endpoint_id: z.string().optional(),
    action: z.string(),
    status: z.enum([
      'scheduling',
      'running',
      'finished',
      'failed',
      'error',
      'cancelling',
      'cancelled',
      'skipped',
    ]),
    error: z.string().optional(),
    failures_count: z.int(),
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
    total_duration_ms: z.int(),
  })
  .meta({ id: 'Operation' });

/** The operations that carry a change out, in order. */
export const OPERATIONS = { operations: z.array(OPERATION) };

const ACTIONS = ['start_compute', 'suspend_compute', 'apply_config'] as const satisfies ComputeAction[];

export const OPERATION_ROW = z.object({
  ...ROW,
  project_id: text,
  branch_id: text.optional(),
  endpoint_id: text.optional(),
  action: z.enum([...ACTIONS, 'create_timeline', 'create_branch', 'delete_timeline']),
  /** `scheduling`, `running`, then `finished`, `skipped` without work, or `failed` on an injected fault. */
  status: z.enum(['scheduling', 'running', 'finished', 'skipped', 'failed']),
  duration_ms: amount,
  /** Time at which it takes effect; only while it is running. */
  due_at_ms: moment.optional(),
  /** Reason of a failure that was not injected. */
  error: text.optional(),
  /** Its injected fate, if any: it fails, or it runs until it is released. */
  fate: z.enum(['fails', 'sticks']).optional(),
});

export type OperationRecord = Shaped<typeof OPERATION_ROW>;

export type OperationAction = OperationRecord['action'];

export type OperationFate = NonNullable<OperationRecord['fate']>;

/** An operation as the API shows it; the real platform has actions and outcomes that these rules never produce. */
export type Operation = Shaped<typeof OPERATION>;

/** Whether an operation still holds its project's lock. */
export function isInFlight(operation: Pick<OperationRecord, 'status'>): boolean {
  return operation.status === 'scheduling' || operation.status === 'running';
}

/** A stored operation as the API shows it; the duration counts only once it has finished. */
export const operationView = once((record: OperationRecord): Operation => {
  const failed = record.status === 'failed';
  const total_duration_ms = failed || record.status === 'finished' ? Math.round(record.duration_ms) : 0;
  return viewOf(OPERATION, record, {
    failures_count: failed ? 1 : 0,
    total_duration_ms,
    error: failed ? (record.error ?? 'failed by an injected fault') : undefined,
  });
});

import { z } from 'zod';

/** A moment, ISO 8601 UTC to the second. */
export const TIMESTAMP = z.iso.datetime({ offset: true });

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

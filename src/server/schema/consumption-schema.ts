import { z } from 'zod';
import { optionalInteger, textList } from './query-schema.js';

/** What the consumption calls take: a span, the width of its intervals and the metrics. */
export const CONSUMPTION_QUERY = {
  cursor: z.string().optional(),
  limit: optionalInteger(),
  project_ids: textList(),
  from: z.string(),
  to: z.string(),
  granularity: z.enum(['hourly', 'daily', 'monthly']),
  org_id: z.string(),
  metrics: textList(),
};

/** Intervals with the metrics of each. */
export const PERIODS = z.array(
  z.object({
    period_id: z.uuid(),
    period_plan: z.string(),
    period_start: z.string(),
    period_end: z.string().optional(),
    consumption: z.array(
      z.object({
        timeframe_start: z.string(),
        timeframe_end: z.string(),
        metrics: z.array(z.object({ metric_name: z.string(), value: z.number() })),
      }),
    ),
  }),
);

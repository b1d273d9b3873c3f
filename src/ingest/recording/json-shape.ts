import { z } from 'zod';
import { TraceError } from '../../workload/trace/reading/trace-error.js';

/** How deep inside an answer a message leads: enough to find the place. */
const DEEPEST = 8;

/**
 * A JSON value as its producer documents it; keys that nobody reads may be anything.
 * @throws TraceError that says which key is not what was expected
 */
export function shaped<Shape extends z.ZodType>(
  file: string,
  value: unknown,
  shape: Shape,
  line?: number,
): z.output<Shape> {
  const found = shape.safeParse(value);
  if (found.success) return found.data;
  const [{ path, message }] = found.error.issues as [z.core.$ZodIssue];
  const keys = path
    .slice(0, DEEPEST)
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  const where = keys.join('').replace(/^\./, '') || 'the JSON';
  const what = message.replace(/^Invalid input: /, '');
  throw new TraceError(file, `${where}: ${what}`, { line });
}

const TIMEFRAME = z.object({
  timeframe_start: z.string(),
  timeframe_end: z.string(),
  metrics: z.array(z.object({ metric_name: z.string(), value: z.number() })).optional(),
  active_time_seconds: z.number().optional(),
  compute_time_seconds: z.number().optional(),
});

const CONSUMER = z.object({
  project_id: z.string().optional(),
  branch_id: z.string().optional(),
  periods: z.array(z.object({ consumption: z.array(TIMEFRAME).optional() })).optional(),
});

/** An answer of the consumption history: of v2 with a list of metrics, of the legacy call with a field each. */
export const CONSUMPTION = z.object({
  projects: z.array(CONSUMER).optional(),
  branches: z.array(CONSUMER).optional(),
});

/** An answer of Prometheus. */
export const RANGE_ANSWER = z.object({
  status: z.string().optional(),
  error: z.string().optional(),
  data: z.object({ resultType: z.string().optional(), result: z.unknown() }).optional(),
});

/** Its result, where that is a matrix; values are texts. */
export const MATRIX = z.array(
  z.object({
    metric: z.record(z.string(), z.string()).optional(),
    values: z.array(z.tuple([z.number(), z.string()])).optional(),
  }),
);

const ATTRIBUTES = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()).optional() }))
  .optional();

const POINT = z.object({
  timeUnixNano: z.union([z.string(), z.number()]).optional(),
  asDouble: z.union([z.number(), z.string()]).optional(),
  asInt: z.union([z.number(), z.string()]).optional(),
  /** Of a histogram: how many values. */
  count: z.union([z.number(), z.string()]).optional(),
  attributes: ATTRIBUTES,
});
export type OtlpPoint = z.output<typeof POINT>;

/** 2 or its name: counts up. 1: each point is the count since the one before. */
const COUNTED = z.object({
  dataPoints: z.array(POINT).optional(),
  aggregationTemporality: z.union([z.number(), z.string()]).optional(),
});

const METRIC = z.object({
  name: z.string(),
  gauge: z.object({ dataPoints: z.array(POINT).optional() }).optional(),
  sum: COUNTED.extend({ isMonotonic: z.boolean().optional() }).optional(),
  histogram: COUNTED.optional(),
  exponentialHistogram: COUNTED.optional(),
});
export type OtlpMetric = z.output<typeof METRIC>;

/** A request of OTLP metrics in the JSON mapping of protobuf, in which 64-bit numbers are texts. */
export const OTLP_REQUEST = z.object({
  resourceMetrics: z
    .array(
      z.object({
        resource: z.object({ attributes: ATTRIBUTES }).optional(),
        scopeMetrics: z.array(z.object({ metrics: z.array(METRIC).optional() })).optional(),
      }),
    )
    .optional(),
});
export type OtlpRequest = z.output<typeof OTLP_REQUEST>;

import { z } from 'zod';

/** Reads anything; shared, since it is never changed. */
export const ANYTHING = z.unknown();

/**
 * Says something of a schema that was made a moment ago and that nobody else has: `meta()` and `describe()` do it to a copy,
 * and copies of all keys of a scenario are what a start spends most of its time on.
 */
export function annotated<Schema extends z.ZodType>(schema: Schema, meta: z.core.GlobalMeta): Schema {
  z.globalRegistry.add(schema, meta);
  return schema;
}

import { z } from 'zod';

/** Reads anything; shared, since it is never modified. */
export const ANYTHING = z.unknown();

/**
 * Adds metadata to a new schema that is not shared yet, in place: `meta()` and `describe()` copy the schema, and
 * copying all keys of a scenario would take most of the start-up time.
 */
export function annotated<Schema extends z.ZodType>(schema: Schema, meta: z.core.GlobalMeta): Schema {
  z.globalRegistry.add(schema, meta);
  return schema;
}

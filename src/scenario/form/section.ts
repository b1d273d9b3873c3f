import { z } from 'zod';
import { annotated } from './annotated.js';
import type { QuantityInterval } from './interval.js';

/** Parameters of a custom issue of the schema. */
export interface SchemaIssueParams {
  /** Set on an unknown key: the keys that would have been right there. */
  readonly valid_keys?: readonly string[];
  /** The valid key that an unknown one means, if that is known. */
  readonly meant?: string;
  /** Set where the problem is the last key of the path, not its value. */
  readonly at_key?: boolean;
  /** Set if the value can be read, and a rule of the platform forbids it. */
  readonly is_forbidden?: boolean;
  /** Not a problem: an interval, to be replaced by a value. */
  readonly interval?: QuantityInterval;
}

/** Says that the problem is the last key of the path. */
export const AT_KEY = { at_key: true } satisfies SchemaIssueParams;

/** What is expected where a section stands. */
export const MAPPING = 'a mapping of keys to values';

/**
 * A mapping with exactly these keys. An unknown key is a problem of its own that knows the valid ones, so
 * that all of them are reported, each at its place.
 * @param description what the section is, for editors
 */
export function section<Shape extends z.ZodRawShape>(shape: Shape, description?: string) {
  const valid_keys = Object.keys(shape);
  const refusal = z.superRefine((_value: unknown, context) => {
    const params = { valid_keys } satisfies SchemaIssueParams;
    // Not `continue`: a union must never take a form with an unknown key for the one that was meant.
    context.addIssue({ code: 'custom', message: 'unknown key', params, continue: false });
  });
  const unknownKey = annotated(new z.ZodUnknown({ type: 'unknown', checks: [refusal] }), { not: {} });
  const such = valid_keys.slice(0, 5).join(', ');
  const mapping = such === '' ? MAPPING : `${MAPPING} such as ${such}`;
  const error = (issue: { readonly code?: string | undefined }) =>
    issue.code === 'invalid_type' ? mapping : undefined;
  const schema = new z.ZodObject({ type: 'object', shape, catchall: unknownKey, error });
  // The index signature that a catchall adds to the type would hide the known keys' own types.
  const typed = schema as unknown as z.ZodObject<Shape, z.core.$strict>;
  return description === undefined ? typed : annotated(typed, { description });
}

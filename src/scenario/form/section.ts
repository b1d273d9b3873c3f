import { z } from 'zod';
import { annotated } from './annotated.js';
import type { QuantityInterval } from './interval.js';

export interface SchemaIssueParams {
  /** For an unknown key: the valid keys. */
  readonly valid_keys?: readonly string[];
  /** For an unknown key: where it would be valid further inside, with this value, such as `query.cpu`. */
  readonly inside?: (key: string, value: unknown) => readonly string[];
  /** The valid key that an unknown one probably means, if known. */
  readonly meant?: string;
  /** Set if the problem is the last key of the path, not its value. */
  readonly at_key?: boolean;
  /** Set if the value can be read but violates a rule of the platform. */
  readonly is_forbidden?: boolean;
  /** Not a problem: an interval, to be replaced by a value. */
  readonly interval?: QuantityInterval;
}

/** The parameters of an issue; empty for one of the schema library. */
export function issueParams(issue: z.core.$ZodIssue): SchemaIssueParams {
  return issue.code === 'custom' ? ((issue.params as SchemaIssueParams | undefined) ?? {}) : {};
}

/** Marks the last key of the path as the problem. */
export const AT_KEY = { at_key: true } satisfies SchemaIssueParams;

export const MAPPING = 'a mapping of keys to values';

/**
 * A mapping with exactly these keys. Each unknown key is a separate problem with the list of valid keys, so
 * that all of them are reported at their locations.
 * @param description description of the section, for editors
 */
export function section<Shape extends z.ZodRawShape>(shape: Shape, description?: string) {
  const valid_keys = Object.keys(shape);
  const refusal = z.superRefine((_value: unknown, context) => {
    const inside = (key: string, value: unknown) => placesInside(shape, key, value);
    const params = { valid_keys, inside } satisfies SchemaIssueParams;
    // Not `continue`: a union must never choose a form with an unknown key over the intended form.
    context.addIssue({ code: 'custom', message: 'unknown key', params, continue: false });
  });
  const unknownKey = annotated(new z.ZodUnknown({ type: 'unknown', checks: [refusal] }), { not: {} });
  const such = valid_keys.slice(0, 5).join(', ');
  const mapping = such === '' ? MAPPING : `${MAPPING} such as ${such}`;
  const error = (issue: { readonly code?: string | undefined }) =>
    issue.code === 'invalid_type' ? mapping : undefined;
  const schema = new z.ZodObject({ type: 'object', shape, catchall: unknownKey, error });
  // The index signature that a catchall adds to the type would hide the types of the known keys.
  const typed = schema as unknown as z.ZodObject<Shape, z.core.$strict>;
  return annotated(typed, { description });
}

/** The places below a shape's own keys, at most three levels deep, where a key of this name reads the value. */
export function placesInside(shape: z.core.$ZodShape, key: string, value: unknown): readonly string[] {
  const places = new Set<string>();
  let level = [{ place: '', shape }];
  for (let depth = 0; depth < 3; depth++) {
    level = level.flatMap(({ place, shape: above }) =>
      Object.entries(above).flatMap(([name, schema]) =>
        mappingsOf(schema).map((inner) => ({ place: `${place}${name}.`, shape: inner })),
      ),
    );
    for (const { place, shape: inner } of level) {
      if (Object.hasOwn(inner, key) && z.safeParse(inner[key]!, value).success) places.add(`${place}${key}`);
    }
  }
  return [...places];
}

/** The shapes of the mappings that a schema reads. */
function mappingsOf(schema: z.core.$ZodType): readonly z.core.$ZodShape[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return [def.shape];
    case 'union':
      return def.options.flatMap(mappingsOf);
    case 'pipe':
      return [...mappingsOf(def.in), ...mappingsOf(def.out)];
    case 'optional':
    case 'default':
    case 'prefault':
      return mappingsOf(def.innerType);
    default:
      return [];
  }
}

import { z } from 'zod';
import { getOrCreate } from '../../kernel/get-or-create.js';
import { MAX_NAME_LENGTH } from '../checks/text-checks.js';

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

/** The parameters of a query, as read-only plain data. */
export type QueryOf<Shape extends z.ZodRawShape> = Shaped<z.ZodObject<Shape>>;

/** The type that a schema describes, as read-only plain data. */
export type Shaped<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

/** Caches a function's result per object. The objects, such as rows and schemas, must never be mutated. */
export function once<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (of) => getOrCreate(known, of, make);
}

/** A schema that refuses unknown attributes at every level, except in maps, whose keys are free. */
export const strictSchema = once((schema: z.ZodObject): z.ZodObject => {
  const parts = Object.entries(schema.shape).map(([name, part]) => [name, strictPart(part as z.ZodType)]);
  return z.strictObject(Object.fromEntries(parts));
});

function strictPart(part: z.ZodType): z.ZodType {
  if (part instanceof z.ZodObject) return strictSchema(part);
  if (part instanceof z.ZodOptional) return strictPart(part.unwrap() as z.ZodType).optional();
  if (part instanceof z.ZodNullable) return strictPart(part.unwrap() as z.ZodType).nullable();
  if (part instanceof z.ZodArray) return z.array(strictPart(part.element as z.ZodType));
  return part;
}

/** A time, ISO 8601 UTC to the second. */
export const TIMESTAMP = z.iso.datetime({ offset: true });

/** The maximum number of digits for an exact whole number in a query string or a path. */
export const MAX_DIGITS = 15;

const INTEGER = new RegExp(`^-?\\d{1,${MAX_DIGITS}}$`);

/** A whole number in a query string, within optional bounds. */
export function integerText(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(numberOf, z.int().min(least).max(most));
}

/** Converts a whole number in a query string; returns other values unchanged. */
function numberOf(value: unknown): unknown {
  return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
}

/** An optional `true` or `false` in a query string. */
export function optionalSwitch() {
  return z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean().optional(),
  );
}

/** A list in a query string: repeated or comma-separated values. @param maxItems for the API description */
export function textList(maxItems?: number) {
  return z.preprocess(
    (value) =>
      (Array.isArray(value) ? value : [value]).flatMap((each: unknown) =>
        typeof each === 'string' ? each.split(',') : each === undefined ? [] : [each],
      ),
    z.array(z.string()).meta(maxItems === undefined ? {} : { maxItems }),
  );
}

/** Text whose length the rules check; the limits are only for the API description. @param longest in characters */
export function limitedText(longest = MAX_NAME_LENGTH) {
  return z.string().meta({ minLength: 1, maxLength: longest });
}

/** A time in a request, which the rules parse. */
export const DATE_TIME = z.string().meta({ format: 'date-time' });

/** A position in the log of a branch, which the rules check. */
export const LSN = /^[0-9A-Fa-f]{1,8}\/[0-9A-Fa-f]{1,8}$/;
export const LOG_POSITION = z.string().meta({ pattern: LSN.source });

/** Text that the rules check against a list, which the API description shows. */
export function oneOf(known: readonly string[]) {
  return z.string().meta({ enum: [...known] });
}

/** A whole number whose bounds the rules check; the bounds here are only for the API description. */
export function limitedWhole(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
  return z.int().meta({ minimum, maximum });
}

/** The pages of a list: the default limit, the maximum limit, and the query parameters. */
export interface Pages {
  readonly default_limit: number;
  readonly max_limit: number;
  readonly query: typeof PAGE_QUERY;
}

const PAGE_QUERY = { cursor: z.string().optional(), limit: integerText().optional() };

/** The pages of a list; the rules check the limit. */
export function pages(default_limit: number, max_limit: number): Pages {
  const limit = z.preprocess(numberOf, limitedWhole(1, max_limit)).optional();
  return { default_limit, max_limit, query: { ...PAGE_QUERY, limit } };
}

/** Part of a name or an id, in any case. */
export const SEARCH_QUERY = { search: z.string().optional() };

export const SORT_ORDER = z.enum(['asc', 'desc']).optional();

/** The page of a list with a cursor; `pagination` is absent on the last page. */
export const PAGINATION = { pagination: z.object({ cursor: z.string() }).optional() };

/** The same for lists that name the cursor `next`. */
export const NEXT_PAGINATION = {
  pagination: z
    .object({
      next: z.string().optional(),
      sort_by: z.string().optional(),
      sort_order: z.string().optional(),
    })
    .optional(),
};

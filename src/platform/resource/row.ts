import { z } from 'zod';
import { once, type Shaped } from './schema.js';

/** Text of any length. */
export const text = z.string();

export const whole = z.int();

/** A time, in ms since the epoch. */
export const moment = z.number();

/** An amount of 0 or more. */
export const amount = z.number().nonnegative();

/** Attributes of created rows: the position in the order of creation, and the creation time. */
export const CREATED = { sequence: whole, created_at_ms: moment };

/** The id of an object, and its position in the order of creation. */
export const NAMED = { id: text, sequence: whole };

/** Attributes that most rows share. */
export const ROW = { id: text, ...CREATED, updated_at_ms: moment };

/** Formats a time (ms since the epoch) as the API does: ISO 8601 UTC to the second, `YYYY-MM-DDTHH:MM:SSZ`. */
export function timestamp(at_ms: number): string {
  return `${new Date(at_ms).toISOString().slice(0, 19)}Z`;
}

/** {@link timestamp} of an optional time. */
export function timestampOrNone(at_ms: number | undefined): string | undefined {
  return at_ms === undefined ? undefined : timestamp(at_ms);
}

/** The part of a view that the row provides: its attributes, with times (`…_ms`) as timestamps. */
type RowAttributes<Row> = {
  readonly [Name in keyof Row as Name extends `${infer Moment}_ms`
    ? Moment
    : Name]: Name extends `${string}_ms`
    ? undefined extends Row[Name]
      ? string | undefined
      : string
    : Row[Name];
};

/** The rest of a view: attributes that the row lacks or has in another form. */
type ExtraAttributes<View, Row> = Partial<View> & Omit<View, keyof RowAttributes<Row>>;

/** `unknown` if the row's attributes fit the view; otherwise no argument fits. */
type Fits<View, Row> =
  Pick<RowAttributes<Row>, keyof RowAttributes<Row> & keyof View> extends Partial<View>
    ? unknown
    : { readonly fits: never };

/** A row as the API shows it: the attributes of the schema in its order, from `extra` or the row. */
export function viewOf<Schema extends z.ZodObject, Row extends object>(
  schema: Schema,
  row: Row & Fits<Shaped<Schema>, Row>,
  extra: ExtraAttributes<Shaped<Schema>, Row>,
): Shaped<Schema> {
  const attributes = row as Readonly<Record<string, unknown>>;
  const extras: Readonly<Record<string, unknown>> = extra;
  const view: Record<string, unknown> = {};
  for (const [name, name_ms] of attributesOf(schema)) {
    if (Object.hasOwn(extras, name)) view[name] = extras[name];
    else {
      const at_ms = attributes[name_ms];
      view[name] = typeof at_ms === 'number' ? timestamp(at_ms) : attributes[name];
    }
  }
  return view as Shaped<Schema>;
}

/** The attributes of a schema, with the row's names if they are times; cached, because lists have thousands of rows. */
const attributesOf = once((schema: z.ZodObject) =>
  Object.keys(schema.shape).map((name) => [name, `${name}_ms`] as const),
);

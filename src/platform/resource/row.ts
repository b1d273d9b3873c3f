import { z } from 'zod';
import { once, type Shaped } from './schema.js';

/** Text of any length. */
export const text = z.string();

/** A whole number. */
export const whole = z.int();

/** A moment, in ms since the epoch. */
export const moment = z.number();

/** So much of something: 0 or more. */
export const amount = z.number().nonnegative();

/** What is kept of whatever is created: its place in the order of creation, and when that was. */
export const CREATED = { sequence: whole, created_at_ms: moment };

/** What names a thing, and its place in the order of creation. */
export const NAMED = { id: text, sequence: whole };

/** What the platform keeps of most things, beside what they are. */
export const ROW = { id: text, ...CREATED, updated_at_ms: moment };

/** A moment (ms since the epoch) as the API writes it: ISO 8601 UTC to the second, `YYYY-MM-DDTHH:MM:SSZ`. */
export function timestamp(at_ms: number): string {
  return `${new Date(at_ms).toISOString().slice(0, 19)}Z`;
}

/** {@link timestamp} of a moment that may be absent. */
export function timestampOrNone(at_ms: number | undefined): string | undefined {
  return at_ms === undefined ? undefined : timestamp(at_ms);
}

/** What a row says by itself: its attributes, and its moments (`…_ms`) as timestamps. */
type Said<Row> = {
  readonly [Name in keyof Row as Name extends `${infer Moment}_ms`
    ? Moment
    : Name]: Name extends `${string}_ms`
    ? undefined extends Row[Name]
      ? string | undefined
      : string
    : Row[Name];
};

/** What is shown beside that: whatever of the schema the row does not say, or says otherwise. */
type Beside<View, Row> = Partial<View> & Omit<View, keyof Said<Row>>;

/** `unknown` where what a row says is what the view has there; else nothing can be given. */
type Fits<View, Row> =
  Pick<Said<Row>, keyof Said<Row> & keyof View> extends Partial<View> ? unknown : { readonly fits: never };

/** A row as the API shows it: the attributes of the schema in its order, from what is given beside the row, or the row. */
export function viewOf<Schema extends z.ZodObject, Row extends object>(
  schema: Schema,
  row: Row & Fits<Shaped<Schema>, Row>,
  beside: Beside<Shaped<Schema>, Row>,
): Shaped<Schema> {
  const said = row as Readonly<Record<string, unknown>>;
  const given: Readonly<Record<string, unknown>> = beside;
  const view: Record<string, unknown> = {};
  for (const [name, name_ms] of attributesOf(schema)) {
    if (Object.hasOwn(given, name)) view[name] = given[name];
    else {
      const moment = said[name_ms];
      view[name] = typeof moment === 'number' ? timestamp(moment) : said[name];
    }
  }
  return view as Shaped<Schema>;
}

/** The attributes of a schema, by which lists show thousands of rows, each with the name under which a row has it as a moment. */
const attributesOf = once((schema: z.ZodObject) =>
  Object.keys(schema.shape).map((name) => [name, `${name}_ms`] as const),
);

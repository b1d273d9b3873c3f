import type { z } from 'zod';
import { refuse } from './read-by.js';
import { section } from './section.js';

/** A key of the file whose value has another name in the specification, with its unit or its role. */
class Renamed<out Name extends string = string, out Schema extends z.ZodType = z.ZodType> {
  constructor(
    readonly name: Name,
    readonly schema: Schema,
  ) {}
}

/** Sets the name of a key's value in the specification. A name that begins with `_` is appended to the key. */
export function as<const Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema) {
  return new Renamed(name, schema);
}

/** `at: seconds(…)` is `at_seconds` in the specification. */
export const seconds = <Schema extends z.ZodType>(schema: Schema) => as('_seconds', schema);
export const bytes = <Schema extends z.ZodType>(schema: Schema) => as('_bytes', schema);
export const perSecond = <Schema extends z.ZodType>(schema: Schema) => as('_per_second', schema);

/** The keys of a mapping in the file: each a schema, with the name of its value if it differs. */
export type Keys = Readonly<Record<string, z.ZodType | Renamed>>;

type SchemaOf<Field> = Field extends Renamed<string, infer Schema> ? Schema : Field;
type NameOf<Key, Field> =
  Field extends Renamed<infer Name> ? (Name extends `_${string}` ? `${Key & string}${Name}` : Name) : Key;

/** The specification of a mapping with these keys. */
export type RecordOf<Shape extends Keys> = {
  readonly [Key in keyof Shape as NameOf<Key, Shape[Key]>]: z.output<SchemaOf<Shape[Key]>>;
};

/** Values by the keys of the file, in base units. */
type ReadOf<Shape extends Keys> = { readonly [Key in keyof Shape]: z.output<SchemaOf<Shape[Key]>> };

interface RecordOptions<Shape extends Keys, Constants> {
  /** For editors and the reference. */
  readonly description?: string;
  /** Properties of the specification that are not set by a key. */
  readonly constants?: Constants;
  /** Reports contradictions between keys, each at a key or at the whole mapping. */
  readonly check?: (
    read: ReadOf<Shape>,
    problem: (message: string, key?: keyof Shape & string) => void,
  ) => void;
}

/**
 * A mapping with exactly these keys, read into a record of the specification. The record has every property;
 * those of absent keys are `undefined`.
 */
export function record<const Shape extends Keys, const Constants extends object = object>(
  shape: Shape,
  { description, constants, check }: RecordOptions<Shape, Constants> = {},
): z.ZodType<RecordOf<Shape> & Constants> {
  const fields = Object.entries(shape).map(([key, field]) => ({
    key,
    name: nameOf(key, field),
    schema: field instanceof Renamed ? field.schema : field,
  }));
  const plain = section(Object.fromEntries(fields.map(({ key, schema }) => [key, schema])), description);
  const checked =
    check === undefined
      ? plain
      : plain.superRefine((value, context) =>
          check(value as ReadOf<Shape>, (message, key) =>
            refuse(context, message, ...(key === undefined ? [] : [key])),
          ),
        );
  return checked.transform((value) => {
    const made: Record<string, unknown> = { ...constants };
    for (const { key, name } of fields) made[name] = value[key];
    return made;
  }) as unknown as z.ZodType<RecordOf<Shape> & Constants>;
}

/** A single key, whose name is passed as a value. */
export function key<const Name extends string, Field>(name: Name, field: Field) {
  return { [name]: field } as { readonly [Key in Name]: Field };
}

/** The key of the file whose value has the given name in the specification. */
export function keyFor(shape: Keys, name: string): string | undefined {
  return Object.keys(shape).find((key) => nameOf(key, shape[key]!) === name);
}

function nameOf(key: string, field: Keys[string]): string {
  if (!(field instanceof Renamed)) return key;
  return field.name.startsWith('_') ? `${key}${field.name}` : field.name;
}

import type { z } from 'zod';

/** A value none of whose parts can be written to. */
type Plain<Value> = Value extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Plain<Value[Key]> }
    : Value;

/** What a query of such parameters asks for, as plain data that is only read. */
export type Asked<Shape extends z.ZodRawShape> = Shaped<z.ZodObject<Shape>>;

/** What a schema describes, as plain data that is only read. */
export type Shaped<Schema extends z.ZodType> = Plain<z.output<Schema>>;

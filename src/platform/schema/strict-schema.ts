import { z } from 'zod';

const STRICT = new WeakMap<z.ZodObject, z.ZodObject>();

/** A schema that refuses attributes it does not know, wherever they stand; those of maps are the client's own. */
export function strictSchema(schema: z.ZodObject): z.ZodObject {
  const known = STRICT.get(schema);
  if (known !== undefined) return known;
  const made = z.strictObject(
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, part]) => [name, strictPart(part as z.ZodType)]),
    ),
  );
  STRICT.set(schema, made);
  return made;
}

function strictPart(part: z.ZodType): z.ZodType {
  if (part instanceof z.ZodObject) return strictSchema(part);
  if (part instanceof z.ZodOptional) return strictPart(part.unwrap() as z.ZodType).optional();
  if (part instanceof z.ZodNullable) return strictPart(part.unwrap() as z.ZodType).nullable();
  if (part instanceof z.ZodArray) return z.array(strictPart(part.element as z.ZodType));
  return part;
}

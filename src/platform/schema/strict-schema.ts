import { z } from 'zod';
import { once } from './once.js';

/** A schema that refuses attributes it does not know, wherever they stand; those of maps are the client's own. */
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

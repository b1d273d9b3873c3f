import { parsedJson } from '../../workload/trace/layout/parsed-json.js';
import { Refusal } from '../../workload/trace/reading/question.js';

/** An object of JSON whose shape is not known. */
export type Fields = Readonly<Record<string, unknown>>;

/** A value as an object with unknown fields, or `undefined`. */
export function objectOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

/** An object of JSON, or `undefined` for text that is something else. */
export function jsonObject(text: string): Fields | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The objects of a text: one document, a list of them, or one per line. @throws Refusal for other text */
export function jsonDocuments(text: string): readonly Fields[] {
  const value = parsedJson(text);
  return (Array.isArray(value) ? value : [value]).map((one) => {
    if (typeof one === 'object' && one !== null && !Array.isArray(one)) return one as Fields;
    throw new Refusal('expected object, as the export of the source has them');
  });
}

/** The objects in a list; none if it is missing. @throws Refusal for another value */
export function listAt(of: Fields | undefined, key: string): readonly Fields[] {
  const value = of?.[key] ?? [];
  if (Array.isArray(value)) return value.map((one) => objectOf(one) ?? {});
  throw new Refusal(`${key}: expected array`);
}

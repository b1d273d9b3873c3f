import { z } from 'zod';
import { MAX_DIGITS } from '../../platform/resource/schema.js';
import { valueAt } from '../../scenario/document/value-at.js';
import { ApiError } from './api-error.js';

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  record: 'an object',
};

/**
 * Parses a part of a request with a schema.
 * @param part `request body`, `query` or `path`, for the message
 * @throws ApiError 400 naming the attribute, what was expected and what came
 */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError(400, problem(result.error.issues[0], value, part, schema));
}

/**
 * Checks an argument of a function that suites call: they are often JavaScript, where nothing else notices a wrong one.
 * @param what such as `withEmulator: options`, for the message
 * @throws TypeError
 */
export function checkArgument(what: string, schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value);
  if (error !== undefined) throw new TypeError(problem(error.issues[0], value, what, schema));
}

/**
 * The value that a body holds.
 * @throws ApiError 400 when it is no JSON
 */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : '';
    throw new ApiError(400, `request body is not JSON: ${reason}`);
  }
}

function problem(
  issue: z.core.$ZodIssue | undefined,
  root: unknown,
  part: string,
  schema: z.ZodType,
): string {
  if (issue === undefined) return `${part} is not valid`;
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `"${[...issue.path, key].map(String).join('.')}"`).join(', ');
    const known = attributesAt(schema, issue.path);
    return `${part}: ${names} is not known here${known.length === 0 ? '' : `; expected ${known.join(', ')}`}`;
  }
  const path = issue.path.map(String).join('.');
  const value = valueAt(root, issue.path);
  const what = path === '' ? part : `${part}: "${path}"`;
  if (value === undefined) return `${what} is missing; expected ${expectation(issue)}`;
  if (typeof value === 'string' && MANY_DIGITS.test(value)) {
    return `${what}: expected a number of at most ${MAX_DIGITS} digits, got ${shown(value)}`;
  }
  return `${what}: expected ${expectation(issue)}, got ${shown(value)}`;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}${COUNTED[issue.origin] ?? ''}`;
    case 'too_big':
      return `at most ${issue.maximum}${COUNTED[issue.origin] ?? ''}`;
    case 'invalid_union': {
      const ways = issue.errors.flatMap(([first]) => (first === undefined ? [] : [expectation(first)]));
      return [...new Set(ways)].join(' or ') || issue.message;
    }
    default:
      return issue.message;
  }
}

const COUNTED: Readonly<Record<string, string>> = { string: ' characters', array: ' values' };
const MANY_DIGITS = new RegExp(`^-?\\d{${MAX_DIGITS + 1},}$`);

/** The names of the attributes that an object within a schema has. */
function attributesAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = schema;
  for (const step of path) {
    at = typeof step === 'number' ? (bare(at) as z.ZodArray).element : partOf(bare(at), String(step));
  }
  const found = bare(at);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function partOf(schema: unknown, name: string): unknown {
  return schema instanceof z.ZodObject ? schema.shape[name] : undefined;
}

/** A schema without its marker that the value is optional. */
function bare(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema;
}

const MAX_SHOWN_LENGTH = 60;

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  // Numbers too large for JSON are written out.
  const text = (typeof value === 'number' ? undefined : JSON.stringify(value)) ?? String(value);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

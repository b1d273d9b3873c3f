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
 * Validates a part of a request with a schema.
 * @param part `request body`, `query` or `path`, for the message
 * @throws ApiError 400 with the attribute, the expected and the actual value
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError(400, problem(result.error.issues[0], value, part, schema));
}

/**
 * Checks an argument of a public function; suites in JavaScript have no compiler to check it.
 * @param what the argument for the message, such as `withEmulator: options`
 * @throws TypeError
 */
export function checkArgument(what: string, schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value);
  if (error !== undefined) throw new TypeError(problem(error.issues[0], value, what, schema));
}

/**
 * Parses the JSON of a request body.
 * @throws ApiError 400 if it is not JSON
 */
export function parseJson(text: string): unknown {
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
    return `${part}: ${names} is unknown${known.length === 0 ? '' : `; expected ${known.join(', ')}`}`;
  }
  const path = issue.path.map(String).join('.');
  const value = valueAt(root, issue.path);
  const what = path === '' ? part : `${part}: "${path}"`;
  if (value === undefined) return `${what} is missing; expected ${expectation(issue)}`;
  if (typeof value === 'string' && MANY_DIGITS.test(value)) {
    return `${what}: expected a number of at most ${MAX_DIGITS} digits, got ${describeValue(value)}`;
  }
  return `${what}: expected ${expectation(issue)}, got ${describeValue(value)}`;
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

/** The attribute names of an object within a schema. */
function attributesAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = schema;
  for (const step of path) {
    at = typeof step === 'number' ? (unwrap(at) as z.ZodArray).element : partOf(unwrap(at), String(step));
  }
  const found = unwrap(at);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function partOf(schema: unknown, name: string): unknown {
  return schema instanceof z.ZodObject ? schema.shape[name] : undefined;
}

function unwrap(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrap(schema.unwrap())
    : schema;
}

const MAX_SHOWN_LENGTH = 60;

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON.stringify turns infinite numbers into null.
  const text = (typeof value === 'number' ? undefined : JSON.stringify(value)) ?? String(value);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

import type { z } from 'zod';
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
 * What a schema makes of a part of a request.
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
  throw new ApiError(400, problem(result.error.issues[0], value, part));
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

function problem(issue: z.core.$ZodIssue | undefined, root: unknown, part: string): string {
  if (issue === undefined) return `${part} is not valid`;
  const path = issue.path.map(String).join('.');
  const value = valueAt(root, issue.path);
  const what = path === '' ? part : `${part}: "${path}"`;
  if (value === undefined) return `${what} is missing; expected ${expectation(issue)}`;
  return `${what}: expected ${expectation(issue)}, got ${shown(value)}`;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'too_big':
      return `at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    default:
      return issue.message;
  }
}

const LONGEST_SHOWN = 60;

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

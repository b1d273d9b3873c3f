import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PROJECT_QUERY } from '../../../src/platform/projects/project.js';
import { integerText, MAX_DIGITS, strictSchema, textList } from '../../../src/platform/resource/schema.js';

const parsed = (schema: z.ZodType, value: unknown) => {
  const { success, data } = schema.safeParse(value);
  return success ? data : 'refused';
};

describe('a query string', () => {
  test.each([
    ['5', 5],
    ['-5', -5],
    ['9'.repeat(MAX_DIGITS), 999_999_999_999_999],
    ['9'.repeat(MAX_DIGITS + 1), 'refused'],
    ['5.5', 'refused'],
    ['5x', 'refused'],
    ['x5', 'refused'],
    ['', 'refused'],
    [7, 7],
  ])('a query string parses the whole number %j as %j', (text, value) => {
    expect(parsed(integerText(), text)).toBe(value);
  });

  test('a query string refuses whole numbers out of bounds', () => {
    expect(['0', '1', '3', '4'].map((text) => parsed(integerText(1, 3), text))).toEqual([
      'refused',
      1,
      3,
      'refused',
    ]);
  });

  test.each([
    [undefined, []],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [
      ['a', 'b,c'],
      ['a', 'b', 'c'],
    ],
    [['a', 5], 'refused'],
  ])('a query string parses the list %j as %j', (given, value) => {
    expect(parsed(textList(), given)).toEqual(value);
  });

  test.each([
    ['true', true],
    ['false', false],
    [undefined, undefined],
    ['yes', 'refused'],
  ])('a query string parses the switch %j as %j', (text, value) => {
    expect(parsed(PROJECT_QUERY.recoverable, text)).toBe(value);
  });
});

describe('a strict schema', () => {
  // A new schema each time, because strict schemas are cached.
  const schemaOf = () => {
    const inner = z.object({ a: z.string() });
    return z.object({
      one: inner.optional(),
      none: inner.nullable(),
      many: z.array(inner),
      map: z.record(z.string(), z.string()),
    });
  };
  const value = { none: null, many: [], map: { anything: 'goes' } };

  test.each([
    [{}, true],
    [{ one: { a: '' }, none: { a: '' }, many: [{ a: '' }] }, true],
    [{ other: 1 }, false],
    [{ one: { a: '', b: '' } }, false],
    [{ none: { a: '', b: '' } }, false],
    [{ many: [{ a: '', b: '' }] }, false],
    [{ one: null }, false],
  ])('a strict schema refuses unknown attributes at every level: %j %s', (over, taken) => {
    const schema = schemaOf();
    expect(strictSchema(schema).safeParse({ ...value, ...over }).success).toBe(taken);
    expect(schema.safeParse({ ...value, other: 1 }).success).toBe(true);
  });

  test('a strict schema is created once', () => {
    const schema = schemaOf();
    expect(strictSchema(schema)).toBe(strictSchema(schema));
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { parseConnectionString } from '../../../src/postgres/http/connection-string.js';
import { errorJson, resultJson, rowJson } from '../../../src/postgres/http/sql-answer.js';
import { parseSqlRequest } from '../../../src/postgres/http/sql-request.js';

describe('connection strings', () => {
  test.each([
    [
      'postgresql://a%40b:p%2Fw@ep-x-pooler.localhost:1/my%20db?sslmode=require',
      { endpoint: 'ep-x-pooler', user: 'a@b', password: 'p/w', database: 'my db', options: undefined },
    ],
    [
      'postgres://a:p@127.0.0.1?options=endpoint%3Dep-x%20-c%20geqo%3Doff',
      { endpoint: 'ep-x', user: 'a', password: 'p', database: 'a', options: '-c geqo=off' },
    ],
  ])('the connection string %s is decoded, with the endpoint of its host or options', (text, parts) => {
    expect(parseConnectionString(text)).toEqual(parts);
  });

  test.each([
    ['nonsense', 'invalid connection string'],
    ['mysql://a:p@ep-x.localhost/d', 'incorrect scheme'],
    ['postgres://ep-x.localhost/d', 'missing username'],
    ['postgres://a@ep-x.localhost/d', 'missing authentication credentials: required password'],
    ['postgres://a:p@127.0.0.1/d', 'missing hostname'],
    ['postgres://a:%ff@ep-x.localhost/d', 'invalid password'],
    ['postgres://a:p@ep-x.localhost/d?options=endpoint%3Dep-y', 'Inconsistent project name'],
  ])('the connection string %s is refused', (text, message) => {
    expect(() => parseConnectionString(text)).toThrow(message);
  });
});

describe('requests', () => {
  const parse = (body: unknown, headers: Record<string, string> = {}) =>
    parseSqlRequest(
      typeof body === 'string' ? body : JSON.stringify(body),
      (name) => headers[name.toLowerCase()],
    );

  test.each([
    [true, 'true'],
    [42, '42'],
    [1.5, '1.5'],
    ['a"b', 'a"b'],
    [null, null],
    [{ a: [1] }, '{"a":[1]}'],
    // That of the platform's test, and more.
    [[1, null, 'NULL', 'a"\\b', [true, { x: 1 }]], String.raw`{1,NULL,"NULL","a\"\\b",{true,"{\"x\":1}"}}`],
    [[], '{}'],
  ])('the parameter %j becomes the text %j', (parameter, text) => {
    const { statements } = parse({ query: 'q', params: [parameter] });
    expect(statements).toEqual([{ query: 'q', params: [text], array_mode: false }]);
  });

  test('a batch has the transaction mode of its headers, and statements can override the array mode', () => {
    const headers = {
      'neon-batch-isolation-level': 'RepeatableRead',
      'neon-batch-read-only': 'true',
      'neon-batch-deferrable': 'false',
      'neon-array-mode': 'true',
      'neon-raw-text-output': 'true',
    };
    expect(parse({ queries: [{ query: 'a', arrayMode: false }, { query: 'b' }] }, headers)).toEqual({
      statements: [
        { query: 'a', params: [], array_mode: false },
        { query: 'b', params: [], array_mode: true },
      ],
      begin: 'START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
      raw_text: true,
      echoed: { 'Neon-Batch-Isolation-Level': 'RepeatableRead', 'Neon-Batch-Read-Only': 'true' },
    });
    expect(parse({ queries: [] }).begin).toBe('START TRANSACTION');
  });

  test.each<[unknown, string, string]>([
    ['{', '', 'could not parse the HTTP request body: '],
    [{}, '', 'expected {"query"'],
    [{ query: 'a', params: 'x' }, '', 'expected {"query"'],
    [{ queries: [] }, 'constructor', 'invalid isolation level'],
  ])('%j with the isolation level "%s" is refused', (body, level, message) => {
    expect(() => parse(body, level === '' ? {} : { 'neon-batch-isolation-level': level })).toThrow(message);
  });
});

describe('answers', () => {
  const field = (name: string, dataTypeID: number): pg.FieldDef => ({
    ...{ name, dataTypeID, tableID: 0, columnID: 0, dataTypeSize: -1, dataTypeModifier: -1 },
    format: 'text',
  });
  const object = { query: '', params: [], array_mode: false };
  const array = { ...object, array_mode: true };
  const VALUES = parseYaml(readFileSync(join(import.meta.dirname, 'sql-values.yaml'), 'utf8')) as readonly {
    readonly type: string;
    readonly oid: number;
    readonly text: string;
    readonly value: unknown;
  }[];

  test.each(VALUES)('the $type $text is encoded as JSON', ({ oid, text, value }) => {
    const fields = [field('a', oid)];
    expect(JSON.parse(rowJson([text], fields, object, false))).toEqual({ a: value });
    expect(JSON.parse(rowJson([text], fields, array, true))).toEqual([text]);
  });

  test('numbers in JSON keep all digits, and the last of several columns with the same name wins', () => {
    const fields = [field('a', 3802), field('a', 23), field('__proto__', 25)];
    const json = '{"x": 12345678901234567890}';
    expect(rowJson([json, '7', 'p'], fields, object, false)).toBe('{"a":7,"__proto__":"p"}');
    expect(rowJson([json], fields, object, false)).toBe(`{"a":${json}}`);
  });

  test('results and errors have the format of the platform’s driver', () => {
    const result = { fields: [field('a', 23)], command: 'SELECT', rowCount: 1, oid: 0, rows: [] };
    const { fields, command, rowCount } = result;
    expect(JSON.parse(resultJson(array, result, ['[1]']))).toEqual({
      ...{ fields, command, rowCount, rows: [[1]], rowAsArray: true },
    });
    const error = { code: '42703', position: '8' };
    const shown = JSON.parse(errorJson(Object.assign(new Error('no'), error)));
    expect(shown).toMatchObject({ message: 'no', ...error, hint: null });
  });
});

import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { parseConnectionString } from '../../../src/postgres/http/connection-string.js';
import { errorJson, resultJson, rowJson } from '../../../src/postgres/http/sql-answer.js';
import { parseSqlRequest } from '../../../src/postgres/http/sql-request.js';

describe('connection strings', () => {
  test('the endpoint by host or by options, everything decoded', () => {
    expect(
      parseConnectionString('postgresql://a%40b:p%2Fw@ep-x-pooler.localhost:1/my%20db?sslmode=require'),
    ).toEqual({
      endpoint: 'ep-x-pooler',
      user: 'a@b',
      password: 'p/w',
      database: 'my db',
      options: undefined,
    });
    expect(
      parseConnectionString('postgres://a:p@127.0.0.1?options=endpoint%3Dep-x%20-c%20geqo%3Doff'),
    ).toEqual({
      endpoint: 'ep-x',
      user: 'a',
      password: 'p',
      database: 'a',
      options: '-c geqo=off',
    });
  });

  test.each([
    ['nonsense', 'invalid connection string'],
    ['mysql://a:p@ep-x.localhost/d', 'incorrect scheme'],
    ['postgres://ep-x.localhost/d', 'missing username'],
    ['postgres://a@ep-x.localhost/d', 'missing authentication credentials: required password'],
    ['postgres://a:p@127.0.0.1/d', 'missing hostname'],
    ['postgres://a:%ff@ep-x.localhost/d', 'invalid password'],
    ['postgres://a:p@ep-x.localhost/d?options=endpoint%3Dep-y', 'Inconsistent project name'],
  ])('%s is refused', (text, message) => {
    expect(() => parseConnectionString(text)).toThrow(message);
  });
});

describe('requests', () => {
  const parse = (body: unknown, headers: Record<string, string> = {}) =>
    parseSqlRequest(
      typeof body === 'string' ? body : JSON.stringify(body),
      (name) => headers[name.toLowerCase()],
    );

  test('parameters become texts as the platform makes them', () => {
    const params = [true, 42, 1.5, 'a"b', null, { a: [1] }, [1, null, 'NULL', 'a"\\b', [true, { x: 1 }]], []];
    expect(parse({ query: 'q', params }).statements).toEqual([
      {
        query: 'q',
        // The array is that of the platform's own test, and more.
        params: [
          'true',
          '42',
          '1.5',
          'a"b',
          null,
          '{"a":[1]}',
          String.raw`{1,NULL,"NULL","a\"\\b",{true,"{\"x\":1}"}}`,
          '{}',
        ],
        array_mode: false,
      },
    ]);
  });

  test('a batch begins as its headers say, each statement in its own mode or the header’s', () => {
    const headers = {
      'neon-batch-isolation-level': 'RepeatableRead',
      'neon-batch-read-only': 'true',
      'neon-batch-deferrable': 'false',
      'neon-array-mode': 'true',
      'neon-raw-text-output': 'true',
    };
    const asked = parse({ queries: [{ query: 'a', arrayMode: false }, { query: 'b' }] }, headers);
    expect(asked).toEqual({
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

  test.each<[string, unknown, Record<string, string>, string]>([
    ['no JSON', '{', {}, 'could not parse the HTTP request body: '],
    ['no query', {}, {}, 'expected {"query"'],
    ['parameters that are not a list', { query: 'a', params: 'x' }, {}, 'expected {"query"'],
    [
      'an unknown level',
      { queries: [] },
      { 'neon-batch-isolation-level': 'constructor' },
      'invalid isolation level',
    ],
  ])('%s is refused', (_, body, headers, message) => {
    expect(() => parse(body, headers)).toThrow(message);
  });
});

describe('answers', () => {
  const field = (name: string, dataTypeID: number): pg.FieldDef => ({
    name,
    dataTypeID,
    tableID: 0,
    columnID: 0,
    dataTypeSize: -1,
    dataTypeModifier: -1,
    format: 'text',
  });
  const object = { query: '', params: [], array_mode: false };
  const array = { ...object, array_mode: true };

  test.each<[string, number, string, unknown]>([
    // Those of the platform's own tests.
    ['text', 25, 'foo', 'foo'],
    ['int4', 23, '42', 42],
    ['int2', 21, '42', 42],
    ['int8', 20, '42', '42'],
    ['float8', 701, '42.42', 42.42],
    ['float4', 700, 'NaN', 'NaN'],
    ['float4', 700, '-Infinity', '-Infinity'],
    ['jsonb', 3802, '{"s":"str","n":42,"a":[null,3,"a"]}', { s: 'str', n: 42, a: [null, 3, 'a'] }],
    ['bool', 16, 't', true],
    ['numeric', 1700, '1.50', '1.50'],
    ['bool[]', 1000, '{t,f,NULL}', [true, false, null]],
    ['int4[]', 1007, '[0:1]={1,2}', [1, 2]],
    [
      'int4[][]',
      1007,
      '{{1,2},{3,4}}',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['text[]', 1009, String.raw`{"a,b",c,"NULL",NULL,"q\"\\"}`, ['a,b', 'c', 'NULL', null, 'q"\\']],
    ['json[]', 199, String.raw`{"{\"a\": 1}"}`, [{ a: 1 }]],
    ['int8[]', 1016, '{1}', ['1']],
  ])('%s', (_, type, text, value) => {
    const fields = [field('a', type)];
    expect(JSON.parse(rowJson([text], fields, object, false))).toEqual({ a: value });
    expect(JSON.parse(rowJson([text], fields, array, true))).toEqual([text]);
  });

  test('digits of JSON stay, and the last of equal names counts', () => {
    const fields = [field('a', 3802), field('a', 23), field('__proto__', 25)];
    expect(rowJson(['{"x": 12345678901234567890}', '7', 'p'], fields, object, false)).toBe(
      '{"a":7,"__proto__":"p"}',
    );
    expect(rowJson(['{"x": 12345678901234567890}'], fields, object, false)).toBe(
      '{"a":{"x": 12345678901234567890}}',
    );
  });

  test('a result and an error as the platform’s driver expects them', () => {
    const result = { fields: [field('a', 23)], command: 'SELECT', rowCount: 1, oid: 0, rows: [] };
    expect(JSON.parse(resultJson(array, result, ['[1]']))).toEqual({
      fields: [field('a', 23)],
      rows: [[1]],
      command: 'SELECT',
      rowCount: 1,
      rowAsArray: true,
    });
    const error = Object.assign(new Error('no'), { code: '42703', position: '8' });
    expect(JSON.parse(errorJson(error))).toMatchObject({
      message: 'no',
      code: '42703',
      position: '8',
      hint: null,
    });
  });
});

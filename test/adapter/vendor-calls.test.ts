import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ANSWER_SCHEMAS } from '../../src/adapter/answer-schema.js';
import { CALLS, type CallId, CONTRACT, ROUTED_CALLS } from '../../src/api/contract.js';
import { ABSENT, LATER_CALLS, NOT_SERVED } from '../../src/api/not-served.js';
import type { Call } from '../../src/platform/resource/call.js';

/** A schema of the vendor's description or of neap's requirements, limited to the compared parts. */
interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Body {
  readonly $ref?: string;
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}

const FILE = createRequire(import.meta.url).resolve('@neondatabase/api-client/public-v2-for-users.gen.yaml');
const DOCUMENT = parse(readFileSync(FILE, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

function resolved<Thing extends { readonly $ref?: string }>(thing: Thing): Thing {
  if (thing.$ref === undefined) return thing;
  const parts = thing.$ref.replace('#/', '').split('/');
  const found = parts.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], DOCUMENT);
  return resolved(found as Thing);
}

/** A schema with its parts merged. */
function whole(schema: Schema): Schema {
  const own = resolved(schema);
  const parts = (own.allOf ?? []).map(whole);
  return {
    ...own,
    ...(own.type === undefined && parts[0]?.type !== undefined ? { type: parts[0].type } : {}),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
    required: [...parts.flatMap(({ required = [] }) => required), ...(own.required ?? [])],
  };
}

function schemaOf(body: Body): Schema | undefined {
  return resolved(body).content?.['application/json']?.schema;
}

/** Places that require more than the vendor promises. */
function unpromised(relied: Schema, vendor: Schema, where: string): readonly string[] {
  const promised = whole(vendor);
  const problems: string[] = [];
  if (relied.enum !== undefined) {
    const unknown = (promised.enum ?? []).filter((value) => relied.enum?.includes(value) === false);
    problems.push(...unknown.map((value) => `${where}: ${value} is not known`));
  }
  for (const [name, schema] of Object.entries(relied.properties ?? {})) {
    const own = promised.properties?.[name];
    const needed = relied.required?.includes(name) === true;
    if (needed && promised.required?.includes(name) !== true) problems.push(`${where}.${name}: not promised`);
    if (own !== undefined) problems.push(...unpromised(schema, own, `${where}.${name}`));
  }
  if (relied.items !== undefined && promised.items !== undefined) {
    problems.push(...unpromised(relied.items, promised.items, `${where}[]`));
  }
  return problems;
}

function operationOf(name: CallId): Operation | undefined {
  const { method, path }: Call = CONTRACT[name];
  return DOCUMENT.paths[path]?.[method.toLowerCase()];
}

/** Served calls and parameters that exist only in the vendor's latest SDK. */
const LATER_SERVED: ReadonlySet<string> = new Set<CallId>([
  'listProjectBranchTriggers',
  'queryProjectBranchLogs',
  'listProjectBranchLogFields',
  'listProjectBranchLogFieldValues',
  'revealCredential',
  'rotateCredential',
]);
const LATER_PARAMETERS: readonly string[] = ['slug'];

describe("adapter calls match the vendor's API", () => {
  const described = (Object.keys(CONTRACT) as CallId[]).filter((name) => !LATER_SERVED.has(name));
  test.each(described)('the call matches the vendor: %s', (name) => {
    const call: Call = CONTRACT[name];
    const operation = operationOf(name);
    expect(operation?.operationId).toBe(name);
    const { parameters = [], requestBody, responses } = operation!;
    const shared = (DOCUMENT.paths[call.path] as unknown as { parameters?: Operation['parameters'] })
      .parameters;
    const inQuery = [...parameters, ...(shared ?? [])]
      .map(resolved)
      .filter((each) => each.in === 'query')
      .map((each) => each.name);
    expect([...inQuery, ...LATER_PARAMETERS]).toEqual(expect.arrayContaining(Object.keys(call.query.shape)));
    const body = requestBody === undefined ? undefined : schemaOf(requestBody);
    expect(Object.keys(body === undefined ? {} : (whole(body).properties ?? {}))).toEqual(
      expect.arrayContaining(Object.keys(call.body?.shape ?? {})),
    );
    const success = ['200', '201', '202', '204'].find((status) => responses[status] !== undefined);
    expect(String(call.status)).toBe(success);
    const answer = schemaOf(responses[success!]!);
    const relied = z.toJSONSchema(ANSWER_SCHEMAS[name], { unrepresentable: 'any' }) as Schema;
    expect(answer === undefined ? (relied.required ?? []) : unpromised(relied, answer, name)).toEqual([]);
  });

  test('every operation of the vendor is either served or listed as not served, exactly once', () => {
    const vendor = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) =>
        operationId === undefined ? [] : [`${operationId}: ${method.toUpperCase()} ${path}`],
      ),
    );
    const listed = ROUTED_CALLS.map(({ operation_id, method, path }) => `${operation_id}: ${method} ${path}`);
    expect(vendor.length).toBeGreaterThan(150);
    const later = Object.entries(LATER_CALLS).map(([name, at]) => `${name}: ${at}`);
    const described = listed.filter((each) => !LATER_SERVED.has(each.split(':')[0]!));
    expect([...described].sort()).toEqual([...vendor, ...later].sort());
    expect(listed).toHaveLength(described.length + LATER_SERVED.size);
    const refused = [...Object.keys(NOT_SERVED), ...Object.keys(ABSENT)];
    expect(listed).toHaveLength(CALLS.length + refused.length);
  });

  test("every call in the vendor's latest SDK is known", () => {
    const code = readFileSync('node_modules/@neon/sdk/dist/client/sdk.gen.js', 'utf8');
    const made = [...code.matchAll(/\.(get|post|put|patch|delete)\(\{[\s\S]*?url: "([^"]+)"/g)].map(
      ([, method = '', path = '']) => `${method.toUpperCase()} ${path}`,
    );
    const unnamed = (at: string) => at.replaceAll(/\{\w+\}/g, '{}');
    const known = new Set(ROUTED_CALLS.map(({ method, path }) => unnamed(`${method} ${path}`)));
    expect(made.length).toBeGreaterThan(150);
    expect(made.filter((at) => !known.has(unnamed(at)))).toEqual([]);
  });

  test('a call that the vendor does not offer would be detected', () => {
    const answer = schemaOf(operationOf('getProjectEndpoint')!.responses['200']!)!;
    const state = { enum: ['active'] };
    const endpoint = { properties: { cu: {}, current_state: state }, required: ['cu', 'current_state'] };
    expect(unpromised({ properties: { endpoint }, required: ['endpoint'] }, answer, 'it')).toEqual([
      'it.endpoint.cu: not promised',
      'it.endpoint.current_state: init is not known',
      'it.endpoint.current_state: idle is not known',
    ]);
  });
});

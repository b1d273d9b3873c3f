import fc from 'fast-check';
import { z } from 'zod';
import { CALLS } from '../../src/api/contract.js';
import { FROM_ADDR } from '../../src/platform/checks/authentication.js';
import { PlatformError } from '../../src/platform/checks/platform-error.js';
import type { Platform } from '../../src/platform/platform.js';
import type { Call } from '../../src/platform/resource/call.js';
import type { EmulatorUnderTest } from './emulator-under-test.js';

/** A random request; placeholders such as `$project:3` are replaced by ids when it is sent. */
export interface RandomRequest {
  readonly route: Call;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Sent instead of the body. */
  readonly raw: string | undefined;
  readonly key: string;
  readonly skip: string | undefined;
}

/** The subjects of random requests: ids and keys of the tenant, of other tenants, and unknown ones. */
export interface Pools {
  readonly [name: string]: string[];
}

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema;
}

/** The attributes and parameters that take values from each pool. */
const NAMES_OF: Readonly<Record<string, string>> = {
  $project: 'project_id project_ids',
  $branch: 'branch_id branch_ids parent_id source_branch_id target_branch_id base_branch_id',
  $endpoint: 'endpoint_id',
  $operation: 'operation_id',
  $org: 'org_id source_org_id destination_org_id',
  $member: 'member_id',
  $key_id: 'key_id',
  $token: 'token_id',
  $role: 'role_name owner_name',
  $database: 'database_name db_name',
  $snapshot: 'snapshot_id',
  $permission: 'permission_id',
  $jwks: 'jwks_id',
  $request: 'request_id',
  $vpc: 'vpc_endpoint_id',
  $region: 'region_id',
  $email: 'email',
  $url: 'jwks_url',
};
const POOL_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(NAMES_OF).flatMap(([pool, names]) => names.split(' ').map((name) => [name, pool])),
);

const NUMBERS = [0, 0.25, 0.5, 1, 2, 3, 8, 16, 18, 56, 57, -1, 60, 300, 86_400, 604_800, 1.3, 1e9, 17];
const WORDS = [
  ...['main', 'dev', 'a', 'neondb', 'Ünïcode', '', ' ', '../x'],
  ...['2026-01-06T00:00:00Z', 'aws-us-east-1'],
];
const ODD = [null, '', [], {}, 'x'.repeat(400), -1, 1e308, true, { __proto__: null }, [[[]]]];
const RAW = [
  ...['', '{', '[]', 'null', '"x"', '{"endpoint":', '[1e999]', '['.repeat(5000)],
  ...['{"__proto__":{"a":1}}', '\u0000'],
];

function ofSchema(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 14, arbitrary: sound(schema, name) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...ODD) },
  );
}

function sound(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => ofSchema(each, name)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      if (schema.properties === undefined) {
        return fc.dictionary(fc.constantFrom('work_mem', 'a b', '__proto__'), fc.constantFrom('4MB', ''));
      }
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties).map(([key, each]) => [
            key,
            // Mostly required attributes, and some optional ones.
            schema.required?.includes(key) === true
              ? ofSchema(each, key)
              : fc.option(ofSchema(each, key), { nil: undefined, freq: 1 }),
          ]),
        ),
      );
    case 'array':
      return fc.array(ofSchema(schema.items ?? {}, name), { maxLength: 3 });
    case 'integer':
    case 'number':
      // Ids of keys are numbers, and appear in paths.
      if (POOL_OF[name] !== undefined) return text(name);
      return fc.constantFrom(...NUMBERS);
    case 'boolean':
      return fc.boolean();
    default:
      return text(name);
  }
}

function text(name: string): fc.Arbitrary<string> {
  const pool = POOL_OF[name];
  if (pool === undefined) return fc.constantFrom(...WORDS);
  return fc.nat(30).map((place) => `${pool}:${place}`);
}

function strings(schema: z.ZodType, optional: boolean): fc.Arbitrary<Record<string, string>> {
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema;
  const values = Object.entries(properties).map(([name, each]) => {
    const value = fc.oneof(
      {
        weight: 9,
        arbitrary: sound(each, name).map((one) => (Array.isArray(one) ? one.join(',') : String(one))),
      },
      { weight: 1, arbitrary: fc.constantFrom('nonsense', '-1', '0', '%2e', 'x'.repeat(100)) },
    );
    return [name, optional ? fc.option(value, { nil: undefined, freq: 1 }) : value];
  });
  return fc
    .record(Object.fromEntries(values))
    .map((record) =>
      Object.fromEntries(
        Object.entries(record).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    );
}

/** Requests to every route: mostly sensible, partly broken. */
export const RANDOM_REQUEST = randomRequestTo(CALLS);

/** Requests to some routes: mostly sensible, partly broken. */
export function randomRequestTo(routes: readonly Call[]): fc.Arbitrary<RandomRequest> {
  return fc.oneof(
    // By name, so that the order of the contract decides nothing.
    ...routes
      .toSorted((first, second) => (first.operation_id < second.operation_id ? -1 : 1))
      .map((route) => ({
        // Services other than Postgres have few rules to test.
        weight: route.method === 'GET' || route.tag === 'Services' ? 1 : 2,
        arbitrary: fc.record({
          route: fc.constant(route),
          params: strings(route.params, false),
          query: strings(route.query, true),
          body:
            route.body === undefined
              ? fc.constant(undefined)
              : ofSchema(
                  z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
                  '',
                ),
          raw: fc.oneof(
            { weight: 30, arbitrary: fc.constant(undefined) },
            { weight: 1, arbitrary: fc.constantFrom(...RAW) },
          ),
          key: fc.oneof(
            { weight: 18, arbitrary: fc.constant('$key:0') },
            { weight: 4, arbitrary: fc.nat(30).map((place) => `$key:${place}`) },
            { weight: 1, arbitrary: fc.constantFrom('', 'nonsense') },
          ),
          skip: fc.oneof(
            { weight: 2, arbitrary: fc.constant(undefined) },
            { weight: 1, arbitrary: fc.constantFrom('500ms', '10s', '6m', '2h') },
          ),
        }),
      })),
  );
}

/** Replaces the placeholders of a random request by known ids. */
export function fillIds(value: unknown, pools: Pools): unknown {
  if (typeof value === 'string') {
    const match = /^(\$\w+):(\d+)$/.exec(value);
    const pool = match === null ? undefined : pools[match[1]!];
    if (match === null || pool === undefined) return value;
    return pool.length === 0 ? 'nobody' : pool[Number(match[2]) % pool.length];
  }
  if (Array.isArray(value)) return value.map((each) => fillIds(each, pools));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillIds(each, pools)]));
  }
  return value;
}

export function pathOf({ route, params, query }: RandomRequest, pools: Pools): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(fillIds(params[name] ?? '', pools)) || 'empty'),
  );
  const filled = new URLSearchParams(fillTexts(query, pools)).toString();
  return filled === '' ? path : `${path}?${filled}`;
}

/** Replaces the placeholders of texts and comma-separated lists by known ids. */
export function fillTexts(texts: Readonly<Record<string, string>>, pools: Pools): Record<string, string> {
  const filled = Object.entries(texts).map(([name, value]) => [
    name,
    value
      .split(',')
      .map((each) => fillIds(each, pools))
      .join(','),
  ]);
  return Object.fromEntries(filled);
}

/** Initial pools: a tenant, another one, and unknown ids. */
export async function poolsOf(emulator: EmulatorUnderTest): Promise<Pools> {
  const { body: outsider } = await emulator.control('POST', '/users', { name: 'S', email: 's@neap.example' });
  const { body: key } = await emulator.control('POST', `/users/${outsider.id}/api_keys`, { key_name: 'k' });
  const { body: theirs } = await emulator.call('POST', '/projects', { project: { name: 'theirs' } }, key.key);
  const mine = await emulator.project({ name: 'mine' });
  const { body: spare } = await emulator.call('POST', '/api_keys', { key_name: 'spare' });
  const { body: mine_orgs } = await emulator.call('GET', '/users/me/organizations');
  return {
    $project: [mine.project_id, mine.project_id, theirs.project.id, 'nobody-1'],
    $branch: [mine.branch_id, mine.branch_id, theirs.branch.id, 'br-nobody-1'],
    $endpoint: [mine.endpoint_id, mine.endpoint_id, theirs.endpoints[0].id, 'ep-nobody-1'],
    $operation: [theirs.operations[0].id, mine.created.operations[0].id],
    $org: [mine_orgs.organizations[0].id, mine_orgs.organizations[0].id, 'org-nobody-1'],
    $member: [],
    $key_id: [String(spare.id), '999999'],
    $role: ['neondb_owner', 'reader'],
    $database: ['neondb', 'orders'],
    $snapshot: [],
    $permission: [],
    $jwks: [],
    $request: [],
    $token: [],
    $vpc: ['vpce-1', 'vpce-2'],
    $region: ['aws-us-east-2', 'aws-us-east-2', 'aws-us-east-2', 'aws-us-east-1', 'mars'],
    $email: ['s@neap.example', 'new@neap.example', 'nobody'],
    $url: ['https://keys.example/jwks.json', 'https://keys.example', 'nowhere'],
    $key: [emulator.key, key.key, spare.key],
  };
}

/** The kinds of objects with text ids, recognized by the prefix of the id or by a unique attribute. */
const KINDS: readonly (readonly [pool: string, mark: string])[] = [
  ['$branch', 'br-'],
  ['$endpoint', 'ep-'],
  ['$operation', 'action'],
  ['$member', 'joined_at'],
  ['$project', 'pg_version'],
  ['$snapshot', 'snap-'],
  ['$jwks', 'jwks_url'],
  ['$permission', 'granted_at'],
  ['$request', 'expires_at'],
];

/** Adds the ids of an answer to the pools. */
export function learn(pools: Pools, body: unknown): void {
  if (Array.isArray(body)) for (const each of body) learn(pools, each);
  if (typeof body !== 'object' || body === null) return;
  for (const [key, value] of Object.entries(body)) {
    if (key === 'id' && typeof value === 'string') {
      const kind = KINDS.find(([, mark]) => (mark.endsWith('-') ? value.startsWith(mark) : mark in body));
      if (kind !== undefined) pools[kind[0]]!.push(value);
    } else if (key === 'token_id') pools['$token']!.push(String(value));
    else if (key === 'id' && 'key' in body) {
      pools['$key_id']!.push(String(value));
      pools['$key']!.push(String(body.key));
    } else learn(pools, value);
  }
}

/** The keys of a sequence of requests. */
export class Keys {
  readonly #secrets: Map<string, string>;
  /** Secrets of keys that have been revoked. */
  readonly revoked = new Set<string>();

  constructor(pools: Pools) {
    this.#secrets = new Map([[pools['$key_id']![0]!, pools['$key']![2]!]]);
  }

  /** Records the keys that an answer creates or revokes. */
  learn(body: unknown): void {
    const { id, key, revoked } = (body ?? {}) as { id?: unknown; key?: unknown; revoked?: unknown };
    if (typeof key === 'string') this.#secrets.set(String(id), key);
    if (revoked === true) this.revoked.add(this.#secrets.get(String(id))!);
  }
}

/** The body of a request as it is sent. */
export function bodyOf({ route, raw, body }: RandomRequest, pools: Pools): string | undefined {
  return route.method === 'GET' ? undefined : (raw ?? JSON.stringify(fillIds(body, pools)));
}

/** Marks a request whose parts do not have the types of the rules' input. */
export const NO_INPUT = Symbol('no input');

/** The rules' answer to a request, or the {@link PlatformError} of their refusal. */
export function answerOfRules(
  platform: Platform,
  now_ms: number,
  request: RandomRequest,
  pools: Pools,
): unknown {
  const { route } = request;
  try {
    const caller = platform.authenticate(String(fillIds(request.key, pools)), FROM_ADDR, now_ms);
    const text = bodyOf(request, pools) ?? '';
    const body = text === '' && route.body_optional ? '{}' : text;
    const input = {
      ...(route.body === undefined ? {} : (route.body.parse(JSON.parse(body)) as object)),
      ...(route.query.parse(fillTexts(request.query, pools)) as object),
      ...(route.params.parse(fillIds(request.params, pools)) as object),
    };
    return platform.call(route, caller, input as never, now_ms);
  } catch (error) {
    return error instanceof PlatformError ? error : NO_INPUT;
  }
}

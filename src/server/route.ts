import { z } from 'zod';
import type { Caller } from '../platform/caller.js';
import type { Platform } from '../platform/platform.js';

type Shape = Readonly<Record<string, z.ZodType>>;

/** A call of the management API, as HTTP sees it: where it is, what it takes, what it answers. */
export interface Route {
  /** The name of the operation in the platform's own API description, and of the platform's method. */
  readonly operation_id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the version segment, with parameters in braces: `/projects/{project_id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType | undefined;
  /** Whether the body may be left out. */
  readonly body_optional: boolean;
  readonly response: z.ZodType;
  /** Status of success; a delete that answers `undefined` has 204 instead. */
  readonly status: 200 | 201;
  /** Whether it creates an organization's keys, which has a rate limit of its own. */
  readonly creates_org_key: boolean;
  /** Calls the platform with path parameters, query and body taken together. */
  readonly answer: (platform: Platform, caller: Caller, input: unknown, now_ms: number) => unknown;
}

/** A {@link Route} as it is written down: what is left out is empty. */
interface RouteDefinition<Params extends Shape, Query extends Shape, Body extends Shape> {
  readonly id: string;
  /** Method and path: `GET /projects/{project_id}`. */
  readonly at: `${Route['method']} /${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly body_optional?: boolean;
  readonly response: z.ZodType;
  readonly status?: 200 | 201;
  readonly creates_org_key?: boolean;
  readonly answer: (
    platform: Platform,
    caller: Caller,
    input: z.output<z.ZodObject<Params>> & z.output<z.ZodObject<Query>> & z.output<z.ZodObject<Body>>,
    now_ms: number,
  ) => unknown;
}

/** Checks the input of a route against its schemas, for the compiler, and forgets the types. */
export function route<
  Params extends Shape = Record<never, never>,
  Query extends Shape = Record<never, never>,
  Body extends Shape = Record<never, never>,
>(definition: RouteDefinition<Params, Query, Body>): Route {
  const [method, path] = definition.at.split(' ') as [Route['method'], string];
  return {
    operation_id: definition.id,
    method,
    path,
    tag: definition.tag,
    summary: definition.summary,
    params: z.object(definition.params ?? {}),
    query: z.object(definition.query ?? {}),
    body: definition.body === undefined ? undefined : z.object(definition.body),
    body_optional: definition.body_optional ?? false,
    response: definition.response,
    status: definition.status ?? 200,
    creates_org_key: definition.creates_org_key ?? false,
    // The three parts have been validated by the schemas above when this is called.
    answer: definition.answer as Route['answer'],
  };
}

import { z } from 'zod';
import type { ForBranch } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import type { State } from '../store/state.js';
import { integerText, type Shaped } from './schema.js';

/** The platform's request limits. Source: the platform's API documentation, 2026. */
export const RATE_LIMITS = {
  /** Per account, over all routes. */
  account_per_minute: 700,
  /** Per account and route. */
  route_per_second: 40,
  /** Creation of organization keys, per account. */
  org_key_creation_per_second: 10,
} as const;

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method and path below the version segment, with parameters in braces, such as `GET /projects/{project_id}`. */
export type Place = `${ApiMethod} /${string}`;

export const BRANCH_PATH = '/projects/{project_id}/branches/{branch_id}';

type Shape = Readonly<Record<string, z.ZodType>>;
type None = Record<never, never>;

/** Path parameters of a {@link Place}. */
export type Params<At extends string> = At extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: Key extends 'key_id' ? number : string } & Params<Rest>
  : unknown;

/** The data type of a shape; `unknown` for an empty one, which zod types as a record. */
type Part<Of extends z.ZodRawShape> = keyof Of extends never ? unknown : Shaped<z.ZodObject<Of>>;

type UnknownIfEmpty<Parts> = keyof Parts extends never ? unknown : Parts;

/** Path parameters, query and body in one object; `unknown` if the call has no input. */
type InputOf<At extends string, Query extends Shape, Body extends z.ZodObject> = UnknownIfEmpty<
  Params<At> & Part<Query> & Part<Body['shape']>
>;

interface Declaration<Input, Found, Query, Body, Answer extends z.ZodType, Absent> {
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  readonly body_optional?: true;
  readonly answer: Answer;
  /** Whether real servers need disk space for the call. */
  readonly stores_data?: true;
  /** Status of success; 200 by default. */
  readonly status?: 201 | 202 | 204;
  /** Status of the result `undefined`: nothing to delete. */
  readonly absent?: Absent;
  /** Maximum requests per second of one account. */
  readonly per_second?: number;
  /** Finds the subject within the caller's reach, or throws a PlatformError; the caller itself by default. */
  readonly on?: (state: State, caller: Caller, ids: NoInfer<Input>) => Found;
  /** @throws PlatformError if the call is refused */
  rule(
    state: State,
    found: NoInfer<Found>,
    input: NoInfer<Input>,
    caller: Caller,
  ): Shaped<Answer> | (Absent extends 204 ? undefined : never);
}

/** A declared call without its name and tag. */
type UntaggedCall<Input, Answer> = Omit<Call<Input, Answer>, 'operation_id' | 'tag'>;

/**
 * Answers a call of the management API.
 * @param input path parameters, query and body in one object
 * @throws PlatformError if the call is refused
 */
export type Rule<Input, Answer> = (state: State, caller: Caller, input: Input) => Answer;

/** A call of the management API. */
export interface Call<Input = never, Answer = unknown> {
  /** The name of the operation in the vendor's API description. */
  readonly operation_id: string;
  readonly method: ApiMethod;
  /** Below the version segment, with parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** `undefined` for a request without a body. */
  readonly body: z.ZodObject | undefined;
  /** Whether the body is optional. */
  readonly body_optional: boolean;
  readonly answer: z.ZodType;
  readonly status: 200 | 201 | 202 | 204;
  readonly absent: 204 | undefined;
  readonly stores_data: boolean;
  readonly per_second: number;
  readonly rule: Rule<Input, Answer>;
}

/**
 * Declares a call: its place, schemas, subject and rule. Routes, validation, the API description, adapters and fuzzing
 * read this value; its key in the table is the vendor's name of the operation.
 */
export function call<
  const At extends Place,
  Answer extends z.ZodType,
  Found = Caller,
  Query extends Shape = None,
  Body extends z.ZodObject = z.ZodObject<None>,
  Absent extends 204 | undefined = undefined,
>(
  at: At,
  declaration: Declaration<InputOf<At, Query, Body>, Found, Query, Body, Answer, Absent>,
): UntaggedCall<InputOf<At, Query, Body>, Shaped<Answer> | (Absent extends 204 ? undefined : never)> {
  const { on, rule, query, ...rest } = declaration;
  return {
    ...{ body: undefined, body_optional: false, status: 200, absent: undefined, stores_data: false },
    per_second: RATE_LIMITS.route_per_second,
    ...rest,
    ...parsePlace(at),
    query: z.object(query ?? {}),
    rule(state, caller, input) {
      // Without a finder `Found` is the caller.
      const found = on === undefined ? (caller as Found) : on(state, caller, input);
      return rule(state, found, input, caller);
    },
  };
}

/** Parses a {@link Place} into method, path and the schema of its path parameters. */
export function parsePlace(at: Place): Pick<Call, 'method' | 'path' | 'params'> {
  const [method, path] = at.split(' ') as [ApiMethod, string];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const params = names.map((name) => [name, name === 'key_id' ? integerText() : z.string()] as const);
  return { method, path, params: z.object(Object.fromEntries(params)) };
}

/** Finds a subject that belongs to an outer one, such as a branch of a project. */
export function within<Outer, OuterIds, Ids, Found>(
  outer: (state: State, caller: Caller, ids: OuterIds) => Outer,
  find: (state: State, found: Outer, ids: Ids, caller: Caller) => Found,
) {
  return (state: State, caller: Caller, ids: OuterIds & Ids): Found =>
    find(state, outer(state, caller, ids), ids, caller);
}

/** A call that the API description omits, because its rule refuses it. */
export function refusedCall(operation_id: string, at: Place, rule: Rule<ForBranch, never>): Call {
  const declared = call(at, {
    summary: 'Not served',
    answer: z.never(),
    rule: (): never => undefined as never,
  });
  return Object.freeze({ operation_id, tag: '', ...declared, rule: rule as Rule<never, never> });
}

/** Gives the calls of a table their names and their group in the API description. */
export function withTag<Table extends Readonly<Record<string, UntaggedCall<never, unknown>>>>(
  tag: string,
  table: Table,
): { readonly [Id in keyof Table]: Table[Id] & Pick<Call, 'operation_id' | 'tag'> } {
  const named = Object.entries(table).map(([operation_id, declared]) => [
    operation_id,
    Object.freeze({ operation_id, tag, ...declared }),
  ]);
  return Object.fromEntries(named) as ReturnType<typeof withTag<Table>>;
}

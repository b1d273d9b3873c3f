import { z } from 'zod';
import type { Rule } from '../platform/checks/caller.js';
import { PlatformError } from '../platform/checks/platform-error.js';
import type { Shaped } from '../platform/schema/plain.js';
import { integerText } from '../platform/schema/query-schema.js';
import { RATE_LIMITS } from './request-limits.js';

/** The method of a request. */
export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method and path below the version segment, with parameters in braces: `GET /projects/{project_id}`. */
export type Place = `${ApiMethod} /${string}`;

/** Where calls about a branch are. */
export const BRANCH_PATH = '/projects/{project_id}/branches/{branch_id}';

/** A call of the management API: where it is, what it takes and answers, and the rule of the platform that serves it. */
export interface Call<Input = never, Answer = unknown> {
  /** The name of the operation in the vendor's own API description. */
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
  /** Whether the body may be left out. */
  readonly body_optional: boolean;
  readonly answer: z.ZodType;
  /** Status of success; an answer of `undefined`, such as of a delete that found nothing, has 204 instead. */
  readonly status: 200 | 201 | 202 | 204;
  /** The most requests of an account in a second. */
  readonly per_second: number;
  /** Told path parameters, query and body taken together. */
  readonly rule: Rule<Input, Answer>;
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** The path parameters of a place. */
export type Params<At extends string> = At extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: Key extends 'key_id' ? number : string } & Params<Rest>
  : unknown;

/** Everything that a call takes, as its schemas leave it. */
type Taken<At extends string, Query extends Shape, Body extends z.ZodType> = Params<At> &
  Shaped<z.ZodObject<Query>> &
  Shaped<Body>;

/** What a rule, or anything that is called like one, takes; `unknown` where it takes nothing. */
export type InputOf<Serving> = Serving extends (state: never, caller: never, input: infer Input) => unknown
  ? Input
  : never;

/** What is told of a call beside its place; what is left out is empty. */
interface Parts<Query, Body, Answer> {
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  readonly body_optional?: true;
  readonly answer: Answer;
  readonly status?: 201 | 202 | 204;
  readonly per_second?: number;
}

/** A call as it is written down, before it stands in a table by its name with its rule; of that, only what it must be. */
interface Written<Input, Answer> extends Omit<Call, 'operation_id' | 'tag' | 'rule'> {
  readonly rule?: Rule<Input, Answer | undefined>;
  readonly answers?: Answer;
}

/** A call of a table. */
export function call<
  const At extends Place,
  Answer extends z.ZodType,
  Query extends Shape = Record<never, never>,
  Body extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(at: At, parts: Parts<Query, Body, Answer>): Written<Taken<At, Query, Body>, Shaped<Answer>> {
  return {
    ...placed(at),
    ...{ body: undefined, body_optional: false, status: 200, per_second: RATE_LIMITS.route_per_second },
    ...parts,
    query: z.object(parts.query ?? {}),
  };
}

/** Where a place is, and the schema of its path parameters. */
export function placed(at: Place): Pick<Call, 'method' | 'path' | 'params'> {
  const [method, path] = at.split(' ') as [ApiMethod, string];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const params = names.map((name) => [name, name === 'key_id' ? integerText() : z.string()] as const);
  return { method, path, params: z.object(Object.fromEntries(params)) };
}

/** A call of the vendor's that is not served: whoever makes it is told so. */
export function notServed(operation_id: string, at: Place): Call {
  return refused(operation_id, at, () => {
    throw new PlatformError(
      'not_implemented',
      `the emulator does not serve ${operation_id} (${at}); /openapi.json lists the calls that it serves`,
      'NOT_IMPLEMENTED',
    );
  });
}

/** A call that is always refused, by a rule. */
export function refused<Input>(operation_id: string, at: Place, rule: Rule<Input, never>): Call {
  const written = call(at, { summary: 'Not served', answer: z.never() });
  return Object.freeze({ operation_id, tag: '', ...written, rule: rule as Rule<never, never> });
}

type AnswerOf<Of> = Of extends Written<never, infer Answer> ? Answer : never;

/**
 * Calls under their names, which are those of the vendor's operations and of their rules; that a rule takes what the
 * schemas leave and gives what they say, the compiler checks.
 * @param rules those of the calls, perhaps among others
 */
export function tagged<
  Table extends Readonly<Record<string, Written<never, unknown>>>,
  Rules extends { readonly [Id in keyof Table]: NonNullable<Table[Id]['rule']> },
>(tag: string, rules: Rules, table: Table) {
  const entries = Object.entries(table).map(([operation_id, written]) => [
    operation_id,
    Object.freeze({ operation_id, tag, ...written, rule: rules[operation_id] }),
  ]);
  return Object.fromEntries(entries) as {
    readonly [Id in keyof Table]: Call<
      InputOf<Rules[Id]>,
      AnswerOf<Table[Id]> | Extract<ReturnType<Rules[Id]>, undefined>
    >;
  };
}

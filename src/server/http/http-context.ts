import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Emulator } from '../emulator/emulator.js';
import { ApiError, refusalOf } from './api-error.js';

/** Per-request values of the app. */
export interface Variables {
  readonly request_id: string;
}

/** A request within the emulator's app. */
export type EmulatorContext = Context<{ Variables: Variables }>;

/** Headers of every answer: it may contain secrets, so browsers must not cache it or guess its type. */
export const ANSWER_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** The id of a request. The first call creates it and adds it to the answer, with {@link ANSWER_HEADERS}. */
export function requestIdOf(context: EmulatorContext): string {
  const known: string | undefined = context.get('request_id');
  if (known !== undefined) return known;
  const id = requestId(context.req.header('x-request-id'));
  context.set('request_id', id);
  context.header('X-Request-ID', id);
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) context.header(name, value);
  return id;
}

/** The answer to a request that threw; a defect is logged, and the answer omits its details. */
export function errorAnswer(emulator: Emulator, context: EmulatorContext, error: unknown): Response {
  const request_id = requestIdOf(context);
  const refusal = refusalOf(error);
  if (refusal === undefined) {
    emulator.log(
      `request ${request_id}, ${context.req.method} ${context.req.path}: ${error instanceof Error ? error.stack : String(error)}`,
    );
  }
  return refusalAnswer(context, refusal ?? new ApiError(500, 'internal error'));
}

export function refusalAnswer(
  context: EmulatorContext,
  { status, message, code, headers }: ApiError,
): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return context.json({ message, code, request_id: requestIdOf(context) }, status);
}

/** Accepted ids from clients; other characters could break a header or a log line. */
const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** The id of a request: that of its `X-Request-ID` header if it is valid, otherwise a new one. */
export function requestId(sent: string | undefined): string {
  return sent !== undefined && ACCEPTED.test(sent) ? sent : randomUUID();
}

import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Emulator } from '../emulator/emulator.js';
import { ApiError, refusalOf } from './api-error.js';

/** What is known of a request while it is answered. */
export interface Variables {
  readonly request_id: string;
}

/** A request within the emulator's app. */
export type EmulatorContext = Context<{ Variables: Variables }>;

/** Headers of every answer: it may hold secrets, so it is not cached, and its type is not guessed. */
export const ANSWER_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** The id of a request, made when it is first asked for and sent back with the answer, as {@link ANSWER_HEADERS} are. */
export function idOf(context: EmulatorContext): string {
  const known: string | undefined = context.get('request_id');
  if (known !== undefined) return known;
  const id = requestId(context.req.header('x-request-id'));
  context.set('request_id', id);
  context.header('X-Request-ID', id);
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) context.header(name, value);
  return id;
}

/** The answer to a request that threw; a defect is logged and told without its details. */
export function errorAnswer(emulator: Emulator, context: EmulatorContext, error: unknown): Response {
  const request_id = idOf(context);
  const refusal = refusalOf(error);
  if (refusal === undefined) {
    emulator.log(
      `request ${request_id}, ${context.req.method} ${context.req.path}: ${error instanceof Error ? error.stack : String(error)}`,
    );
  }
  return refused(context, refusal ?? new ApiError(500, 'internal error'));
}

/** The answer to a request that is refused. */
export function refused(context: EmulatorContext, { status, message, code, headers }: ApiError): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return context.json({ message, code, request_id: idOf(context) }, status);
}

/** Accepted ids from clients; other characters could break a header or a log line. */
const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** The id of a request: the one its `X-Request-ID` header brings, or a new one. */
export function requestId(sent: string | undefined): string {
  return sent !== undefined && ACCEPTED.test(sent) ? sent : randomUUID();
}

import { AdapterError } from './adapter-error.js';
import { ANSWER_SCHEMAS } from './answer-schema.js';
import type { CallName } from './api-calls.js';
import { REAL_BASE_URL } from './connection-settings.js';
import { doubtAbout, type HttpAnswer } from './http-exchange.js';
import { retryAfterMs } from './retry.js';

/** What an answer answers. */
export interface AnsweredCall {
  readonly name: CallName;
  /** Method and path. */
  readonly call: string;
  readonly base_url: string;
  /** Time of day, in ms since the epoch. */
  readonly now_ms: number;
}

/** Longest part of a service's message that is shown. */
const MOST_MESSAGE = 500;

/**
 * The body of an answer; `undefined` from a delete that found nothing.
 * @throws AdapterError for a refusal, and for an answer that is none of the management API
 */
export function readAnswer(answer: HttpAnswer, asked: AnsweredCall): unknown {
  const { status, text } = answer;
  if (status === 204) return undefined;
  const body = parsed(text);
  if (status < 200 || status >= 300) throw refusal(answer, body, asked);
  if (body === undefined) throw unexpected(answer, 'it is no JSON', asked);
  const checked = ANSWER_SCHEMAS[asked.name].safeParse(body);
  if (checked.success) return body;
  const [issue] = checked.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `"${issue.path.join('.')}": `;
  throw unexpected(answer, `${where}${issue?.message ?? 'another shape'}`, asked);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function requestIdOf({ headers }: HttpAnswer, body: unknown): string | undefined {
  const told = textOf(body, 'request_id') ?? headers.get('x-request-id') ?? undefined;
  return told === '' ? undefined : told;
}

function textOf(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !(name in body)) return undefined;
  const value: unknown = (body as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

function refusal(answer: HttpAnswer, body: unknown, asked: AnsweredCall): AdapterError {
  const { status, headers } = answer;
  const message = textOf(body, 'message');
  // A gateway in front of the service tells that it is away, in a page of its own.
  if (message === undefined && status < 500 && status !== 429) {
    return unexpected(answer, redirectOf(answer) ?? `it has status ${status} and no message`, asked);
  }
  return new AdapterError({
    status,
    code: textOf(body, 'code') ?? '',
    message: message?.slice(0, MOST_MESSAGE) ?? `status ${status} without a message${doubtAbout(asked.call)}`,
    request_id: requestIdOf(answer, body),
    call: asked.call,
    retry_after_ms: retryAfterMs(headers.get('retry-after'), asked.now_ms),
  });
}

function redirectOf({ status, headers }: HttpAnswer): string | undefined {
  const location = headers.get('location');
  return status >= 300 && status < 400 && location !== null
    ? `it points to ${location.slice(0, 200)}`
    : undefined;
}

function unexpected(answer: HttpAnswer, problem: string, { call, base_url }: AnsweredCall): AdapterError {
  return new AdapterError({
    status: answer.status,
    code: 'unexpected_answer',
    message: `what answers at ${base_url} is not the management API: ${call}: ${problem}; expected a base URL such as ${REAL_BASE_URL}`,
    request_id: requestIdOf(answer, undefined),
    call,
  });
}

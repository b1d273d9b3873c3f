import type { KyInstance } from 'ky';
import type { CallId } from '../api/contract.js';
import type { ApiMethod } from '../platform/resource/call.js';
import { AdapterError } from './adapter-error.js';
import { ANSWER_SCHEMAS } from './answer-schema.js';
import { REAL_BASE_URL } from './connection-settings.js';
import { retryAfterMs } from './retry.js';

/** A single HTTP request. */
export interface HttpRequest {
  readonly name: CallId;
  /** Method and path, for errors. */
  readonly call: string;
  readonly method: ApiMethod;
  /** Relative to the base URL, without a leading slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: object | undefined;
  readonly timeout_ms: number;
  /** For errors. */
  readonly base_url: string;
}

/** A response that has been read completely. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Descriptions of system errors after which the request was certainly not sent. */
const NOT_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
};

/**
 * Sends a request once and reads the response, whatever its status. Redirects are not followed, because a key is
 * for one service.
 * @throws AdapterError of status 0 without a response
 */
export async function exchange(http: KyInstance, request: HttpRequest): Promise<HttpAnswer> {
  const { call, method, path, query, body, timeout_ms, base_url } = request;
  const late = AbortSignal.timeout(timeout_ms);
  try {
    const response = await http(path, {
      method,
      signal: late,
      ...(Object.keys(query).length === 0 ? {} : { searchParams: query }),
      ...(body === undefined ? {} : { json: body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    // The error may contain the request with its key, so only the system's code is kept.
    if (late.aborted) {
      const message = `no answer from ${base_url} to ${call} within ${timeout_ms / 1000} s${unknownOutcomeNote(call)}`;
      throw new AdapterError({ status: 0, code: 'timeout', message, call });
    }
    const code = systemCode(error);
    const known = NOT_SENT[code];
    const reason = known === undefined ? `the connection failed${unknownOutcomeNote(call)}` : known;
    const message = `no answer from ${base_url} to ${call}: ${reason}${code === '' ? '' : ` (${code})`}`;
    throw new AdapterError({ status: 0, code: 'no_answer', message, call });
  }
}

/** Suffix for the error of a call with an unknown outcome: a warning unless the call is a GET. */
export function unknownOutcomeNote(call: string): string {
  return call.startsWith('GET ')
    ? ''
    : '; it may have been carried out all the same, so look before repeating it';
}

/** The code of the system's error behind a failed request; empty if there is none. */
function systemCode(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(each.code)) {
      return each.code;
    }
    // Several addresses of one host were tried.
    if (each instanceof AggregateError && each.errors[0] instanceof Error) return systemCode(each.errors[0]);
  }
  return '';
}

/** Maximum length of a service's message in an error, in characters. */
const MAX_MESSAGE = 500;

/**
 * Reads the body of a response; `undefined` for a delete that found nothing.
 * @param now_ms time of day, in ms since the epoch
 * @throws AdapterError for a refusal, and for a response that does not match the management API
 */
export function readAnswer(answer: HttpAnswer, asked: HttpRequest, now_ms: number): unknown {
  const { status, text } = answer;
  if (status === 204) return undefined;
  const body = parsed(text);
  if (status < 200 || status >= 300) throw refusal(answer, body, asked, now_ms);
  // Some calls return no body.
  if (body === undefined && text !== '') throw unexpected(answer, 'it is not JSON', asked);
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
  const request_id = textOf(body, 'request_id') ?? headers.get('x-request-id') ?? undefined;
  return request_id === '' ? undefined : request_id;
}

function textOf(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !(name in body)) return undefined;
  const value: unknown = (body as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

function refusal(answer: HttpAnswer, body: unknown, asked: HttpRequest, now_ms: number): AdapterError {
  const { status, headers } = answer;
  const message = textOf(body, 'message');
  // A gateway in front of the service reports its absence with an HTML page.
  if (message === undefined && status < 500 && status !== 429) {
    return unexpected(answer, redirectOf(answer) ?? `it has status ${status} and no message`, asked);
  }
  return new AdapterError({
    status,
    code: textOf(body, 'code') ?? '',
    message:
      message?.slice(0, MAX_MESSAGE) ?? `status ${status} without a message${unknownOutcomeNote(asked.call)}`,
    request_id: requestIdOf(answer, body),
    call: asked.call,
    retry_after_ms: retryAfterMs(headers.get('retry-after'), now_ms),
  });
}

function redirectOf({ status, headers }: HttpAnswer): string | undefined {
  const location = headers.get('location');
  return status >= 300 && status < 400 && location !== null
    ? `it points to ${location.slice(0, 200)}`
    : undefined;
}

function unexpected(answer: HttpAnswer, problem: string, { call, base_url }: HttpRequest): AdapterError {
  return new AdapterError({
    status: answer.status,
    code: 'unexpected_answer',
    message: `what answers at ${base_url} is not the management API: ${call}: ${problem}; expected a base URL such as ${REAL_BASE_URL}`,
    request_id: requestIdOf(answer, undefined),
    call,
  });
}

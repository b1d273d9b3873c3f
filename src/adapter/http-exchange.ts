import type { KyInstance } from 'ky';
import { AdapterError } from './adapter-error.js';
import type { ApiMethod } from './api-calls.js';

/** A request to make once. */
export interface HttpRequest {
  readonly method: ApiMethod;
  /** Below the base address, without a slash at its beginning. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: object | undefined;
  readonly timeout_ms: number;
  /** Named in errors. */
  readonly base_url: string;
}

/** An answer that has been read whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Errors of the system after which the request was certainly not sent, in words. */
const NOT_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
};

/**
 * Makes a request once and reads the answer, whatever its status; redirects are not followed, since a key is for
 * one service.
 * @throws AdapterError of status 0 where no answer comes
 */
export async function exchange(http: KyInstance, request: HttpRequest): Promise<HttpAnswer> {
  const { method, path, query, body, timeout_ms, base_url } = request;
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
    const call = `${method} /${path}`;
    // The error itself may hold the request with its key: nothing of it is kept but the system's code.
    if (late.aborted) {
      const message = `no answer from ${base_url} to ${call} within ${timeout_ms / 1000} s${doubtAbout(call)}`;
      throw new AdapterError({ status: 0, code: 'timeout', message, call });
    }
    const code = systemCode(error);
    const known = NOT_SENT[code];
    const reason = known === undefined ? `the connection failed${doubtAbout(call)}` : known;
    const message = `no answer from ${base_url} to ${call}: ${reason}${code === '' ? '' : ` (${code})`}`;
    throw new AdapterError({ status: 0, code: 'no_answer', message, call });
  }
}

/** What to add to the error of a call whose end is not known: whether it may have changed something. */
export function doubtAbout(call: string): string {
  return call.startsWith('GET ')
    ? ''
    : '; it may have been carried out all the same, so look before repeating it';
}

/** The code of the system's error behind a failed request; empty where there is none. */
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

import type { Caller } from '../platform/caller.js';
import { RATE_LIMITS } from '../platform/request-limits.js';
import { ApiError } from './api-error.js';
import { bearerSecret } from './bearer.js';
import type { Emulator } from './emulator.js';
import type { Route } from './route.js';
import { parsedJson, validated } from './validation.js';

/** A request that has been read whole. */
export interface ReceivedRequest {
  readonly authorization: string | undefined;
  readonly from_addr: string;
  readonly content_type: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Each name once, with every value it was given. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/**
 * Answers a call: who asks, how often, what for, then the platform's rules. Nothing waits in between, so that
 * no other request comes between the check of the key and the call.
 *
 * @returns the body of the answer; `undefined` when a delete found nothing
 * @throws ApiError or PlatformError when the call is refused
 */
export function callRoute(emulator: Emulator, route: Route, request: ReceivedRequest): unknown {
  const { platform } = emulator;
  const now_ms = emulator.now();
  const caller = platform.authenticate(bearerSecret(request.authorization), request.from_addr, now_ms);
  limited(emulator, route, caller);
  const input = {
    ...bodyOf(route, request),
    ...(validated(route.query, singles(request.query), 'query') as object),
    ...(validated(route.params, request.params, 'path') as object),
  };
  return route.answer(platform, caller, input, now_ms);
}

function limited({ limits, real }: Emulator, route: Route, caller: Caller): void {
  if (limits === undefined) return;
  const seconds = limits.wait(
    {
      account: caller.kind === 'personal' ? caller.user_id : caller.org_id,
      route: route.operation_id,
      route_per_second: route.creates_org_key
        ? RATE_LIMITS.org_key_creation_per_second
        : RATE_LIMITS.route_per_second,
    },
    real.monotonicMs(),
  );
  if (seconds === 0) return;
  throw new ApiError(429, `too many requests; try again in ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

function bodyOf(route: Route, { body, content_type }: ReceivedRequest): object {
  if (route.body === undefined) return {};
  if (body === '') {
    if (route.body_optional) return {};
    throw new ApiError(400, 'request body is missing; expected a JSON object');
  }
  if (content_type !== undefined && !/^application\/([\w.+-]+\+)?json\b/i.test(content_type)) {
    throw new ApiError(
      415,
      `content type "${content_type.slice(0, 80)}" is not understood; expected application/json`,
    );
  }
  return validated(route.body, parsedJson(body), 'request body') as object;
}

function singles(query: ReceivedRequest['query']): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    Object.entries(query).map(([name, values]) => [
      // Some clients write lists as `name[]`.
      name.replace(/\[\]$/, ''),
      values.length === 1 ? values[0]! : values,
    ]),
  );
}

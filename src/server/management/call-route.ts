import type { z } from 'zod';
import type { Caller } from '../../platform/checks/caller.js';
import type { Call } from '../../platform/resource/call.js';
import { strictSchema } from '../../platform/resource/schema.js';
import type { Emulator } from '../emulator/emulator.js';
import { ApiError } from '../http/api-error.js';
import type { Sender } from '../http/sender.js';
import { parseJson, validate } from '../http/validation.js';

/** A request with its complete body. */
export interface ReceivedRequest {
  readonly sender: Sender;
  readonly content_type: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** All values of each parameter. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/**
 * Answers a call: checks the key, the rate limit and the input, then applies the platform's rules. It is synchronous, so
 * no other request runs between the check of the key and the call.
 *
 * @returns the body of the answer; `undefined` if there was nothing to delete
 * @throws ApiError or PlatformError if the call is refused
 */
export function callRoute(emulator: Emulator, call: Call, request: ReceivedRequest): unknown {
  const { platform } = emulator;
  const now_ms = emulator.now();
  const caller = platform.authenticate(...request.sender, now_ms);
  checkRateLimit(emulator, call, caller);
  const input = {
    ...bodyOf(call, request, emulator.strict),
    ...(validate(schemaFor(call.query, emulator.strict), singleValues(request.query), 'query') as object),
    ...(validate(call.params, request.params, 'path') as object),
  };
  emulator.drive?.refuse?.(call, input);
  // The call's schemas have produced the input type of its rule.
  return platform.call(call, caller, input as never, now_ms);
}

function checkRateLimit({ limits, real, clock }: Emulator, call: Call, caller: Caller): void {
  if (limits === undefined) return;
  const seconds = limits.wait(
    {
      account: caller.kind === 'personal' ? caller.user_id : caller.org_id,
      route: call.operation_id,
      route_per_second: call.per_second,
    },
    real.monotonicMs() + clock.skipped_ms,
  );
  if (seconds === 0) return;
  throw new ApiError(429, `too many requests; try again in ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** The schema, which refuses unknown attributes if the emulator is strict. */
function schemaFor(schema: z.ZodObject, strict: boolean): z.ZodObject {
  return strict ? strictSchema(schema) : schema;
}

function bodyOf(call: Call, { body, content_type }: ReceivedRequest, strict: boolean): object {
  if (call.body === undefined) return {};
  if (body === '') {
    if (call.body_optional) return {};
    throw new ApiError(400, 'request body is missing; expected a JSON object');
  }
  if (content_type !== undefined && !/^application\/([\w.+-]+\+)?json\b/i.test(content_type)) {
    throw new ApiError(
      415,
      `content type "${content_type.slice(0, 80)}" is not supported; expected application/json`,
    );
  }
  return validate(schemaFor(call.body, strict), parseJson(body), 'request body') as object;
}

function singleValues(query: ReceivedRequest['query']): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    Object.entries(query).map(([name, values]) => [
      // Some clients write lists as `name[]`.
      name.replace(/\[\]$/, ''),
      values.length === 1 ? values[0]! : values,
    ]),
  );
}

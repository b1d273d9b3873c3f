import type { z } from 'zod';
import type { Caller } from '../../platform/checks/caller.js';
import type { Call } from '../../platform/resource/call.js';
import { strictSchema } from '../../platform/resource/schema.js';
import type { Emulator } from '../emulator/emulator.js';
import { ApiError } from '../http/api-error.js';
import type { Sender } from '../http/sender.js';
import { parsedJson, validated } from '../http/validation.js';

/** A request that has been read whole. */
export interface ReceivedRequest {
  readonly sender: Sender;
  readonly content_type: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Each name once, with every value it was given. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/**
 * Answers a call: checks the key, the rate limit and the input, then applies the platform's rules. It never waits, so
 * that no other request comes between the check of the key and the call.
 *
 * @returns the body of the answer; `undefined` when a delete found nothing
 * @throws ApiError or PlatformError when the call is refused
 */
export function callRoute(emulator: Emulator, call: Call, request: ReceivedRequest): unknown {
  const { platform } = emulator;
  const now_ms = emulator.now();
  const caller = platform.authenticate(...request.sender, now_ms);
  limited(emulator, call, caller);
  const input = {
    ...bodyOf(call, request, emulator.strict),
    ...(validated(shaped(call.query, emulator.strict), singles(request.query), 'query') as object),
    ...(validated(call.params, request.params, 'path') as object),
  };
  emulator.drive?.refuse?.(call, input);
  // The schemas of the call have made of it what its rule takes.
  return platform.call(call, caller, input as never, now_ms);
}

function limited({ limits, real, clock }: Emulator, call: Call, caller: Caller): void {
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

/** Refuses attributes that the service ignores if the emulator is strict. */
function shaped(schema: z.ZodObject, strict: boolean): z.ZodObject {
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
      `content type "${content_type.slice(0, 80)}" is not understood; expected application/json`,
    );
  }
  return validated(shaped(call.body, strict), parsedJson(body), 'request body') as object;
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

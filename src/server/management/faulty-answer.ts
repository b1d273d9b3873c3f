import { setTimeout as pause } from 'node:timers/promises';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { FAULT_RETRY_AFTER_SECONDS, type FaultRequest, faultMessage } from '../../api/fault.js';
import { ApiError } from '../http/api-error.js';
import { type EmulatorContext, refused } from '../http/http-context.js';

/** The header that signals to the server that the connection is already closed. */
const CUT = { 'x-hono-already-sent': 'true' } as const;

/** The status of the proxy before the service, when that takes too long; its body is a page. */
const TIMEOUT_STATUS = 524;
const TIMEOUT_PAGE = '<!DOCTYPE html>\n<html><head><title>524: A timeout occurred</title></head></html>\n';

/**
 * Answers a call as a fault has it.
 * @param carryOut makes the call, where the fault lets it happen
 */
export async function faultyAnswer(
  context: EmulatorContext,
  { answer, carried_out = answer === undefined, delay_ms = 0 }: FaultRequest,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  const real = carried_out ? await carryOut() : undefined;
  // Does not wait for clients that have disconnected, or were disconnected when the emulator stopped.
  const { signal } = context.req.raw;
  if (delay_ms > 0) await pause(delay_ms, undefined, { signal }).catch(() => undefined);
  if (answer === undefined) return real!;
  if (answer === 'none') return cut(context);
  if (answer === TIMEOUT_STATUS) {
    return new Response(TIMEOUT_PAGE, { status: answer, headers: { 'Content-Type': 'text/html' } });
  }
  if (answer === 429) context.header('Retry-After', String(FAULT_RETRY_AFTER_SECONDS));
  return refused(context, new ApiError(answer as ContentfulStatusCode, faultMessage(answer)));
}

export function isCut(answer: Response): boolean {
  return Object.keys(CUT).every((name) => answer.headers.has(name));
}

interface Connection {
  readonly outgoing?: { readonly destroy: () => void } | undefined;
}

function cut({ env }: EmulatorContext): Response {
  (env as Connection | undefined)?.outgoing?.destroy();
  return new Response(null, { headers: CUT });
}

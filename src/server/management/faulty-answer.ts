import { setTimeout as pause } from 'node:timers/promises';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { FAULT_RETRY_AFTER_SECONDS, type FaultRequest, faultMessage } from '../../api/fault.js';
import { ApiError } from '../http/api-error.js';
import { type EmulatorContext, refusalAnswer } from '../http/http-context.js';

/** Signals to the HTTP server that the connection is already closed. */
const CUT = { 'x-hono-already-sent': 'true' } as const;

/** The status of the service's proxy on a timeout, with an HTML page as its body. */
const TIMEOUT_STATUS = 524;
const TIMEOUT_PAGE = '<!DOCTYPE html>\n<html><head><title>524: A timeout occurred</title></head></html>\n';

/**
 * Answers a call as a fault specifies.
 * @param carryOut performs the call; not used if the fault prevents it
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
  if (answer === 'none') return cutConnection(context);
  if (answer === TIMEOUT_STATUS) {
    return new Response(TIMEOUT_PAGE, { status: answer, headers: { 'Content-Type': 'text/html' } });
  }
  if (answer === 429) context.header('Retry-After', String(FAULT_RETRY_AFTER_SECONDS));
  return refusalAnswer(context, new ApiError(answer as ContentfulStatusCode, faultMessage(answer)));
}

export function isConnectionCut(answer: Response): boolean {
  return Object.keys(CUT).every((name) => answer.headers.has(name));
}

interface Connection {
  readonly outgoing?: { readonly destroy: () => void } | undefined;
}

function cutConnection({ env }: EmulatorContext): Response {
  (env as Connection | undefined)?.outgoing?.destroy();
  return new Response(null, { headers: CUT });
}

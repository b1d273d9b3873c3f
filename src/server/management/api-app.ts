import { Hono } from 'hono';
import { CALLS, ROUTED_CALLS } from '../../api/contract.js';
import type { Call } from '../../platform/resource/call.js';
import type { Emulator } from '../emulator/emulator.js';
import { answerOtherMethods, honoPath } from '../http/allowed-methods.js';
import { routeNotFound } from '../http/api-error.js';
import { type EmulatorContext, errorAnswer, requestIdOf, type Variables } from '../http/http-context.js';
import { readBody } from '../http/read-body.js';
import { senderOf } from '../http/sender.js';
import { callRoute } from './call-route.js';
import { faultyAnswer } from './faulty-answer.js';
import { longListOf, streamAnswer } from './long-answer.js';

/** The management API, relative to its version segment; every request requires a key. */
export function apiApp(emulator: Emulator): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  for (const call of ROUTED_CALLS) {
    app.on(call.method, honoPath(call.path), (context) => answerAndRecord(emulator, call, context));
  }
  answerOtherMethods(app, CALLS, (context) => requireKey(emulator, context));
  app.all('*', async (context) => {
    await requireKey(emulator, context);
    throw routeNotFound(context.req.path);
  });
  return app;
}

async function requireKey(emulator: Emulator, context: EmulatorContext): Promise<void> {
  emulator.platform.authenticate(...senderOf(context), emulator.now());
  await emulator.store.durable();
}

async function answerAndRecord(emulator: Emulator, call: Call, context: EmulatorContext): Promise<Response> {
  const began_ms = emulator.real.monotonicMs();
  const received = { body: '' };
  const request_id = requestIdOf(context);
  const fault = emulator.faults.takeForCall(call, emulator.now());
  const carryOut = () =>
    answer(emulator, call, context, received).catch((error) => errorAnswer(emulator, context, error));
  const response = await (fault === undefined ? carryOut() : faultyAnswer(context, fault, carryOut));
  const { status } = response;
  const duration_ms = emulator.real.monotonicMs() - began_ms;
  emulator.metrics.countAnswer(call.operation_id, status, duration_ms);
  const { method, operation_id } = call;
  const at_ms = emulator.clock.now_ms;
  const path = pathBelow(context.req.url);
  const faulty = fault !== undefined;
  emulator.requests.add(
    { at_ms, request_id, method, path, call: operation_id, status, faulty, duration_ms },
    received.body,
  );
  return response;
}

/** Where the path of a call begins in the address of a request. */
const VERSION = '/api/v2';

/** Path and query of a request, below the version segment. */
function pathBelow(url: string): string {
  const from = url.indexOf(VERSION);
  // A segment with percent signs is shown as the client wrote it.
  return from < 0 ? url : url.slice(from + VERSION.length);
}

/** The parts of a request that have been read. */
interface Received {
  body: string;
}

async function answer(
  emulator: Emulator,
  call: Call,
  context: EmulatorContext,
  received: Received,
): Promise<Response> {
  const { req } = context;
  let body = '';
  if (call.body !== undefined) {
    // Authenticates first, so that the body of a request without a valid key is not read.
    emulator.platform.authenticate(...senderOf(context), emulator.now());
    body = await readBody(req);
    received.body = body;
  }
  let result: unknown;
  try {
    result = callRoute(emulator, call, {
      sender: senderOf(context),
      content_type: req.header('content-type'),
      params: req.param(),
      query: req.queries(),
      body,
    });
  } finally {
    // Also before a refusal, which may reveal changes that are not on disk yet.
    const durable = emulator.store.durable();
    if (durable !== undefined) await durable;
  }
  if (result === undefined || call.status === 204) return context.body(null, 204);
  const parameters = { ...req.query(), ...req.param() };
  const completion = emulator.drive?.complete?.(call.operation_id, parameters, result);
  const whole = completion === undefined ? result : await completion;
  const list = longListOf(whole as object);
  if (list === undefined) return context.json(emulator.view(whole as object), call.status);
  const pieces = streamAnswer(whole as Readonly<Record<string, unknown>>, list, (item) =>
    emulator.view(item),
  );
  return context.body(pieces, call.status, { 'Content-Type': 'application/json' });
}

import { Hono } from 'hono';
import { callRoute } from './call-route.js';
import type { Emulator } from './emulator.js';
import { type EmulatorContext, errorAnswer, idOf, type Variables } from './http-context.js';
import { readBody } from './read-body.js';
import { remoteAddress } from './remote-address.js';
import type { Route } from './route.js';
import { ALL_ROUTES } from './routes/all-routes.js';

/** The management API, relative to its version segment. */
export function apiApp(emulator: Emulator): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  for (const route of ALL_ROUTES) {
    app.on(route.method, honoPath(route.path), (context) => answered(emulator, route, context));
  }
  return app;
}

/** `/projects/{project_id}` as Hono writes it. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

async function answered(emulator: Emulator, route: Route, context: EmulatorContext): Promise<Response> {
  const began_ms = emulator.real.monotonicMs();
  idOf(context);
  let response: Response;
  try {
    response = await answer(emulator, route, context);
  } catch (error) {
    response = errorAnswer(emulator, context, error);
  }
  emulator.metrics.answered(route.operation_id, response.status, emulator.real.monotonicMs() - began_ms);
  return response;
}

async function answer(emulator: Emulator, route: Route, context: EmulatorContext): Promise<Response> {
  const { req } = context;
  const body = route.body === undefined ? '' : await readBody(req);
  let result: unknown;
  try {
    result = callRoute(emulator, route, {
      authorization: req.header('authorization'),
      from_addr: remoteAddress(context.env) ?? '127.0.0.1',
      content_type: req.header('content-type'),
      params: req.param(),
      query: req.queries(),
      body,
    });
  } finally {
    // Also before a refusal: it may tell of something that is not on the disk yet.
    const durable = emulator.store.durable();
    if (durable !== undefined) await durable;
  }
  return result === undefined ? context.body(null, 204) : context.json(result, route.status);
}

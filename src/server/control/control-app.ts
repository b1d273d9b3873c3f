import { Hono } from 'hono';
import type { Emulator } from '../emulator/emulator.js';
import { answerOtherMethods, honoPath } from '../http/allowed-methods.js';
import { ApiError } from '../http/api-error.js';
import { refuseForeignPages } from '../http/foreign-pages.js';
import { type EmulatorContext, requestIdOf, type Variables } from '../http/http-context.js';
import { readBody } from '../http/read-body.js';
import { isLocal, remoteAddress } from '../http/sender.js';
import { parseJson, validate } from '../http/validation.js';
import { CONTROL_ROUTES } from './control-routes.js';

/** A `Host` header that names this machine as seen from itself. */
const LOCAL_HOST = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;

/** The control routes, relative to `/_neap`: without keys, and for local callers only unless allowed. */
export function controlApp(emulator: Emulator): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  for (const route of CONTROL_ROUTES) {
    app.on(route.method, honoPath(route.path), async (context) => {
      requestIdOf(context);
      if (!route.open) refuseRemoteCallers(emulator, context);
      const body = route.body && validate(route.body, parseJson(await readBody(context.req)), 'request body');
      const params = validate(route.params, context.req.param(), 'path');
      const query = validate(route.query, context.req.query(), 'query');
      const result = await route.answer(emulator, { ...(body as object | undefined), ...query, ...params });
      await emulator.store.durable();
      return result instanceof Response ? result : context.json(result ?? {});
    });
  }
  answerOtherMethods(app, CONTROL_ROUTES);
  return app;
}

/** Refuses callers that are not local unless they are allowed, and always pages of other sites in a local browser. */
function refuseRemoteCallers(emulator: Emulator, context: EmulatorContext): void {
  refuseForeignPages(context, emulator.control_from_anywhere);
  if (emulator.control_from_anywhere) return;
  if (!isLocal(remoteAddress(context.env))) {
    throw new ApiError(
      403,
      'control routes answer local callers only; start the emulator with --control-from-anywhere to allow others',
    );
  }
  const host = context.req.header('host');
  if (host === undefined || LOCAL_HOST.test(host)) return;
  throw new ApiError(403, 'control routes accept local host names only; use 127.0.0.1 or localhost');
}

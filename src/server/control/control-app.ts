import { Hono } from 'hono';
import { honoPath } from '../api-app.js';
import { ApiError } from '../api-error.js';
import type { Emulator } from '../emulator.js';
import { type EmulatorContext, idOf, type Variables } from '../http-context.js';
import { readBody } from '../read-body.js';
import { isLocal, remoteAddress } from '../remote-address.js';
import { parsedJson, validated } from '../validation.js';
import { CLOCK_CONTROL } from './clock-control.js';
import { COMPUTE_CONTROL } from './compute-control.js';
import { CONSOLE_CONTROL } from './console-control.js';
import type { ControlRoute } from './control-route.js';

/** Everything below `/_neap`. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...CLOCK_CONTROL,
  ...COMPUTE_CONTROL,
  ...CONSOLE_CONTROL,
];

/** The control routes, relative to `/_neap`: without keys, and for local callers only unless allowed. */
export function controlApp(emulator: Emulator): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  for (const route of CONTROL_ROUTES) {
    app.on(route.method, honoPath(route.path), async (context) => {
      idOf(context);
      refuseStrangers(emulator, context);
      const body = route.body === undefined ? '' : await readBody(context.req);
      const input = {
        ...(route.body === undefined
          ? {}
          : (validated(route.body, parsedJson(body), 'request body') as object)),
        ...(validated(route.params, context.req.param(), 'path') as object),
      };
      const result = route.answer(emulator, input);
      await emulator.store.durable();
      return context.json(result ?? {});
    });
  }
  return app;
}

const LOCAL_HOST = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;

/** Pages of other sites in the browser of a local user are strangers too. */
function refuseStrangers(emulator: Emulator, context: EmulatorContext): void {
  if (emulator.control_from_anywhere) return;
  if (!isLocal(remoteAddress(context.env))) {
    throw new ApiError(
      403,
      'control routes answer local callers only; start the emulator with --control-from-anywhere to allow others',
    );
  }
  const host = context.req.header('host');
  const origin = context.req.header('origin');
  // A page of another site names itself, or reaches this machine by a name of its own.
  if (
    (origin !== undefined && origin !== `http://${host ?? ''}`) ||
    (host !== undefined && !LOCAL_HOST.test(host))
  ) {
    throw new ApiError(
      403,
      'control routes do not answer pages of other sites; ask for 127.0.0.1 or localhost',
    );
  }
}

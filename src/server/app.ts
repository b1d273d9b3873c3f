import { Hono } from 'hono';
import { answerOtherMethods, type Served } from './allowed-methods.js';
import { apiApp, honoPath } from './api-app.js';
import { ApiError } from './api-error.js';
import { CONTROL_ROUTES, controlApp } from './control/control-app.js';
import type { Emulator } from './emulator.js';
import { errorAnswer, type Variables } from './http-context.js';
import { openApiDocument } from './openapi-document.js';
import { ALL_ROUTES } from './routes/all-routes.js';
import { STATUS_PAGE, STATUS_PAGE_POLICY } from './status/status-page.js';

/** The version segment that clients' base addresses end with. */
export const API_PATH = '/api/v2';

const CONTROL_PATH = '/_neap';

/**
 * An emulator behind HTTP, as an app that answers requests: served on a port, or called in process by
 * `app.request('/api/v2/projects', { headers })`.
 */
export function emulatorApp(emulator: Emulator): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  app.route(API_PATH, apiApp(emulator));
  app.route(CONTROL_PATH, controlApp(emulator));
  app.get('/', (context) =>
    context.html(STATUS_PAGE, 200, { 'Content-Security-Policy': STATUS_PAGE_POLICY }),
  );
  app.get('/openapi.json', (context) => context.json(openApiDocument()));
  app.get('/metrics', async (context) => {
    const { body, content_type } = await emulator.metrics.text();
    return context.body(body, 200, { 'Content-Type': content_type });
  });
  answerOtherMethods(app, servedPaths());
  app.notFound((context) =>
    errorAnswer(
      emulator,
      context,
      new ApiError(404, `there is no ${context.req.path} here; /openapi.json lists what is served`),
    ),
  );
  app.onError((error, context) => errorAnswer(emulator, context, error));
  return app;
}

function servedPaths(): readonly Served[] {
  const pages = ['/', '/openapi.json', '/metrics'];
  return [
    ...pages.map((path) => ({ method: 'GET', path })),
    ...ALL_ROUTES.map(({ method, path }) => ({ method, path: `${API_PATH}${honoPath(path)}` })),
    ...CONTROL_ROUTES.map(({ method, path }) => ({ method, path: `${CONTROL_PATH}${honoPath(path)}` })),
  ];
}

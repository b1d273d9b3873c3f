import { Hono } from 'hono';
import { controlApp } from './control/control-app.js';
import type { Emulator } from './emulator/emulator.js';
import { answerOtherMethods } from './http/allowed-methods.js';
import { routeNotFound } from './http/api-error.js';
import { refuseForeignPages } from './http/foreign-pages.js';
import { ANSWER_HEADERS, type EmulatorContext, errorAnswer, type Variables } from './http/http-context.js';
import { apiApp } from './management/api-app.js';
import { openApiDocument } from './openapi-document.js';

/** The version segment that clients' base addresses end with. */
export const API_PATH = '/api/v2';

const CONTROL_PATH = '/_neap';

/** The OpenAPI description, generated once: generating it blocks other requests for 50 ms. */
let description: string | undefined;

/**
 * The HTTP app of an emulator, to serve on a port or to call in process:
 * `app.request('/api/v2/projects', { headers })`.
 * @param extra further routes, such as SQL over HTTP
 */
export function emulatorApp(emulator: Emulator, extra?: Hono): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  app.route(API_PATH, apiApp(emulator));
  app.route(CONTROL_PATH, controlApp(emulator));
  // Any client that can reach the port may read these, except pages of other sites.
  const open: Readonly<Record<string, (context: EmulatorContext) => Response | Promise<Response>>> = {
    async '/'(context) {
      // Loaded when the page is first requested.
      const { statusPage } = await import('./status/status-page.js');
      const { html, policy } = statusPage();
      const headers = { 'Content-Security-Policy': policy, 'X-Frame-Options': 'DENY' };
      return context.html(html, 200, { ...ANSWER_HEADERS, ...headers });
    },
    '/openapi.json'(context) {
      description ??= JSON.stringify(openApiDocument());
      return context.body(description, 200, { ...ANSWER_HEADERS, 'Content-Type': 'application/json' });
    },
    '/metrics'(context) {
      const { body, content_type } = emulator.metrics.text();
      return context.body(body, 200, { ...ANSWER_HEADERS, 'Content-Type': content_type });
    },
  };
  for (const [path, answer] of Object.entries(open)) {
    app.get(path, (context) => {
      refuseForeignPages(context, emulator.control_from_anywhere);
      return answer(context);
    });
  }
  if (extra !== undefined) app.route('/', extra);
  answerOtherMethods(
    app,
    Object.keys(open).map((path) => ({ method: 'GET', path })),
  );
  app.notFound((context) => errorAnswer(emulator, context, routeNotFound(context.req.path)));
  app.onError((error, context) => errorAnswer(emulator, context, error));
  return app;
}

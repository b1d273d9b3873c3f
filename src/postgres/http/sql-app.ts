import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import pg from 'pg';
import { PROXY_TEXTS } from '../../compute/proxy-limits.js';
import { ConnectRefusal } from '../endpoint-directory.js';
import type { PostgresProxy } from '../wire/postgres-proxy.js';
import { refusal } from '../wire/sqlstate.js';
import { parseConnectionString } from './connection-string.js';
import { AnswerTooLarge, LoginRefused, runStatements } from './run-statements.js';
import { errorJson } from './sql-answer.js';
import { MAX_BODY_BYTES, parseSqlRequest } from './sql-request.js';

type SqlContext = Context<{ Bindings: Partial<HttpBindings> }>;

const ALLOWED_HEADERS = [
  'Authorization',
  'Neon-Connection-String',
  'Neon-Raw-Text-Output',
  'Neon-Array-Mode',
  'Neon-Pool-Opt-In',
  'Neon-Batch-Read-Only',
  'Neon-Batch-Isolation-Level',
  'Neon-Batch-Deferrable',
];

/**
 * `POST /sql`: statements over HTTP, as the platform's serverless driver sends them. Each request opens a connection.
 * CORS allows all origins, as on the platform; requests need a password.
 * @param log receives internal errors of the emulator
 */
export function sqlApp(proxy: PostgresProxy, log: (message: string) => void): Hono {
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>();
  app.options('/sql', (context) =>
    context.body(null, 200, {
      Allow: 'OPTIONS, POST',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': ALLOWED_HEADERS.join(', '),
      'Access-Control-Max-Age': '86400',
    }),
  );
  app.post(
    '/sql',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) =>
        answer(context, 413, errorJson(new Error(`request is too large (max is ${MAX_BODY_BYTES} bytes)`))),
    }),
    async (context) => {
      try {
        const { body, echoed } = await runRequest(proxy, context);
        return answer(context, 200, body, echoed);
      } catch (error) {
        const status = statusOf(error);
        if (status !== undefined) return answer(context, status, errorJson(responseError(error)));
        log(`/sql: ${error instanceof Error ? error.stack : String(error)}`);
        return answer(context, 500, errorJson(new Error('internal error')));
      }
    },
  );
  return app as unknown as Hono;
}

async function runRequest(proxy: PostgresProxy, { req, env }: SqlContext) {
  const text = req.header('neon-connection-string');
  if (text === undefined) throw refusal('invalid header: neon-connection-string');
  const connection = parseConnectionString(text);
  // Tokens of identity providers are not supported, so that every token is refused.
  if (req.header('authorization') !== undefined) {
    throw refusal('missing authentication credentials: required password');
  }
  const request = parseSqlRequest(await req.text(), (name) => req.header(name));
  const admitted = proxy.gate.admit(connection.endpoint, env?.incoming?.socket.remoteAddress ?? '127.0.0.1');
  const body = await runStatements(proxy.gate, admitted, connection, request, req.raw.signal);
  return { body, echoed: request.echoed };
}

function answer(
  context: Context,
  status: ContentfulStatusCode,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return context.body(body, status, {
    'Content-Type': 'application/json',
    'Access-Control-Allow-Origin': '*',
    ...headers,
  });
}

/** SQLSTATE classes of refused logins that are the client's fault: role, password or database. */
const CLIENT_FAULTS = /^(?:28|3D)/;
const PROXY_FAULTS: ReadonlySet<string> = new Set(Object.values(PROXY_TEXTS));

/** The HTTP status for an error; `undefined` for an internal error. */
function statusOf(error: unknown): ContentfulStatusCode | undefined {
  if (error instanceof ConnectRefusal) return PROXY_FAULTS.has(error.message) ? 500 : 400;
  if (error instanceof LoginRefused) return CLIENT_FAULTS.test(error.reason.code ?? '') ? 400 : 500;
  if (error instanceof AnswerTooLarge) return 507;
  if (error instanceof pg.DatabaseError) return 400;
  return isConnectionLost(error) ? 400 : undefined;
}

/** Whether the connection ended during a statement without an error from the server. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && /^Connection terminated/.test(error.message);
}

function responseError(error: unknown): Error {
  if (error instanceof LoginRefused) return error.reason;
  if (error instanceof ConnectRefusal)
    return Object.assign(new Error(error.message), { code: error.sqlstate });
  return error as Error;
}

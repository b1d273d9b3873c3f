import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { emulatorApp } from './app.js';
import type { Emulator } from './emulator/emulator.js';
import { BareRefusals, refusalBody, refuse } from './http/bare-refusals.js';
import { hostName, isPrivateName } from './http/foreign-pages.js';
import { ANSWER_HEADERS } from './http/http-context.js';

/** Time limits for receiving the head of a request, and all of it. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/**
 * How long a connection may be idle between requests. Node's default of five seconds is close to that of client pools:
 * on a busy machine, requests would meet a closing connection and fail with ECONNRESET.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** Interval between checks for slow clients. */
const CHECK_MS = 1_000;
/** How long a stop waits for requests in progress. */
const STOP_TIMEOUT_MS = 5_000;

export interface ListeningEmulator {
  /** Such as `http://127.0.0.1:43111`, without a slash at the end. */
  readonly address: string;
  /** Refuses new requests, answers pending ones, and makes the state durable. */
  readonly stop: () => Promise<void>;
}

export interface ListenOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** Time limit for receiving the head of a request, in ms; ten seconds by default. */
  readonly headers_timeout_ms?: number;
  /** How long a stop waits for requests in progress, in ms; five seconds by default. */
  readonly stop_timeout_ms?: number;
  /** Further services on the same port as the API. */
  readonly attached?: AttachedServers | undefined;
}

/** Further services of a port. */
export interface AttachedServers {
  readonly app: Hono;
  readonly domain: string | undefined;
  /** Handles connections that switch to another protocol. */
  readonly upgrade: (request: IncomingMessage, connection: Duplex, head: Buffer) => void;
}

/**
 * Serves an emulator over HTTP.
 * @throws the system's error if the port or host is not available
 */
export async function listen(
  emulator: Emulator,
  {
    port,
    host,
    headers_timeout_ms = HEADERS_TIMEOUT_MS,
    stop_timeout_ms = STOP_TIMEOUT_MS,
    attached,
  }: ListenOptions,
): Promise<ListeningEmulator> {
  const app = emulatorApp(emulator, attached?.app);
  const refusals = new BareRefusals();
  const server = createServer(
    {
      headersTimeout: headers_timeout_ms,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(CHECK_MS, headers_timeout_ms),
      // Checked by requireKnownHost, so that the refusal has the same form as all others.
      requireHostHeader: false,
    },
    requireKnownHost(
      hostFilter(emulator, host, attached?.domain),
      getRequestListener(app.fetch, {
        hostname: DEFAULT_HOST,
        errorHandler: () => badRequestResponse('the host or the URL of the request is not valid'),
      }),
    ),
  );
  // A client may close its half of the connection after its last request and still gets the answers.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.prependListener('request', refusals.onRequest);
  server.on('clientError', refusals.onError);
  server.on('connect', refusals.onConnect);
  server.on('checkExpectation', (_request, response) =>
    refuse(response, 417, 'the only supported expectation is 100-continue'),
  );
  if (attached !== undefined) server.on('upgrade', attached.upgrade);
  server.listen(port, host);
  await once(server, 'listening');
  return { address: addressOf(server, host), stop: () => stop(server, emulator, stop_timeout_ms) };
}

/** The host assumed for HTTP/1.0 requests without a Host header. */
const DEFAULT_HOST = 'localhost';

/**
 * Refuses HTTP/1.1 requests without a host, and hosts that are not this machine's: a site could resolve its name here.
 * Source: RFC 9112, section 3.2.
 */
function requireKnownHost(
  isOurs: (host: string) => boolean,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { host } = request.headers;
    if (host === undefined && request.httpVersion !== '1.0') {
      refuse(response, 400, 'the header Host is missing');
    } else if (host !== undefined && !isOurs(host)) {
      refuse(
        response,
        403,
        `the host ${JSON.stringify(host.slice(0, 80))} is not a name of this machine; use 127.0.0.1, localhost or an address of this machine, or listen for others with --host 0.0.0.0`,
      );
    } else answer(request, response);
  };
}

/** A test for accepted hosts; all are accepted if other machines may connect, because they may use any name. */
function hostFilter({ control_from_anywhere }: Emulator, host: string, domain: string | undefined) {
  const is_open =
    control_from_anywhere || !(host === 'localhost' || host === '::1' || host.startsWith('127.'));
  return (requested: string): boolean =>
    is_open ||
    isPrivateName(requested) ||
    (domain !== undefined && `.${hostName(requested)}`.toLowerCase().endsWith(`.${domain.toLowerCase()}`));
}

function badRequestResponse(message: string): Response {
  return new Response(refusalBody(message), {
    status: 400,
    headers: { 'Content-Type': 'application/json', ...ANSWER_HEADERS },
  });
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function stop(server: Server, emulator: Emulator, timeout_ms: number): Promise<void> {
  emulator.endSubscriptions();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Idle keep-alive connections must not delay the stop.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const late = setTimeout(() => server.closeAllConnections(), timeout_ms);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
  await emulator.store.close();
}

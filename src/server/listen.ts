import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { emulatorApp } from './app.js';
import type { Emulator } from './emulator/emulator.js';
import { BareRefusals, refuse, refusedBody } from './http/bare-refusals.js';
import { hostName, isPrivateName } from './http/foreign-pages.js';
import { ANSWER_HEADERS } from './http/http-context.js';

/** Time that a client has to send the head of a request, and the whole of it. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/**
 * How long a connection may be idle between two requests. Node's five seconds are about what pools of clients keep one
 * for: on a busy machine a request meets the end of its connection, and the client an ECONNRESET.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** How often slow clients are looked for. */
const CHECK_MS = 1_000;
/** How long a stop waits for requests that are being answered. */
const STOP_TIMEOUT_MS = 5_000;

export interface ListeningEmulator {
  /** Such as `http://127.0.0.1:43111`, without a slash at the end. */
  readonly address: string;
  /** Takes no more requests, answers those that have come, and makes the state durable. */
  readonly stop: () => Promise<void>;
}

export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Time that a client has to send the head of a request, in ms; ten seconds unless given. */
  readonly headers_timeout_ms?: number;
  /** How long a stop waits for requests that are being answered, in ms; five seconds unless given. */
  readonly stop_timeout_ms?: number;
  /** Further services on the same port as the API. */
  readonly attached?: AttachedServers | undefined;
}

/** Further services of a port. */
export interface AttachedServers {
  readonly app: Hono;
  readonly domain: string | undefined;
  /** Takes over connections of clients that switch to another protocol. */
  readonly upgrade: (request: IncomingMessage, connection: Duplex, head: Buffer) => void;
}

/**
 * Serves an emulator over HTTP.
 * @throws the system's error when the port or host cannot be had
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
      // Looked at below, so that the refusal has the shape of every other.
      requireHostHeader: false,
    },
    withHost(
      namesOf(emulator, host, attached?.domain),
      getRequestListener(app.fetch, {
        hostname: HOST_OF_OLD_CLIENTS,
        errorHandler: () => refusal('the host or the address of the request cannot be understood'),
      }),
    ),
  );
  // A client that has said everything may close its half of the connection, and is answered all the same.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.prependListener('request', refusals.onRequest);
  server.on('clientError', refusals.onError);
  server.on('connect', refusals.onConnect);
  server.on('checkExpectation', (_request, response) =>
    refuse(response, 417, 'no expectation but 100-continue is met here'),
  );
  if (attached !== undefined) server.on('upgrade', attached.upgrade);
  server.listen(port, host);
  await once(server, 'listening');
  return { address: addressOf(server, host), stop: () => stop(server, emulator, stop_timeout_ms) };
}

/** What HTTP/1.0 clients, which need not say it, are taken to have asked for. */
const HOST_OF_OLD_CLIENTS = 'localhost';

/**
 * Refuses HTTP/1.1 requests without a host, and hosts that are not this machine's: a site could point its name here.
 * Source: RFC 9112, section 3.2.
 */
function withHost(
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

/** Which hosts are answered: all of them if other machines are let in, who may know this one by any name. */
function namesOf({ control_from_anywhere }: Emulator, host: string, domain: string | undefined) {
  const is_open =
    control_from_anywhere || !(host === 'localhost' || host === '::1' || host.startsWith('127.'));
  return (asked: string): boolean =>
    is_open ||
    isPrivateName(asked) ||
    (domain !== undefined && `.${hostName(asked)}`.toLowerCase().endsWith(`.${domain.toLowerCase()}`));
}

function refusal(message: string): Response {
  return new Response(refusedBody(message), {
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
  // A client that keeps its connection open between requests must not hold the stop up.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const late = setTimeout(() => server.closeAllConnections(), timeout_ms);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
  await emulator.store.close();
}

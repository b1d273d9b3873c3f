import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { emulatorApp } from './app.js';
import type { Emulator } from './emulator/emulator.js';
import { requestId } from './http/http-context.js';

/** Time that a client has to send the head of a request, and the whole of it. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How often slow clients are looked for. */
const CHECK_MS = 1_000;
/** How long a stop waits for requests that are being answered. */
const STOP_TIMEOUT_MS = 5_000;

/** An emulator that listens. */
export interface ListeningEmulator {
  /** Such as `http://127.0.0.1:43111`, without a slash at the end. */
  readonly address: string;
  /** Takes no more requests, answers those that have come, and makes the state durable. */
  readonly stop: () => Promise<void>;
}

/** Where to listen. */
export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Time that a client has to send the head of a request, in ms; ten seconds unless given. */
  readonly headers_timeout_ms?: number;
  /** How long a stop waits for requests that are being answered, in ms; five seconds unless given. */
  readonly stop_timeout_ms?: number;
  /** What is served beside the API. */
  readonly beside?: ServedBeside | undefined;
}

/** What else a port answers. */
export interface ServedBeside {
  readonly app: Hono;
  /** Takes over connections of clients that go on with another protocol. */
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
    beside,
  }: ListenOptions,
): Promise<ListeningEmulator> {
  const app = emulatorApp(emulator, beside?.app);
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: headers_timeout_ms,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(CHECK_MS, headers_timeout_ms),
    },
  }) as Server;
  server.on('clientError', refuseClient);
  if (beside !== undefined) server.on('upgrade', beside.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { address: addressOf(server, host), stop: () => stop(server, emulator, stop_timeout_ms) };
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

const CLIENT_ERRORS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the head of the request is too long'],
};

/** Answers what is no HTTP request, or arrives too slowly, in the shape of every other error. */
function refuseClient(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? [
    '400 Bad Request',
    'this is no HTTP request that can be understood',
  ];
  const body = JSON.stringify({ message, code: '', request_id: requestId(undefined) });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

async function stop(server: Server, emulator: Emulator, timeout_ms: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A client that keeps its connection open between requests must not hold the stop up.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const late = setTimeout(() => server.closeAllConnections(), timeout_ms);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
  await emulator.store.close();
}

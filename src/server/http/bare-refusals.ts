import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ANSWER_HEADERS, requestId } from './http-context.js';

/** The body of a refusal that no route gives, in the shape of every other. */
export function refusedBody(message: string): string {
  return JSON.stringify({ message, code: '', request_id: requestId(undefined) });
}

/** Refuses a request that has been read by its head, and takes no other on its connection. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  const body = refusedBody(message);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...ANSWER_HEADERS,
  });
  response.end(body);
}

const CLIENT_ERRORS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the head of the request is too long'],
};
const NO_REQUEST = ['400 Bad Request', 'not a valid HTTP request'] as const;
const TUNNEL = ['405 Method Not Allowed', 'CONNECT is not served here'] as const;

/**
 * Refuses malformed or incomplete requests on connections that may have others in flight. Answers that have begun are
 * never written into, and earlier requests are answered first.
 */
export class BareRefusals {
  /** The answer to the latest request of a connection. */
  readonly #latest = new WeakMap<Duplex, ServerResponse>();
  readonly #refused = new WeakSet<Duplex>();

  /** For a server's `request`, before the handler that answers it. */
  readonly onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    this.#latest.set(socket, response);
  };

  /** For a server's `clientError`. */
  readonly onError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const { code = '' } = error;
    if (this.#refused.has(socket)) {
      // More of what has been refused need not be understood, nor be whole in time while others are being answered.
      const answering = code !== 'ECONNRESET' && this.#answered(socket)?.req.complete === true;
      if (!code.startsWith('HPE_') && !answering) socket.destroy();
      return;
    }
    if (!socket.writable || code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    this.#refused.add(socket);
    this.#end(socket, ...(CLIENT_ERRORS[code] ?? NO_REQUEST));
  };

  /** For a server's `connect`: the emulator is not a proxy. */
  readonly onConnect = (_request: IncomingMessage, socket: Duplex): void => {
    socket.on('error', () => undefined);
    this.#end(socket, ...TUNNEL);
  };

  /** The answer that is being given, or waited for, on a connection. */
  #answered(socket: Duplex): ServerResponse | undefined {
    const latest = this.#latest.get(socket);
    return latest?.closed === true ? undefined : latest;
  }

  #end(socket: Duplex, status: string, message: string): void {
    const before = this.#answered(socket);
    if (before === undefined) end(socket, status, message);
    else if (before.req.complete) before.once('close', () => end(socket, status, message));
    else if (before.headersSent) socket.destroy();
    else end(socket, status, message);
  }
}

function end(socket: Duplex, status: string, message: string): void {
  if (!socket.writable) return;
  const body = refusedBody(message);
  const headers = { 'Content-Type': 'application/json', ...ANSWER_HEADERS };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ANSWER_HEADERS, requestId } from './http-context.js';

/** The body of a refusal outside any route, in the usual form. */
export function refusalBody(message: string): string {
  return JSON.stringify({ message, code: '', request_id: requestId(undefined) });
}

/** Refuses a request by its head, and closes the connection. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  const body = refusalBody(message);
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
const TUNNEL = ['405 Method Not Allowed', 'CONNECT is not supported'] as const;

/**
 * Refuses malformed or incomplete requests on connections that may have others in flight. Earlier requests are answered
 * first, and a refusal never interrupts an answer that has begun.
 */
export class BareRefusals {
  /** The answer to the latest request of a connection. */
  readonly #latest = new WeakMap<Duplex, ServerResponse>();
  readonly #refused = new WeakSet<Duplex>();

  /** Listener for a server's `request`, before the handler that answers it. */
  readonly onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    this.#latest.set(socket, response);
  };

  /** Listener for a server's `clientError`. */
  readonly onError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const { code = '' } = error;
    if (this.#refused.has(socket)) {
      // After a refusal, parse errors are ignored, and so are timeouts while an earlier request is being answered.
      const answering = code !== 'ECONNRESET' && this.#openAnswer(socket)?.req.complete === true;
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

  /** Listener for a server's `connect`: the emulator is not a proxy. */
  readonly onConnect = (_request: IncomingMessage, socket: Duplex): void => {
    socket.on('error', () => undefined);
    this.#end(socket, ...TUNNEL);
  };

  /** The pending or unfinished answer on a connection. */
  #openAnswer(socket: Duplex): ServerResponse | undefined {
    const latest = this.#latest.get(socket);
    return latest?.closed === true ? undefined : latest;
  }

  #end(socket: Duplex, status: string, message: string): void {
    const before = this.#openAnswer(socket);
    if (before === undefined) endWithError(socket, status, message);
    else if (before.req.complete) before.once('close', () => endWithError(socket, status, message));
    else if (before.headersSent) socket.destroy();
    else endWithError(socket, status, message);
  }
}

function endWithError(socket: Duplex, status: string, message: string): void {
  if (!socket.writable) return;
  const body = refusalBody(message);
  const headers = { 'Content-Type': 'application/json', ...ANSWER_HEADERS };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

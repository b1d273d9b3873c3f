import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectRefusal, type EndpointDirectory } from '../endpoint-directory.js';
import { isAllowed } from './allowed-addresses.js';
import { errorResponse } from './backend-messages.js';
import { PeerGone } from './byte-reader.js';
import { CancelKeys, cancel } from './cancel-keys.js';
import type { TlsIdentity } from './certificate.js';
import { EndpointGate, type Pooler } from './endpoint-gate.js';
import { handshake } from './handshake.js';
import { type ClientOrigin, runSession } from './session.js';
import { INTERNAL_ERROR, TOO_MANY_CONNECTIONS } from './sqlstate.js';

/** How long the handshake and the authentication may take, in ms. Source: defaults of the platform's proxy. */
const HANDSHAKE_TIMEOUT_MS = 15_000;
const AUTHENTICATION_TIMEOUT_MS = 15_000;
/** Maximum number of clients that are not authenticated yet. */
const MAX_UNAUTHENTICATED = 4_096;
/** How long a refused client may take to read the reason. */
const FAREWELL_MS = 1_000;

export interface PostgresProxyOptions {
  readonly directory: EndpointDirectory;
  readonly pooler: Pooler;
  /** The proxy's certificate; `undefined` to refuse TLS. */
  readonly tls?: TlsIdentity | undefined;
  /** Whether clients without TLS are refused, as on the platform; false by default. */
  readonly require_tls?: boolean;
  /** Receives internal errors of the proxy. */
  readonly log: (message: string) => void;
  readonly handshake_timeout_ms?: number;
  readonly authentication_timeout_ms?: number;
  readonly max_unauthenticated?: number;
}

/** The proxy for all endpoints: wakes suspended computes, and forwards data. */
export class PostgresProxy {
  /** Admits clients to endpoints; SQL over HTTP shares it. */
  readonly gate: EndpointGate;
  readonly #options: PostgresProxyOptions;
  readonly #cancel_keys = new CancelKeys();
  readonly #streams = new Set<Duplex>();
  readonly #servers = new Set<Server>();
  #unauthenticated = 0;

  constructor(options: PostgresProxyOptions) {
    this.#options = options;
    this.gate = new EndpointGate(options.directory, options.pooler);
  }

  /**
   * Listens on a port.
   * @param port 0 for any free one
   * @returns the port
   * @throws the system's error if the address is not available
   */
  async listen({ host, port }: { readonly host: string; readonly port: number }): Promise<number> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      const address = socket.remoteAddress ?? '';
      void this.serve(socket, { address, host: undefined, cleartext: false });
    });
    server.listen({ host, port });
    await once(server, 'listening');
    // Without a listener, an error such as EMFILE would end the process.
    server.on('error', (error) => this.#options.log(`the port of Postgres: ${error.message}`));
    this.#servers.add(server);
    return (server.address() as AddressInfo).port;
  }

  /** Serves one client until its connection is closed. Never rejects. */
  async serve(connection: Duplex, origin: ClientOrigin): Promise<void> {
    let stream = connection;
    this.#track(connection);
    const authenticated = this.#countUnauthenticated();
    try {
      if (this.#unauthenticated > (this.#options.max_unauthenticated ?? MAX_UNAUTHENTICATED)) {
        throw new ConnectRefusal(
          'too many clients are not authenticated yet; try again later',
          TOO_MANY_CONNECTIONS,
        );
      }
      await this.#converse(connection, origin, authenticated, (secured) => {
        stream = secured;
        this.#track(secured);
      });
    } catch (error) {
      await farewell(stream, this.#messageFor(error));
    } finally {
      authenticated();
      stream.destroy();
      connection.destroy();
    }
  }

  /** Stops listening, and closes all connections. */
  async close(): Promise<void> {
    const closed = [...this.#servers].map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    for (const stream of this.#streams) stream.destroy();
    await Promise.all(closed);
    this.#servers.clear();
  }

  async #converse(
    connection: Duplex,
    origin: ClientOrigin,
    onAuthenticated: () => void,
    onStream: (stream: Duplex) => void,
  ): Promise<void> {
    const { tls, require_tls = false, handshake_timeout_ms, authentication_timeout_ms } = this.#options;
    const late = setTimeout(() => connection.destroy(), handshake_timeout_ms ?? HANDSHAKE_TIMEOUT_MS);
    let greeted: Awaited<ReturnType<typeof handshake>>;
    try {
      greeted = await handshake(connection, {
        tls,
        require_tls: require_tls && connection instanceof Socket,
        onStream,
      });
    } finally {
      clearTimeout(late);
    }
    if ('cancel_key' in greeted) {
      const target = this.#cancel_keys.find(greeted.cancel_key);
      if (target !== undefined && isAllowed(origin.address, target.allowed_ips)) {
        await cancel(target.address, greeted.cancel_key);
      }
      return;
    }
    await runSession(greeted, origin, {
      gate: this.gate,
      cancel_keys: this.#cancel_keys,
      tls,
      authentication_timeout_ms: authentication_timeout_ms ?? AUTHENTICATION_TIMEOUT_MS,
      onAuthenticated,
    });
  }

  #track(stream: Duplex): void {
    this.#streams.add(stream);
    // `close` reports the same.
    stream.on('error', () => undefined);
    stream.once('close', () => this.#streams.delete(stream));
  }

  #countUnauthenticated(): () => void {
    this.#unauthenticated += 1;
    let counted = true;
    return () => {
      if (counted) this.#unauthenticated -= 1;
      counted = false;
    };
  }

  #messageFor(error: unknown): Buffer | undefined {
    if (error instanceof PeerGone) return undefined;
    if (error instanceof ConnectRefusal) return errorResponse(error.message, error.sqlstate);
    this.#options.log(`proxy: ${error instanceof Error ? error.stack : String(error)}`);
    return errorResponse('Internal error', INTERNAL_ERROR);
  }
}

/** Sends a client the reason and waits until it was read: closing with unread data would reset the connection. */
async function farewell(stream: Duplex, message: Buffer | undefined): Promise<void> {
  if (message === undefined || stream.destroyed || !stream.writable) return;
  // Discards further data.
  stream.removeAllListeners('readable');
  const left = new Promise<void>((resolve) => {
    if (stream.readableEnded) stream.once('finish', resolve);
    for (const event of ['end', 'close']) stream.once(event, resolve);
  });
  stream.end(message);
  stream.resume();
  await Promise.race([left, sleep(FAREWELL_MS, undefined, { ref: false })]);
}

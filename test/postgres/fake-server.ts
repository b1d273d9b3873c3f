import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  ConnectableEndpoint,
  EndpointDirectory,
  ServerAddress,
} from '../../src/postgres/endpoint-directory.js';
import { authenticationRequest, encodeMessage } from '../../src/postgres/wire/backend-messages.js';
import type { Pooler } from '../../src/postgres/wire/endpoint-gate.js';

/** A key as sessions of the fake server have it. */
export const SESSION_KEY = Buffer.from('0000002a0badcafe', 'hex');

/**
 * A server behind the endpoint `ep-one` that admits any client and echoes its data: only as much of a server as tests of
 * the proxy need.
 */
export class FakeServer implements EndpointDirectory {
  readonly #folder = mkdtempSync(join(tmpdir(), 'neap-fake-'));
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Complete first packets, in order of arrival. */
  readonly greetings: Buffer[] = [];
  settings: Partial<ConnectableEndpoint> = {};
  answer: Buffer = Buffer.concat([
    authenticationRequest(0),
    encodeMessage('K', SESSION_KEY),
    encodeMessage('Z', Buffer.from('I')),
  ]);
  /** Resolves when the server runs. */
  running: Promise<void> = Promise.resolve();
  secret: string | undefined;

  constructor() {
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
      socket.once('data', (greeting) => {
        this.greetings.push(greeting);
        // A cancel request is answered by closing.
        if (greeting.readInt32BE(4) === 80877102) socket.end();
        else socket.write(this.answer);
        socket.pipe(socket);
      });
    });
  }

  get address(): ServerAddress & { readonly socket: string } {
    return { socket: join(this.#folder, '.s.PGSQL.5432') };
  }

  /** Connections that are open. */
  get sessions(): number {
    return this.#sockets.size;
  }

  /** Breaks all connections. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.address.socket, resolve));
    return this;
  }

  async close(): Promise<void> {
    this.drop();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  find(endpoint_id: string): ConnectableEndpoint | undefined {
    if (endpoint_id !== 'ep-one') return undefined;
    const ordinary = { allowed_ips: [], max_connections: 112 };
    return { endpoint_id, ...ordinary, ...this.settings };
  }

  async connect(_endpoint_id: string, signal: AbortSignal): Promise<ServerAddress> {
    const left = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    await Promise.race([this.running, left]);
    return this.address;
  }

  async scramSecret(): Promise<string | undefined> {
    return this.secret;
  }

  onStop(): void {
    // It never stops.
  }
}

/** A pooler that returns the server's address and records the role. */
export class NoPooler implements Pooler {
  readonly asked: string[] = [];

  async addressFor(
    { endpoint_id }: ConnectableEndpoint,
    server: ServerAddress,
    role_name: string,
  ): Promise<ServerAddress> {
    this.asked.push(`${endpoint_id} ${role_name}`);
    return server;
  }
}

import { basename, dirname } from 'node:path';

/**
 * The address where a PostgreSQL server accepts connections: a Unix socket, or a TCP port. A socket's path has
 * PostgreSQL's form, `/folder/.s.PGSQL.5432`, because clients receive folder and number.
 */
export type ServerAddress = { readonly socket: string } | { readonly host: string; readonly port: number };

/** A server's address in the form that clients receive: a socket by its folder and number. */
export function hostAndPort(address: ServerAddress): { readonly host: string; readonly port: number } {
  if (!('socket' in address)) return address;
  return { host: dirname(address.socket), port: Number(basename(address.socket).replace('.s.PGSQL.', '')) };
}

/** The role and database of a client's login. */
export interface Login {
  readonly user: string;
  readonly database: string;
}

/** The endpoints that a proxy serves, and the way to the server behind each. */
export interface EndpointDirectory {
  /** The endpoint with this id; `undefined` if it does not exist. */
  find(endpoint_id: string): ConnectableEndpoint | undefined;
  /**
   * Resolves when the server behind the endpoint accepts connections; wakes the compute if it is suspended. Calls
   * during a wake share that wake.
   * @param signal aborts the wait, not the wake
   * @throws ConnectRefusal when the compute cannot be woken: disabled, out of quota, failing to start
   */
  connect(endpoint_id: string, signal: AbortSignal): Promise<ServerAddress>;
  /**
   * The server's stored form of a role's password, as in `pg_authid.rolpassword`: `SCRAM-SHA-256$4096:…`. Called only
   * after {@link connect} has resolved. A proxy that terminates TLS needs it for channel binding to its certificate, and
   * a pooler needs it to authenticate clients.
   * @returns `undefined` for a role that does not exist or has no such password
   */
  scramSecret(endpoint_id: string, role_name: string): Promise<string | undefined>;
  /** Maps a client's role and database to their names on the server; by default they are the same. */
  login?(endpoint_id: string, asked: Login): Login;
  /** Calls back each time the server behind an endpoint has stopped, and awaits the listener, which stops the pooler. */
  onStop(listener: (endpoint_id: string) => Promise<void>): void;
}

/** The part of an endpoint that decides how a client reaches it. */
export interface ConnectableEndpoint {
  readonly endpoint_id: string;
  /** Addresses and ranges that may connect; empty for all: the project's `allowed_ips`. */
  readonly allowed_ips: readonly string[];
  /** Whether public networks are refused: the project's `block_public_connections`. */
  readonly is_blocked?: boolean;
  /** The server's `max_connections`, which limits the pooler's pools. */
  readonly max_connections: number;
}

/** A compute that cannot be reached, with the message and SQLSTATE for its client. */
export class ConnectRefusal extends Error {
  /** @param sqlstate five characters, such as `XX000` */
  constructor(
    message: string,
    readonly sqlstate: string,
  ) {
    super(message);
    this.name = 'ConnectRefusal';
  }
}

import { basename, dirname } from 'node:path';

/**
 * Where a PostgreSQL server accepts connections: a Unix socket, or a TCP port. A socket is named as servers name
 * theirs, `/folder/.s.PGSQL.5432`, since clients receive folder and number.
 */
export type ServerAddress = { readonly socket: string } | { readonly host: string; readonly port: number };

/** A server's address in the form that clients receive: a socket by its folder and number. */
export function placeOf(address: ServerAddress): { readonly host: string; readonly port: number } {
  if (!('socket' in address)) return address;
  return { host: dirname(address.socket), port: Number(basename(address.socket).replace('.s.PGSQL.', '')) };
}

/** The role and database of a client's login. */
export interface Login {
  readonly user: string;
  readonly database: string;
}

/** Which endpoints there are, and how to reach the server behind one: what a proxy asks. */
export interface EndpointDirectory {
  /** The endpoint with this id; `undefined` when there is none. */
  find(endpoint_id: string): ConnectableEndpoint | undefined;
  /**
   * Resolves when the server behind the endpoint accepts connections; wakes the compute if it sleeps. Callers who
   * come during a wake wait for that same wake.
   * @param signal aborts the waiting, not the wake
   * @throws ConnectRefusal when the compute cannot be woken: disabled, out of quota, failing to start
   */
  connect(endpoint_id: string, signal: AbortSignal): Promise<ServerAddress>;
  /**
   * How the server knows a role's password, as `pg_authid.rolpassword` has it: `SCRAM-SHA-256$4096:…`. Asked only
   * after {@link connect} has resolved. A proxy that ends TLS needs it to bind a client's authentication to its own
   * certificate, and a pooler to let clients in.
   * @returns `undefined` for a role that does not exist or has no such password
   */
  scramSecret(endpoint_id: string, role_name: string): Promise<string | undefined>;
  /** The names of an endpoint's roles and databases on its server; by default as clients call them. */
  login?(endpoint_id: string, asked: Login): Login;
  /** Calls back each time the server behind an endpoint has stopped, and waits: its pooler goes with it. */
  onStop(listener: (endpoint_id: string) => Promise<void>): void;
}

/** The part of an endpoint that decides how a client reaches it. */
export interface ConnectableEndpoint {
  readonly endpoint_id: string;
  /** Addresses and ranges that may connect; empty for all: the project's `allowed_ips`. */
  readonly allowed_ips: readonly string[];
  /** Whether public networks are refused: the project's `block_public_connections`. */
  readonly is_blocked?: boolean;
  /** Slots of the server: bounds the pools of the pooler. */
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

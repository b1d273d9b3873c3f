import type { Client, ClientBase, ClientConfig } from 'pg';
import { connected, type Driver } from '../database/driver.js';
import type { LoadRecord } from '../record/load-record.js';

/** How a load's clients reach the database. */
export interface ConnectionSetting {
  readonly driver: Driver;
  readonly url: string;
  /** By which the database can tell the load's connections from others. */
  readonly application_name: string;
  /** How long opening a connection may take; `undefined`: for ever. */
  readonly connect_timeout_seconds: number | undefined;
  /** Set in the database when a connection is opened; a pooler receives it with each query. */
  readonly statement_timeout_seconds: number | undefined;
  readonly viaPooler: boolean;
}

/** The connections that the clients of a load have opened: counted, and ended all at once when the load is over. */
export class LoadConnections {
  readonly setting: ConnectionSetting;
  readonly #record: LoadRecord;
  readonly #now: () => number;
  readonly #open = new Set<ClientBase>();
  readonly #ending = new WeakSet<ClientBase>();

  constructor(setting: ConnectionSetting, record: LoadRecord, now: () => number) {
    this.setting = setting;
    this.#record = record;
    this.#now = now;
  }

  /** The driver's settings for a connection. */
  get config(): ClientConfig {
    const { url, application_name, connect_timeout_seconds, statement_timeout_seconds, viaPooler } =
      this.setting;
    return {
      connectionString: url,
      application_name,
      connectionTimeoutMillis: limitMs(connect_timeout_seconds),
      // A pooler knows no such parameter of a connection.
      statement_timeout: viaPooler ? undefined : limitMs(statement_timeout_seconds),
    };
  }

  async open(): Promise<Client> {
    const client = await connected(new this.setting.driver.Client(this.config));
    this.add(client);
    return client;
  }

  /** Counts a connection that has been opened, until it ends. */
  add(client: ClientBase): void {
    this.#open.add(client);
    this.#record.opened(this.#now());
    const gone = (dropped: boolean): void => {
      if (!this.#open.delete(client)) return;
      this.#record.closed(this.#now(), dropped && !this.#ending.has(client));
    };
    client.on('error', () => gone(true));
    client.on('end', () => gone(false));
  }

  /** Whether a connection is open, as far as is known. */
  isOpen(client: ClientBase): boolean {
    return this.#open.has(client);
  }

  /** Ends a connection; what runs on it is given up. */
  end(client: ClientBase): void {
    this.#ending.add(client);
    if (this.#open.delete(client)) this.#record.closed(this.#now(), false);
    (client as Client).end().catch(() => undefined);
  }

  endAll(): void {
    for (const client of this.#open) this.end(client);
  }

  /** Runs a query on an open connection: a pooler's server connection receives its limit each time. */
  async send(client: ClientBase, work: string): Promise<void> {
    const { statement_timeout_seconds: limit, viaPooler } = this.setting;
    const text =
      limit === undefined || !viaPooler
        ? work
        : `begin; set local statement_timeout = ${limitMs(limit)}; ${work}; commit`;
    await client.query(text);
  }
}

/** A limit as the driver takes it, for which 0 would be none. */
export function limitMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.max(1, Math.round(seconds * 1000));
}

import type { Client, ClientBase, ClientConfig } from 'pg';
import { type Driver, openConnection } from '../database/driver.js';
import type { LoadRecord } from '../record/load-record.js';

/** Connection settings of a load's clients. */
export interface ConnectionSetting {
  readonly driver: Driver;
  readonly url: string;
  /** Identifies the load's connections in `pg_stat_activity`. */
  readonly application_name: string;
  /** How long opening a connection may take; `undefined` for no limit. */
  readonly connect_timeout_seconds: number | undefined;
  /** Set when a connection is opened; over a pooler, set with each query. */
  readonly statement_timeout_seconds: number | undefined;
  readonly viaPooler: boolean;
}

/** Opens, counts and ends the connections of a load's clients. */
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
      // PgBouncer refuses this startup parameter.
      statement_timeout: viaPooler ? undefined : limitMs(statement_timeout_seconds),
    };
  }

  async open(): Promise<Client> {
    const client = await openConnection(new this.setting.driver.Client(this.config));
    this.add(client);
    return client;
  }

  /** Counts an open connection until it ends. */
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

  /** Whether a connection has not ended. */
  isOpen(client: ClientBase): boolean {
    return this.#open.has(client);
  }

  /** Ends a connection without waiting for its query. */
  end(client: ClientBase): void {
    this.#ending.add(client);
    if (this.#open.delete(client)) this.#record.closed(this.#now(), false);
    (client as Client).end().catch(() => undefined);
  }

  endAll(): void {
    for (const client of this.#open) this.end(client);
  }

  /** Runs a query on an open connection; over a pooler, with the statement timeout. */
  async send(client: ClientBase, work: string): Promise<void> {
    const { statement_timeout_seconds: limit, viaPooler } = this.setting;
    const text =
      limit === undefined || !viaPooler
        ? work
        : `begin; set local statement_timeout = ${limitMs(limit)}; ${work}; commit`;
    await client.query(text);
  }
}

/** Converts a limit to the driver's milliseconds, at least 1, because 0 means no limit. */
export function limitMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.max(1, Math.round(seconds * 1000));
}

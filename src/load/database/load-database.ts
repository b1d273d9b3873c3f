import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import type { DatabaseAddress } from './database-address.js';
import { type Driver, openConnection } from './driver.js';
import { DatabaseFailed, LoadRefused } from './load-error.js';
import { type Calibration, calibrate, createSchema, dropSchema, SCHEMA } from './work-schema.js';

/** How long to retry the cleanup: the database may be starting. */
const CLEAN_UP_SECONDS = 30;
const CLEAN_UP_PAUSE_MS = 1000;
const CONNECT_TIMEOUT_MS = 30_000;

/** Measurements before the load. */
export interface Prepared {
  readonly calibration: Calibration;
  readonly server_version: string;
}

/** The database that a load is sent to, for preparation and cleanup. */
export class LoadDatabase {
  readonly #driver: Driver;
  readonly #address: DatabaseAddress;
  readonly #application_name: string;
  #made = false;

  /** @param application_name of all connections of the load */
  constructor(driver: Driver, address: DatabaseAddress, application_name: string) {
    this.#driver = driver;
    this.#address = address;
    this.#application_name = application_name;
  }

  /**
   * Creates the schema and measures the database's speed, on a connection that is closed afterwards.
   * @param pages of the table, 0 for none
   * @param turns_per_second of the work of queries; measured by default
   * @throws LoadRefused, DatabaseFailed, the signal's reason
   */
  async prepare(pages: number, signal: AbortSignal, turns_per_second?: number): Promise<Prepared> {
    const client = await this.#connect();
    try {
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      this.#made = true;
      await createSchema(client, pages, signal);
      signal.throwIfAborted();
      return {
        calibration: await calibrate(client, turns_per_second),
        server_version: rows[0]!.server_version,
      };
    } catch (error) {
      // The schema existed before.
      if (error instanceof LoadRefused) this.#made = false;
      throw error instanceof LoadRefused || signal.aborted ? error : this.#failure('preparing', error);
    } finally {
      await client.end();
    }
  }

  /**
   * Ends the load's remaining sessions and drops the schema, retrying for half a minute.
   * @returns a message per remaining object; empty if all were dropped
   */
  async cleanUp(): Promise<readonly string[]> {
    if (!this.#made) return [];
    const until = WALL_CLOCK.monotonicMs() + CLEAN_UP_SECONDS * 1000;
    for (;;) {
      try {
        await this.#drop();
        this.#made = false;
        return [];
      } catch (error) {
        if (WALL_CLOCK.monotonicMs() > until) {
          const reason = error instanceof Error ? error.message : String(error);
          return [`schema ${SCHEMA} (${reason}); to undo it: drop schema ${SCHEMA} cascade`];
        }
        await pause(CLEAN_UP_PAUSE_MS);
      }
    }
  }

  async #drop(): Promise<void> {
    const client = await this.#connect();
    try {
      // A backend detects a closed connection only when it sends data, which it does after its query.
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
        [this.#application_name],
      );
      await dropSchema(client);
    } finally {
      await client.end();
    }
  }

  #connect(): Promise<Client> {
    const client = new this.#driver.Client({
      connectionString: this.#address.url,
      application_name: this.#application_name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    return openConnection(client).catch((error: unknown) => {
      throw this.#failure('connecting', error);
    });
  }

  #failure(doing: string, error: unknown): DatabaseFailed {
    const { message = String(error), code } = error as { readonly message?: string; readonly code?: string };
    const words = message === '' ? (code ?? 'no reason given') : message;
    return new DatabaseFailed(`${doing} ${this.#address.shown}: ${words}`);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import type { DatabaseAddress } from './database-address.js';
import { connected, type Driver } from './driver.js';
import { DatabaseFailed, LoadRefused } from './load-error.js';
import { type Calibration, calibrate, createSchema, dropSchema, SCHEMA } from './work-schema.js';

/** For how long dropping is tried again: the database may be starting. */
const CLEAN_UP_SECONDS = 30;
const CLEAN_UP_PAUSE_MS = 1000;
const CONNECT_TIMEOUT_MS = 30_000;

/** Measurements from before the load. */
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
   * Makes what the load needs and measures the database's speed, on a connection that is closed afterwards.
   * @param pages of the table, 0 for none
   * @param turns_per_second of the work of queries; by the database's speed unless given
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
      // Then it was there before.
      if (error instanceof LoadRefused) this.#made = false;
      throw error instanceof LoadRefused || signal.aborted ? error : this.#failure('preparing', error);
    } finally {
      await client.end();
    }
  }

  /**
   * Ends what still runs of the load, and drops what was made, trying for half a minute.
   * @returns the remaining objects, in words; empty if all were removed
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
      // A backend notices that its client has gone when it has something to say: not before its query ends.
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
    return connected(client).catch((error: unknown) => {
      throw this.#failure('connecting', error);
    });
  }

  #failure(doing: string, error: unknown): DatabaseFailed {
    const { message = String(error), code } = error as { readonly message?: string; readonly code?: string };
    const words = message === '' ? (code ?? 'no reason given') : message;
    return new DatabaseFailed(`${doing} ${this.#address.shown}: ${words}`);
  }
}

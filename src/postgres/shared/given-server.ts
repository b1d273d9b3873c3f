import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { type AdminAddress, adminConnection } from '../cluster/admin-connection.js';
import { fallBack } from '../cluster/contents.js';
import type { GivenUrl } from './given-url.js';
import { type Instance, lockNumber } from './server-names.js';

/** The first key of the advisory locks that running emulators hold: "neap" in ASCII. */
export const LOCK_CLASS = 0x6e_65_61_70;
/** How long to retry connecting to a restarting server, and the pause between tries, in ms. */
const RECONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_POLL_MS = 100;
/** How long sessions may take to end after pg_terminate_backend, in ms. */
const END_TIMEOUT_MS = 10_000;
const END_POLL_MS = 20;
const NO_SUCH_DATABASE = '3D000';

/** A server named with --postgres, and the emulator's permanent connections to it. */
export class GivenServer {
  readonly #lost_listeners = new Set<() => void>();
  /** Holds the lock, samples activity and ends sessions: runs short statements only. */
  #watch: Promise<Client> | undefined;
  /** Creates and drops objects, one call after the other. */
  #work: Promise<Client> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closing = false;

  /** @param is_superuser whether the emulator's role is a superuser */
  constructor(
    readonly url: GivenUrl,
    readonly instance: Instance,
    readonly is_superuser: boolean,
  ) {}

  /** Address and role of the emulator's connections. */
  get adminAddress(): AdminAddress {
    const { host, port, user, password } = this.url;
    return { host, port, user, password };
  }

  /** Calls back when the server has ended the emulator's connection, which means that it ended all sessions. */
  onLost(listener: () => void): void {
    this.#lost_listeners.add(listener);
  }

  /** The connection for short statements; reopened if it is lost. @throws PostgresProblem */
  watch(): Promise<Client> {
    this.#watch ??= this.#keepConnected(
      async (client) => {
        await client.query('select pg_try_advisory_lock($1::int, $2::int)', [
          LOCK_CLASS,
          lockNumber(this.instance) | 0,
        ]);
      },
      () => {
        this.#watch = undefined;
        if (!this.#closing) for (const listener of this.#lost_listeners) listener();
      },
    );
    return this.#watch;
  }

  /** Runs a body that creates or drops objects, in order of the calls. @throws the body's error, PostgresProblem */
  work<Result>(body: (client: Client) => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(async () => {
      this.#work ??= this.#keepConnected(
        async () => undefined,
        () => {
          this.#work = undefined;
        },
      );
      return body(await this.#work);
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Sets ALLOW_CONNECTIONS of databases. A dropped database is ignored. */
  async allow(databases: readonly string[], allowed: boolean): Promise<void> {
    const client = await this.watch();
    for (const name of databases) {
      const database = client.escapeIdentifier(name);
      await fallBack(NO_SUCH_DATABASE, () =>
        client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS ${allowed}`),
      );
    }
  }

  /** Refuses new clients of databases, and ends the sessions there with 57P01. */
  async disconnectClients(databases: readonly string[]): Promise<void> {
    if (databases.length === 0) return;
    await this.allow(databases, false);
    const client = await this.watch();
    // A session that has just started may be missing from pg_stat_activity, hence two polls without sessions.
    let looks_without = 0;
    for (let waited_ms = 0; waited_ms < END_TIMEOUT_MS && looks_without < 2; waited_ms += END_POLL_MS) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = any($1) and usename is not null and pid <> pg_backend_pid() and pg_has_role(usesysid, 'MEMBER')`,
        [databases],
      );
      looks_without = rowCount === 0 ? looks_without + 1 : 0;
      await pause(END_POLL_MS);
    }
  }

  /** Stops retrying connections to a restarting server. */
  stopWaiting(): void {
    this.#closing = true;
  }

  /** Ends the emulator's connections. */
  async close(): Promise<void> {
    this.stopWaiting();
    await this.#turn;
    for (const connection of [this.#work, this.#watch]) {
      await connection?.then((client) => client.end()).catch(() => undefined);
    }
  }

  #keepConnected(prepare: (client: Client) => Promise<void>, lost: () => void): Promise<Client> {
    const connection = this.#connectWithRetry().then(async (client) => {
      client.once('end', lost);
      await prepare(client);
      return client;
    });
    connection.catch(lost);
    return connection;
  }

  /** Retries, because the server may be restarting. */
  async #connectWithRetry(): Promise<Client> {
    const until_ms = WALL_CLOCK.monotonicMs() + RECONNECT_TIMEOUT_MS;
    for (;;) {
      try {
        return await adminConnection(this.adminAddress, this.url.database);
      } catch (error) {
        if (this.#closing || WALL_CLOCK.monotonicMs() > until_ms) throw error;
        await pause(RECONNECT_POLL_MS);
      }
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { type AdminAddress, adminConnection } from '../cluster/admin-connection.js';
import { unless } from '../cluster/contents.js';
import type { GivenUrl } from './given-url.js';
import { type Instance, numberOf } from './server-names.js';

/** The first number of the locks that emulators hold while they are there: "neap". */
export const LOCK_CLASS = 0x6e_65_61_70;
/** How long a server that restarts may take to answer again, and how often it is asked, in ms. */
const RETURN_MS = 5_000;
const LOOK_MS = 100;
/** How long sessions may take to end after a request, in ms. */
const ENDING_MS = 10_000;
const ENDING_LOOK_MS = 20;
const NO_SUCH_DATABASE = '3D000';

/** A server that runs already, with the connections that an emulator keeps to it. */
export class GivenServer {
  readonly #lost_listeners = new Set<() => void>();
  /** Holds the lock, watches what clients do and ends their sessions: never busy for long. */
  #watch: Promise<Client> | undefined;
  /** Makes and drops what there is, one thing after the other. */
  #work: Promise<Client> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closing = false;

  /** @param is_superuser whether the emulator's role may do everything */
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

  /** Calls back when the server has ended the emulator's connection, and with it everybody's. */
  onLost(listener: () => void): void {
    this.#lost_listeners.add(listener);
  }

  /** The connection for short questions and orders; one that is lost is made again. @throws PostgresProblem */
  watch(): Promise<Client> {
    this.#watch ??= this.#lasting(
      async (client) => {
        await client.query('select pg_try_advisory_lock($1::int, $2::int)', [
          LOCK_CLASS,
          numberOf(this.instance) | 0,
        ]);
      },
      () => {
        this.#watch = undefined;
        if (!this.#closing) for (const listener of this.#lost_listeners) listener();
      },
    );
    return this.#watch;
  }

  /** Creates or drops objects, in order of the calls. @throws the body's error, PostgresProblem */
  work<Result>(body: (client: Client) => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(async () => {
      this.#work ??= this.#lasting(
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

  /** Lets clients into databases, or keeps them out. A dropped database is ignored. */
  async allow(databases: readonly string[], allowed: boolean): Promise<void> {
    const client = await this.watch();
    for (const name of databases) {
      const database = client.escapeIdentifier(name);
      await unless(NO_SUCH_DATABASE, () =>
        client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS ${allowed}`),
      );
    }
  }

  /** Keeps clients out of databases, and ends the sessions there with 57P01. */
  async shut(databases: readonly string[]): Promise<void> {
    if (databases.length === 0) return;
    await this.allow(databases, false);
    const client = await this.watch();
    // A client that was let in a moment ago is not listed at once.
    let looks_without = 0;
    for (let waited_ms = 0; waited_ms < ENDING_MS && looks_without < 2; waited_ms += ENDING_LOOK_MS) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = any($1) and usename is not null and pid <> pg_backend_pid() and pg_has_role(usesysid, 'MEMBER')`,
        [databases],
      );
      looks_without = rowCount === 0 ? looks_without + 1 : 0;
      await pause(ENDING_LOOK_MS);
    }
  }

  /** Does not wait for a server that restarts, from now on. */
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

  #lasting(prepare: (client: Client) => Promise<void>, lost: () => void): Promise<Client> {
    const connection = this.#connected().then(async (client) => {
      client.once('end', lost);
      await prepare(client);
      return client;
    });
    connection.catch(lost);
    return connection;
  }

  /** A server that restarts is back in a moment. */
  async #connected(): Promise<Client> {
    const until_ms = WALL_CLOCK.monotonicMs() + RETURN_MS;
    for (;;) {
      try {
        return await adminConnection(this.adminAddress, this.url.database);
      } catch (error) {
        if (this.#closing || WALL_CLOCK.monotonicMs() > until_ms) throw error;
        await pause(LOOK_MS);
      }
    }
  }
}

import { type ActivitySample, sampleDatabases } from '../cluster/activity.js';
import { runWithin } from '../cluster/admin-connection.js';
import { folderWith } from '../cluster/binaries.js';
import { applyContents, type Contents, type ContentsServer, databasesOfCopy } from '../cluster/contents.js';
import { PostgresProblem } from '../cluster/postgres-problem.js';
import { type SchemaTable, schemaTables, schemaText } from '../cluster/schema.js';
import type { ServedData } from '../cluster/served-data.js';
import type { ServerSettings } from '../cluster/server-settings.js';
import type { Login, ServerAddress } from '../endpoint-directory.js';
import type { BranchNotes, NotesStore } from './branch-notes.js';
import { createDatabase } from './database-access.js';
import { limitDatabases } from './database-limits.js';
import { dropDatabases, dropLogins, dropUnusedOwners } from './drop.js';
import type { GivenServer } from './given-server.js';
import {
  databasePrefix,
  groupOf,
  loginOn,
  loginPrefix,
  ownerPrefix,
  prefixed,
  tagOf,
} from './server-names.js';
import { secretFor, sharedForm } from './shared-contents.js';

const NO_REPLICAS =
  'a read replica needs a separate server, and --postgres names a single one: name a folder of programs with --postgres';

export interface SharedPlace {
  readonly server: GivenServer;
  readonly notes: NotesStore;
  readonly log: (message: string) => void;
}

/** The databases of a branch or a snapshot among others on a given server: served while its compute runs. */
export class BranchDatabases implements ServedData {
  readonly usage = undefined;
  readonly #server: GivenServer;
  readonly #notes: NotesStore;
  readonly #log: (message: string) => void;
  readonly #id: string;
  #passwords: ReadonlyMap<string, string> = new Map();
  #settings: ServerSettings = {};
  /** While clients may be let in. */
  #serving: { readonly ended: Promise<void>; readonly end: () => void } | undefined;
  /** While it is copied, which needs it alone. */
  #aside = false;

  /** @param id names it, within the names on the server too */
  constructor({ server, notes, log }: SharedPlace, id: string) {
    this.#server = server;
    this.#notes = notes;
    this.#log = log;
    this.#id = id;
  }

  get exists(): boolean {
    return this.#notes.get(this.#id) !== undefined;
  }

  get running(): boolean {
    return this.#serving !== undefined && !this.#aside;
  }

  get ended(): Promise<void> {
    return this.#serving?.ended ?? Promise.resolve();
  }

  get address(): ServerAddress {
    return this.#server.url.address;
  }

  dataVersion(): number {
    return this.#notes.get(this.#id)?.data_version ?? 0;
  }

  async setDataVersion(data_version: number): Promise<void> {
    if (data_version !== this.dataVersion()) this.#note({ data_version });
  }

  /** Nothing: databases come with the contents of the API. */
  async create(): Promise<void> {
    await this.#drop();
    this.#notes.set(this.#id, {
      lineage: tagOf(this.#id),
      data_version: 0,
      applied: { roles: {}, databases: {} },
    });
  }

  /** Copies each database; the source's sessions end for that, since the server copies only unused databases. */
  async copyOf(source: BranchDatabases, contents: Contents): Promise<void> {
    await this.#drop();
    const { lineage, applied } = source.#noted;
    const databases = databasesOfCopy(applied, contents);
    await source.#alone(async () => {
      for (const { name, owner_name } of Object.values(databases)) {
        await this.#copy(source, name, prefixed(ownerPrefix(this.#server.instance, lineage), owner_name));
      }
    });
    this.#notes.set(this.#id, { lineage, data_version: 0, applied: { roles: {}, databases } });
  }

  async standbyOf(): Promise<void> {
    throw new PostgresProblem(NO_REPLICAS);
  }

  /** Lets clients in: as many as the size has slots, to each database. */
  async start(settings: ServerSettings, _cu: number): Promise<void> {
    this.#settings = settings;
    await this.#server.allow(this.#databases, true);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#serving = { ended, end };
  }

  async apply(contents: Contents): Promise<readonly string[]> {
    this.#passwords = new Map(contents.roles.map(({ name, password }) => [name, password]));
    return this.#server.work(async (admin) => {
      const problems = await applyContents(this.#contentsServer(admin), contents);
      return [...problems, ...(await limitDatabases(admin, this.#server, this.#databases, this.#settings))];
    });
  }

  /** No effect: a shared server has no size. */
  async resize(): Promise<void> {
    // See above.
  }

  async stop(): Promise<void> {
    if (this.#serving === undefined) return;
    try {
      await this.#server.shut(this.#databases);
    } finally {
      this.lost();
    }
  }

  /** Records that the server has ended all sessions. */
  lost(): void {
    this.#serving?.end();
    this.#serving = undefined;
  }

  async remove(): Promise<void> {
    this.lost();
    await this.#drop();
    this.#notes.delete(this.#id);
  }

  async sample(): Promise<ActivitySample> {
    const { url } = this.#server;
    return sampleDatabases(await this.#server.watch(), this.#databases, url.user);
  }

  login(asked: Login): Login {
    return loginOn(this.#server.instance, this.#id, asked);
  }

  /** @param role_name as the API has it, or as it logs in */
  async scramSecret(role_name: string): Promise<string | undefined> {
    const prefix = loginPrefix(this.#server.instance, this.#id);
    for (const [name, password] of this.#passwords) {
      if (role_name === name || role_name === prefixed(prefix, name)) return secretFor(name, password);
    }
    return undefined;
  }

  /** Names are those of the API: what stands before them on this server is left out. */
  async schema(database: string): Promise<string> {
    const folder = folderWith('pg_dump');
    if (folder === undefined) {
      throw new PostgresProblem('there is no pg_dump on this machine, which schemas need');
    }
    const text = await schemaText(folder, this.#server.adminAddress, this.#name(database));
    return text.replaceAll(ownerPrefix(this.#server.instance, this.#noted.lineage), '');
  }

  tables(database: string): Promise<readonly SchemaTable[]> {
    return schemaTables(this.#server.adminAddress, this.#name(database));
  }

  get #noted(): BranchNotes {
    const noted = this.#notes.get(this.#id);
    if (noted === undefined) throw new PostgresProblem(`there are no databases of ${this.#id}`);
    return noted;
  }

  /** The names of the databases that there are, on the server. */
  get #databases(): readonly string[] {
    const databases = this.#notes.get(this.#id)?.applied.databases;
    return Object.values(databases ?? {}).map(({ name }) => this.#name(name));
  }

  #name(database: string): string {
    return prefixed(databasePrefix(this.#server.instance, this.#id), database);
  }

  #note(change: Partial<BranchNotes>): void {
    this.#notes.set(this.#id, { ...this.#noted, ...change });
  }

  #contentsServer(admin: Awaited<ReturnType<ContentsServer['admin']>>): ContentsServer {
    return {
      form: sharedForm(this.#server, this.#id, this.#noted.lineage),
      adminAddress: this.#server.adminAddress,
      admin: async () => admin,
      applied: {
        read: () => structuredClone(this.#noted.applied),
        write: async (applied) => this.#note({ applied }),
      },
    };
  }

  /** Runs the body while the databases are unused; new clients wait in the meantime. */
  async #alone(body: () => Promise<void>): Promise<void> {
    const served = this.running;
    this.#aside = true;
    try {
      if (served) await this.#server.shut(this.#databases);
      await body();
    } finally {
      this.#aside = false;
      if (served && this.running) await this.#server.allow(this.#databases, true);
    }
  }

  async #copy(source: BranchDatabases, name: string, owner: string): Promise<void> {
    const copy = this.#name(name);
    await this.#server.work(async (admin) => {
      const by = admin.escapeIdentifier(owner);
      const group = groupOf(this.#server.instance, source.#noted.lineage);
      await createDatabase(admin, { name: copy, owner, group }, source.#name(name));
      // Objects of sessions that have left their role; the role that they logged in with does not exist in the copy.
      const logins = Object.keys(source.#noted.applied.roles).map((role) =>
        prefixed(loginPrefix(this.#server.instance, source.#id), role),
      );
      await runWithin(
        this.#server.adminAddress,
        copy,
        logins.map((login) => `REASSIGN OWNED BY ${admin.escapeIdentifier(login)} TO ${by}`),
      );
    });
    await this.#server.shut([copy]);
  }

  async #drop(): Promise<void> {
    const { instance } = this.#server;
    await this.#server.work(async (admin) => {
      const left = [
        ...(await dropDatabases(admin, databasePrefix(instance, this.#id))),
        ...(await dropLogins(admin, loginPrefix(instance, this.#id))),
      ];
      // Owners first: while there are any, the groups that they are in have members.
      await dropUnusedOwners(admin, `${instance}_`);
      await dropUnusedOwners(admin, `${instance}_`);
      for (const problem of left) this.#log(`${this.#id}: ${problem}`);
    });
  }
}

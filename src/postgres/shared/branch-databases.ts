import { type ActivitySample, sampleDatabases } from '../cluster/activity.js';
import { runInDatabase } from '../cluster/admin-connection.js';
import { findProgramFolder } from '../cluster/binaries.js';
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
  dataTag,
  groupName,
  loginPrefix,
  ownerPrefix,
  prefixedName,
  serverLogin,
} from './server-names.js';
import { sharedForm, storedSecret } from './shared-contents.js';

const NO_REPLICAS =
  'a read replica needs a separate server, and --postgres names a single one: name a folder of programs with --postgres';

export interface SharedPlace {
  readonly server: GivenServer;
  readonly notes: NotesStore;
  readonly log: (message: string) => void;
}

/** The databases of a branch or snapshot on a shared server, which are served while its compute runs. */
export class BranchDatabases implements ServedData {
  readonly usage = undefined;
  readonly #server: GivenServer;
  readonly #notes: NotesStore;
  readonly #log: (message: string) => void;
  readonly #id: string;
  #passwords: ReadonlyMap<string, string> = new Map();
  #settings: ServerSettings = {};
  /** Set while clients may connect. */
  #serving: { readonly ended: Promise<void>; readonly end: () => void } | undefined;
  /** True while the databases are copied, which requires that no client is connected. */
  #isCopying = false;

  /** @param id of the branch or snapshot; names on the server contain its tag */
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
    return this.#serving !== undefined && !this.#isCopying;
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
    if (data_version !== this.dataVersion()) this.#updateNotes({ data_version });
  }

  /** Creates no databases: {@link apply} creates those of the API. */
  async create(): Promise<void> {
    await this.#drop();
    this.#notes.set(this.#id, {
      lineage: dataTag(this.#id),
      data_version: 0,
      applied: { roles: {}, databases: {} },
    });
  }

  /** Copies each database. The source's sessions end first, because PostgreSQL copies only unused databases. */
  async copyFrom(source: BranchDatabases, contents: Contents): Promise<void> {
    await this.#drop();
    const { lineage, applied } = source.#storedNotes;
    const databases = databasesOfCopy(applied, contents);
    await source.#withExclusiveAccess(async () => {
      for (const { name, owner_name } of Object.values(databases)) {
        await this.#copy(source, name, prefixedName(ownerPrefix(this.#server.instance, lineage), owner_name));
      }
    });
    this.#notes.set(this.#id, { lineage, data_version: 0, applied: { roles: {}, databases } });
  }

  async becomeStandby(): Promise<void> {
    throw new PostgresProblem(NO_REPLICAS);
  }

  /** Admits clients. {@link apply} limits connections to each database to the slots of the compute's size. */
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
      await this.#server.disconnectClients(this.#databases);
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
    return serverLogin(this.#server.instance, this.#id, asked);
  }

  /** @param role_name the API's name, or the login role's name on the server */
  async scramSecret(role_name: string): Promise<string | undefined> {
    const prefix = loginPrefix(this.#server.instance, this.#id);
    for (const [name, password] of this.#passwords) {
      if (role_name === name || role_name === prefixedName(prefix, name)) return storedSecret(name, password);
    }
    return undefined;
  }

  /** The schema with the API's names: prefixes on this server are removed. */
  async schema(database: string): Promise<string> {
    const folder = findProgramFolder('pg_dump');
    if (folder === undefined) {
      throw new PostgresProblem('there is no pg_dump on this machine, which schemas need');
    }
    const text = await schemaText(folder, this.#server.adminAddress, this.#name(database));
    return text.replaceAll(ownerPrefix(this.#server.instance, this.#storedNotes.lineage), '');
  }

  tables(database: string): Promise<readonly SchemaTable[]> {
    return schemaTables(this.#server.adminAddress, this.#name(database));
  }

  get #storedNotes(): BranchNotes {
    const noted = this.#notes.get(this.#id);
    if (noted === undefined) throw new PostgresProblem(`there are no databases of ${this.#id}`);
    return noted;
  }

  /** The server's names of the existing databases. */
  get #databases(): readonly string[] {
    const databases = this.#notes.get(this.#id)?.applied.databases;
    return Object.values(databases ?? {}).map(({ name }) => this.#name(name));
  }

  #name(database: string): string {
    return prefixedName(databasePrefix(this.#server.instance, this.#id), database);
  }

  #updateNotes(change: Partial<BranchNotes>): void {
    this.#notes.set(this.#id, { ...this.#storedNotes, ...change });
  }

  #contentsServer(admin: Awaited<ReturnType<ContentsServer['admin']>>): ContentsServer {
    return {
      form: sharedForm(this.#server, this.#id, this.#storedNotes.lineage),
      adminAddress: this.#server.adminAddress,
      admin: async () => admin,
      applied: {
        read: () => structuredClone(this.#storedNotes.applied),
        write: async (applied) => this.#updateNotes({ applied }),
      },
    };
  }

  /** Runs the body while no client is connected to the databases; new clients wait until it ends. */
  async #withExclusiveAccess(body: () => Promise<void>): Promise<void> {
    const served = this.running;
    this.#isCopying = true;
    try {
      if (served) await this.#server.disconnectClients(this.#databases);
      await body();
    } finally {
      this.#isCopying = false;
      if (served && this.running) await this.#server.allow(this.#databases, true);
    }
  }

  async #copy(source: BranchDatabases, name: string, owner: string): Promise<void> {
    const copy = this.#name(name);
    await this.#server.work(async (admin) => {
      const by = admin.escapeIdentifier(owner);
      const group = groupName(this.#server.instance, source.#storedNotes.lineage);
      await createDatabase(admin, { name: copy, owner, group }, source.#name(name));
      // A session after RESET ROLE creates objects as its login role, which the copy does not have.
      const logins = Object.keys(source.#storedNotes.applied.roles).map((role) =>
        prefixedName(loginPrefix(this.#server.instance, source.#id), role),
      );
      await runInDatabase(
        this.#server.adminAddress,
        copy,
        logins.map((login) => `REASSIGN OWNED BY ${admin.escapeIdentifier(login)} TO ${by}`),
      );
    });
    await this.#server.disconnectClients([copy]);
  }

  async #drop(): Promise<void> {
    const { instance } = this.#server;
    await this.#server.work(async (admin) => {
      const left = [
        ...(await dropDatabases(admin, databasePrefix(instance, this.#id))),
        ...(await dropLogins(admin, loginPrefix(instance, this.#id))),
      ];
      // The first call drops owners, the second the groups that have no members any more.
      await dropUnusedOwners(admin, `${instance}_`);
      await dropUnusedOwners(admin, `${instance}_`);
      for (const problem of left) this.#log(`${this.#id}: ${problem}`);
    });
  }
}

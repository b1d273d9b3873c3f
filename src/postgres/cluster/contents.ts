import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { type AdminAddress, runWithin } from './admin-connection.js';
import { reasonOf } from './postgres-problem.js';

/** The roles and databases that a branch is said to have. */
export interface Contents {
  readonly roles: readonly { readonly name: string; readonly password: string }[];
  readonly databases: readonly { readonly id: number; readonly name: string; readonly owner_name: string }[];
}

/** The part that a server has applied, so that objects that its users create by SQL are left alone. */
export interface Applied {
  /** Digests of passwords, by role. */
  readonly roles: Record<string, string>;
  /** By the id of the database. */
  readonly databases: Record<string, { name: string; owner_name: string }>;
}

export interface AppliedNotes {
  read(): Applied;
  write(applied: Applied): Promise<void>;
}

/** The form of the API's roles and databases on a server, and how they are created there. */
export interface ContentsForm {
  /** Names on the server: of what a role owns, and of a database. */
  readonly role: (name: string) => string;
  readonly database: (name: string) => string;
  /** Prepares the server for the roles; throws if something cannot be done. */
  readonly prepare: (admin: Client) => Promise<void>;
  /** Makes a role that logs in with this password, or changes that of one there is. */
  readonly makeRole: (admin: Client, name: string, password: string) => Promise<void>;
  readonly dropRole: (admin: Client, name: string) => Promise<void>;
  /** Makes a database, or gives one there is to another owner. Names are those of the API. */
  readonly makeDatabase: (admin: Client, name: string, owner_name: string) => Promise<void>;
  /** Run in a database that is new, or is given to another owner. */
  readonly owned: (owner: string) => readonly string[];
  /** Run in each database: what a role owns there goes to another. */
  readonly bequeathed: (role: string, heir: string) => readonly string[];
}

export interface ContentsServer {
  readonly applied: AppliedNotes;
  readonly form: ContentsForm;
  readonly adminAddress: AdminAddress;
  admin(): Promise<Client>;
}

/** The group that roles of the API are members of. */
export const GROUP = 'neon_superuser';
export const DUPLICATE_ROLE = '42710';
export const DUPLICATE_DATABASE = '42P04';

/** A server that is the branch's alone: names are those of the API, and roles may do what they may on the platform. */
export const OWN_SERVER: ContentsForm = {
  role: (name) => name,
  database: (name) => name,
  async prepare(admin) {
    const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [GROUP]);
    if (rowCount !== 0) return;
    const members = 'IN ROLE pg_read_all_data, pg_write_all_data, pg_monitor';
    await admin.query(`CREATE ROLE ${GROUP} CREATEDB CREATEROLE NOLOGIN BYPASSRLS REPLICATION ${members}`);
    // From PostgreSQL 16 on roles may create subscriptions; before, superusers alone.
    const subscriptions = await admin.query("select from pg_roles where rolname = 'pg_create_subscription'");
    if (subscriptions.rowCount !== 0) await admin.query(`GRANT pg_create_subscription TO ${GROUP}`);
  },
  async makeRole(admin, name, password) {
    const role = admin.escapeIdentifier(name);
    const secret = admin.escapeLiteral(password);
    const rights = 'INHERIT CREATEROLE CREATEDB BYPASSRLS REPLICATION';
    await unless(
      DUPLICATE_ROLE,
      () => admin.query(`CREATE ROLE ${role} LOGIN ${rights} IN ROLE ${GROUP} PASSWORD ${secret}`),
      () => admin.query(`ALTER ROLE ${role} LOGIN PASSWORD ${secret}`),
    );
  },
  async dropRole(admin, name) {
    await admin.query(`DROP ROLE IF EXISTS ${admin.escapeIdentifier(name)}`);
  },
  async makeDatabase(admin, name, owner_name) {
    const [database, owner] = [name, owner_name].map((each) => admin.escapeIdentifier(each));
    await unless(
      DUPLICATE_DATABASE,
      () => admin.query(`CREATE DATABASE ${database} OWNER ${owner} TEMPLATE template0`),
      () => admin.query(`ALTER DATABASE ${database} OWNER TO ${owner}`),
    );
  },
  owned: (owner) => [`ALTER SCHEMA public OWNER TO ${owner}`],
  bequeathed: (role, heir) => [`REASSIGN OWNED BY ${role} TO ${heir}`, `DROP OWNED BY ${role}`],
};

/** Does something; where it fails with a code, another thing, or nothing. */
export async function unless(
  code: string,
  first: () => Promise<unknown>,
  other: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  try {
    await first();
  } catch (error) {
    if ((error as { readonly code?: string }).code !== code) throw error;
    await other();
  }
}

/**
 * Brings a running server's roles and databases in line with the API: those that were applied before and no longer exist
 * are dropped, the rest created or changed.
 * @returns what could not be done, in words
 */
export async function applyContents(server: ContentsServer, wanted: Contents): Promise<readonly string[]> {
  const work = new ContentsWork(server, wanted, await server.admin());
  await work.run();
  return work.problems;
}

/** Notes for a copy of databases: they go by their names there, since their ids are others. */
export function databasesOfCopy(noted: Applied, wanted: Contents): Applied['databases'] {
  const named = Object.values(noted.databases);
  const databases = wanted.databases.flatMap(({ id, name }) => {
    const known = named.find((each) => each.name === name);
    return known === undefined ? [] : [[String(id), known] as const];
  });
  return Object.fromEntries(databases);
}

export function notesIn(file: string): AppliedNotes {
  return {
    read() {
      if (!existsSync(file)) return { roles: {}, databases: {} };
      return JSON.parse(readFileSync(file, 'utf8')) as Applied;
    },
    write: (applied) => writeFile(file, JSON.stringify(applied), { mode: 0o600 }),
  };
}

function digest(password: string): string {
  return createHash('sha256').update(password).digest('base64url');
}

class ContentsWork {
  readonly problems: string[] = [];
  readonly #applied: Applied;
  readonly #form: ContentsForm;

  constructor(
    private readonly server: ContentsServer,
    private readonly wanted: Contents,
    private readonly admin: Client,
  ) {
    this.#applied = server.applied.read();
    this.#form = server.form;
  }

  async run(): Promise<void> {
    const before = JSON.stringify(this.#applied);
    await this.#try('the group of roles', () => this.#form.prepare(this.admin));
    await this.#dropDatabases();
    for (const role of this.wanted.roles) await this.#role(role.name, role.password);
    await this.#makeWay();
    for (const database of this.wanted.databases) await this.#database(database);
    await this.#dropRoles();
    if (JSON.stringify(this.#applied) !== before) await this.server.applied.write(this.#applied);
  }

  /** Runs one step; a failure is noted, and the rest continues. @returns whether it succeeded */
  async #try(what: string, body: () => Promise<unknown>): Promise<boolean> {
    try {
      await body();
      return true;
    } catch (error) {
      this.problems.push(`${what}: ${reasonOf(error)}`);
      return false;
    }
  }

  #roleName(name: string): string {
    return this.admin.escapeIdentifier(this.#form.role(name));
  }

  #databaseName(name: string): string {
    return this.admin.escapeIdentifier(this.#form.database(name));
  }

  async #role(name: string, password: string): Promise<void> {
    if (this.#applied.roles[name] === digest(password)) return;
    const done = await this.#try(`role ${name}`, () => this.#form.makeRole(this.admin, name, password));
    if (done) this.#applied.roles[name] = digest(password);
  }

  async #dropDatabases(): Promise<void> {
    const ids = new Set(this.wanted.databases.map(({ id }) => String(id)));
    for (const [id, { name }] of Object.entries(this.#applied.databases)) {
      if (ids.has(id)) continue;
      const drop = `DROP DATABASE IF EXISTS ${this.#databaseName(name)} WITH (FORCE)`;
      if (await this.#try(`database ${name}`, () => this.admin.query(drop)))
        delete this.#applied.databases[id];
    }
  }

  /** Databases whose name another is about to take step aside. */
  async #makeWay(): Promise<void> {
    for (const { id, name } of this.wanted.databases) {
      const holder = Object.entries(this.#applied.databases).find(
        ([other, applied]) => other !== String(id) && applied.name === name,
      );
      if (holder !== undefined) await this.#rename(holder[0], `${name.slice(0, 40)}_${holder[0]}`);
    }
  }

  async #database({ id, name, owner_name }: Contents['databases'][number]): Promise<void> {
    const database = this.#databaseName(name);
    const owner = this.#roleName(owner_name);
    const give = () => this.admin.query(`ALTER DATABASE ${database} OWNER TO ${owner}`);
    const known = this.#applied.databases[id];
    if (known === undefined) {
      const make = () => this.#form.makeDatabase(this.admin, name, owner_name);
      if (!(await this.#try(`database ${name}`, make))) return;
    } else {
      if (known.name !== name && !(await this.#rename(String(id), name))) return;
      if (known.owner_name === owner_name || !(await this.#try(`database ${name}`, give))) return;
    }
    this.#applied.databases[id] = { name, owner_name };
    await this.#within(name, this.#form.owned(owner));
  }

  async #rename(id: string, name: string): Promise<boolean> {
    const applied = this.#applied.databases[id]!;
    const held = this.admin.escapeLiteral(this.#form.database(applied.name));
    const done = await this.#try(`database ${applied.name}`, async () => {
      await this.admin.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${held} and usename is not null`,
      );
      await this.admin.query(
        `ALTER DATABASE ${this.#databaseName(applied.name)} RENAME TO ${this.#databaseName(name)}`,
      );
    });
    if (done) applied.name = name;
    return done;
  }

  /** Roles that are gone leave what they own to the owner of the database that it is in. */
  async #dropRoles(): Promise<void> {
    const names = new Set(this.wanted.roles.map(({ name }) => name));
    for (const name of Object.keys(this.#applied.roles)) {
      if (names.has(name)) continue;
      for (const database of this.wanted.databases) {
        const left = this.#form.bequeathed(this.#roleName(name), this.#roleName(database.owner_name));
        await this.#within(database.name, left);
      }
      if (await this.#try(`role ${name}`, () => this.#form.dropRole(this.admin, name)))
        delete this.#applied.roles[name];
    }
  }

  async #within(database: string, statements: readonly string[]): Promise<void> {
    if (statements.length === 0) return;
    await this.#try(`database ${database}`, () =>
      runWithin(this.server.adminAddress, this.#form.database(database), statements),
    );
  }
}

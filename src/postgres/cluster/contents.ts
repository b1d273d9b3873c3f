import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { type AdminAddress, runInDatabase } from './admin-connection.js';
import { reasonOf } from './postgres-problem.js';

/** The roles and databases that the API has for a branch. */
export interface Contents {
  readonly roles: readonly { readonly name: string; readonly password: string }[];
  readonly databases: readonly { readonly id: number; readonly name: string; readonly owner_name: string }[];
}

/** The contents that were applied to a server. Other roles and databases, created by SQL, are never dropped. */
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

/** How a server names, creates and drops the roles and databases of the API. */
export interface ContentsForm {
  /** The server's name of the role that owns objects. */
  readonly role: (name: string) => string;
  readonly database: (name: string) => string;
  /** Prepares the server for the roles. */
  readonly prepare: (admin: Client) => Promise<void>;
  /** Creates a role with a password, or changes the password of an existing one. */
  readonly makeRole: (admin: Client, name: string, password: string) => Promise<void>;
  readonly dropRole: (admin: Client, name: string) => Promise<void>;
  /** Creates a database, or changes the owner of an existing one. Names are those of the API. */
  readonly makeDatabase: (admin: Client, name: string, owner_name: string) => Promise<void>;
  /** Statements to run in a new database, or one whose owner changed. */
  readonly ownerSql: (owner: string) => readonly string[];
  /** Statements to run in each database that give a role's objects there to its heir. */
  readonly reassignSql: (role: string, heir: string) => readonly string[];
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

/** The form on a server with one branch: names are those of the API, and roles have the platform's rights. */
export const OWN_SERVER: ContentsForm = {
  role: (name) => name,
  database: (name) => name,
  async prepare(admin) {
    const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [GROUP]);
    if (rowCount !== 0) return;
    const members = 'IN ROLE pg_read_all_data, pg_write_all_data, pg_monitor';
    await admin.query(`CREATE ROLE ${GROUP} CREATEDB CREATEROLE NOLOGIN BYPASSRLS REPLICATION ${members}`);
    // From PostgreSQL 16 on, roles can create subscriptions; in older versions, only superusers can.
    const subscriptions = await admin.query("select from pg_roles where rolname = 'pg_create_subscription'");
    if (subscriptions.rowCount !== 0) await admin.query(`GRANT pg_create_subscription TO ${GROUP}`);
  },
  async makeRole(admin, name, password) {
    const role = admin.escapeIdentifier(name);
    const secret = admin.escapeLiteral(password);
    const rights = 'INHERIT CREATEROLE CREATEDB BYPASSRLS REPLICATION';
    await fallBack(
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
    await fallBack(
      DUPLICATE_DATABASE,
      () => admin.query(`CREATE DATABASE ${database} OWNER ${owner} TEMPLATE template0`),
      () => admin.query(`ALTER DATABASE ${database} OWNER TO ${owner}`),
    );
  },
  ownerSql: (owner) => [`ALTER SCHEMA public OWNER TO ${owner}`],
  reassignSql: (role, heir) => [`REASSIGN OWNED BY ${role} TO ${heir}`, `DROP OWNED BY ${role}`],
};

/** Runs `first`; if it fails with the SQLSTATE `code`, runs `other`, which does nothing by default. */
export async function fallBack(
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
 * Makes a running server's roles and databases match the API: drops those that were applied and no longer exist, creates
 * or changes the others.
 * @returns a message per failure
 */
export async function applyContents(server: ContentsServer, wanted: Contents): Promise<readonly string[]> {
  const work = new ContentsWork(server, wanted, await server.admin());
  await work.run();
  return work.problems;
}

/** Notes for a copy of databases, matched by name, because their ids differ. */
export function databasesOfCopy(noted: Applied, wanted: Contents): Applied['databases'] {
  const named = Object.values(noted.databases);
  const databases = wanted.databases.flatMap(({ id, name }) => {
    const known = named.find((each) => each.name === name);
    return known === undefined ? [] : [[String(id), known] as const];
  });
  return Object.fromEntries(databases);
}

export function notesFile(file: string): AppliedNotes {
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
    await this.#freeNames();
    for (const database of this.wanted.databases) await this.#database(database);
    await this.#dropRoles();
    if (JSON.stringify(this.#applied) !== before) await this.server.applied.write(this.#applied);
  }

  /** Runs one step, and notes a failure. @returns whether it succeeded */
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

  /** Renames databases whose name another database is about to take. */
  async #freeNames(): Promise<void> {
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
    await this.#within(name, this.#form.ownerSql(owner));
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

  /** Drops roles that the API no longer has; the owner of each database gets their objects in it. */
  async #dropRoles(): Promise<void> {
    const names = new Set(this.wanted.roles.map(({ name }) => name));
    for (const name of Object.keys(this.#applied.roles)) {
      if (names.has(name)) continue;
      for (const database of this.wanted.databases) {
        const left = this.#form.reassignSql(this.#roleName(name), this.#roleName(database.owner_name));
        await this.#within(database.name, left);
      }
      if (await this.#try(`role ${name}`, () => this.#form.dropRole(this.admin, name)))
        delete this.#applied.roles[name];
    }
  }

  async #within(database: string, statements: readonly string[]): Promise<void> {
    if (statements.length === 0) return;
    await this.#try(`database ${database}`, () =>
      runInDatabase(this.server.adminAddress, this.#form.database(database), statements),
    );
  }
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { type AdminAddress, adminConnection } from './admin-connection.js';
import { reasonOf } from './postgres-problem.js';

/** The roles and databases that a branch is said to have. */
export interface Contents {
  readonly roles: readonly { readonly name: string; readonly password: string }[];
  readonly databases: readonly { readonly id: number; readonly name: string; readonly owner_name: string }[];
}

/** What of them a server has been told, so that what its users make by SQL is left alone. */
interface Applied {
  /** Digests of passwords, by role. */
  readonly roles: Record<string, string>;
  /** By the id of the database. */
  readonly databases: Record<string, { name: string; owner_name: string }>;
}

/** Where contents are applied. */
export interface ContentsServer {
  /** File that says what has been applied. */
  readonly notes: string;
  readonly adminAddress: AdminAddress;
  admin(): Promise<Client>;
}

/** The group that roles of the API are members of. */
const GROUP = 'neon_superuser';
const DUPLICATE_ROLE = '42710';
const DUPLICATE_DATABASE = '42P04';

/**
 * Brings a running server's roles and databases to what the API says: what it was told before and is there no longer
 * is dropped, the rest made or changed.
 * @returns what could not be done, in words
 */
export async function applyContents(server: ContentsServer, wanted: Contents): Promise<readonly string[]> {
  const work = new ContentsWork(server, wanted, await server.admin());
  await work.run();
  return work.problems;
}

/**
 * Notes for a copy: databases go by their names there, since their ids are others.
 * @param wanted what the copy is said to have
 */
export async function copyNotes(from: string, to: string, wanted: Contents): Promise<void> {
  const noted = notesOf(from);
  const named = Object.values(noted.databases);
  const databases = wanted.databases.flatMap(({ id, name }) => {
    const known = named.find((each) => each.name === name);
    return known === undefined ? [] : [[String(id), known] as const];
  });
  await write(to, { roles: noted.roles, databases: Object.fromEntries(databases) });
}

function notesOf(file: string): Applied {
  if (!existsSync(file)) return { roles: {}, databases: {} };
  return JSON.parse(readFileSync(file, 'utf8')) as Applied;
}

function write(file: string, applied: Applied): Promise<void> {
  return writeFile(file, JSON.stringify(applied), { mode: 0o600 });
}

function digest(password: string): string {
  return createHash('sha256').update(password).digest('base64url');
}

class ContentsWork {
  readonly problems: string[] = [];
  readonly #applied: Applied;

  constructor(
    private readonly server: ContentsServer,
    private readonly wanted: Contents,
    private readonly admin: Client,
  ) {
    this.#applied = notesOf(server.notes);
  }

  async run(): Promise<void> {
    const before = JSON.stringify(this.#applied);
    await this.#ensureGroup();
    await this.#dropDatabases();
    for (const role of this.wanted.roles) await this.#role(role.name, role.password);
    await this.#makeWay();
    for (const database of this.wanted.databases) await this.#database(database);
    await this.#dropRoles();
    if (JSON.stringify(this.#applied) !== before) await write(this.server.notes, this.#applied);
  }

  /** Does one thing; where it fails that is noted, and the rest goes on. @returns whether it is done */
  async #try(what: string, statements: readonly string[], fallbackOn = '', fallback = ''): Promise<boolean> {
    try {
      for (const statement of statements) await this.admin.query(statement);
      return true;
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (fallback !== '' && code === fallbackOn) return this.#try(what, [fallback]);
      this.problems.push(`${what}: ${reasonOf(error)}`);
      return false;
    }
  }

  async #ensureGroup(): Promise<void> {
    const { rowCount } = await this.admin.query('select from pg_roles where rolname = $1', [GROUP]);
    if (rowCount !== 0) return;
    const members = 'IN ROLE pg_read_all_data, pg_write_all_data, pg_monitor';
    await this.#try(`role ${GROUP}`, [
      `CREATE ROLE ${GROUP} CREATEDB CREATEROLE NOLOGIN BYPASSRLS REPLICATION ${members}`,
    ]);
  }

  async #role(name: string, password: string): Promise<void> {
    const known = this.#applied.roles[name];
    if (known === digest(password)) return;
    const role = this.admin.escapeIdentifier(name);
    const secret = this.admin.escapeLiteral(password);
    const alter = `ALTER ROLE ${role} LOGIN PASSWORD ${secret}`;
    const create = `CREATE ROLE ${role} LOGIN INHERIT CREATEROLE CREATEDB BYPASSRLS REPLICATION IN ROLE ${GROUP} PASSWORD ${secret}`;
    const done = await this.#try(`role ${name}`, [create], DUPLICATE_ROLE, alter);
    if (done) this.#applied.roles[name] = digest(password);
  }

  async #dropDatabases(): Promise<void> {
    const ids = new Set(this.wanted.databases.map(({ id }) => String(id)));
    for (const [id, { name }] of Object.entries(this.#applied.databases)) {
      if (ids.has(id)) continue;
      const drop = `DROP DATABASE IF EXISTS ${this.admin.escapeIdentifier(name)} WITH (FORCE)`;
      if (await this.#try(`database ${name}`, [drop])) delete this.#applied.databases[id];
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
    const database = this.admin.escapeIdentifier(name);
    const owner = this.admin.escapeIdentifier(owner_name);
    const give = `ALTER DATABASE ${database} OWNER TO ${owner}`;
    const known = this.#applied.databases[id];
    if (known === undefined) {
      const create = `CREATE DATABASE ${database} OWNER ${owner}`;
      if (!(await this.#try(`database ${name}`, [create], DUPLICATE_DATABASE, give))) return;
      this.#applied.databases[id] = { name, owner_name };
      await this.#within(name, [`ALTER SCHEMA public OWNER TO ${owner}`]);
      return;
    }
    if (known.name !== name && !(await this.#rename(String(id), name))) return;
    if (known.owner_name === owner_name || !(await this.#try(`database ${name}`, [give]))) return;
    this.#applied.databases[id] = { name, owner_name };
    await this.#within(name, [`ALTER SCHEMA public OWNER TO ${owner}`]);
  }

  async #rename(id: string, name: string): Promise<boolean> {
    const applied = this.#applied.databases[id]!;
    const { escapeIdentifier, escapeLiteral } = this.admin;
    const done = await this.#try(`database ${applied.name}`, [
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${escapeLiteral(applied.name)}`,
      `ALTER DATABASE ${escapeIdentifier(applied.name)} RENAME TO ${escapeIdentifier(name)}`,
    ]);
    if (done) applied.name = name;
    return done;
  }

  /** Roles that are gone leave what they own to the owner of the database that it is in. */
  async #dropRoles(): Promise<void> {
    const names = new Set(this.wanted.roles.map(({ name }) => name));
    for (const name of Object.keys(this.#applied.roles)) {
      if (names.has(name)) continue;
      const role = this.admin.escapeIdentifier(name);
      for (const database of this.wanted.databases) {
        const heir = this.admin.escapeIdentifier(database.owner_name);
        await this.#within(database.name, [`REASSIGN OWNED BY ${role} TO ${heir}`, `DROP OWNED BY ${role}`]);
      }
      if (await this.#try(`role ${name}`, [`DROP ROLE IF EXISTS ${role}`])) delete this.#applied.roles[name];
    }
  }

  async #within(database: string, statements: readonly string[]): Promise<void> {
    try {
      const client = await adminConnection(this.server.adminAddress, database);
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    } catch (error) {
      this.problems.push(`database ${database}: ${reasonOf(error)}`);
    }
  }
}

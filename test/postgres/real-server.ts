import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { OLDEST_MAJOR } from '../../src/postgres/cluster/binaries.js';
import type {
  ConnectableEndpoint,
  ConnectRefusal,
  EndpointDirectory,
  ServerAddress,
} from '../../src/postgres/endpoint-directory.js';

const run = promisify(execFile);

/** The newest version that `.ci/packages` installs. */
const NEWEST_MAJOR = 18;

/** Programs of one PostgreSQL server. */
interface InstalledPostgres {
  readonly major: number;
  readonly bin: string;
}

/** The installed PostgreSQL servers, one per major version, oldest first. */
export const POSTGRES_BINS = installedServers();

/** Folder of the programs of the system's newest PostgreSQL server, which has clients too; `undefined` if it is missing. */
export const POSTGRES_BIN = POSTGRES_BINS.findLast(({ bin }) => existsSync(join(bin, 'psql')))?.bin;

/** Debian's servers, then those that `.ci/packages` takes from npm. */
function installedServers(): readonly InstalledPostgres[] {
  const found = new Map<number, string>();
  for (const [root, within] of [
    ['/usr/lib/postgresql', 'bin'],
    ['/opt/neap-postgres/node_modules', 'native/bin'],
  ] as const) {
    for (const name of existsSync(root) ? readdirSync(root) : []) {
      const bin = join(root, name, within);
      const major = Number(/\d+$/.exec(name)?.[0]);
      if (existsSync(join(bin, 'initdb')) && !found.has(major)) found.set(major, bin);
    }
  }
  const missing = [OLDEST_MAJOR, NEWEST_MAJOR].filter((major) => !found.has(major));
  if (missing.length > 0) {
    const message = `missing PostgreSQL ${missing.join(' and ')}, which .ci/packages installs`;
    if (process.env['CI'] !== undefined) throw new Error(message);
    console.warn(`${message}: tests that need it are skipped`);
  }
  return [...found].map(([major, bin]) => ({ major, bin })).sort((a, b) => a.major - b.major);
}

/** PostgreSQL refuses to be run by root: the user that Debian's package makes. */
export const OWNER = process.getuid?.() === 0 && POSTGRES_BINS.length > 0 ? ownerOf('postgres') : undefined;

function ownerOf(name: string): { readonly uid: number; readonly gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The password of the role `app`, with what addresses and shells mind. */
export const PASSWORD = 'crème/brûlée:7';

/**
 * A real server behind the endpoint `ep-test-1`: the first connection starts it, and it stops like a suspended compute.
 * It has the role `app` with {@link PASSWORD}, and its database `shop`.
 */
export class RealServer implements EndpointDirectory {
  readonly endpoint_id = 'ep-test-1';
  readonly #folder: string;
  readonly #bin: string;
  readonly #listeners: ((endpoint_id: string) => void)[] = [];
  #starting: Promise<void> | undefined;
  /** Starts so far. */
  wakes = 0;
  /** How long a start takes at least; ms. */
  wake_ms = 0;
  /** Settings of the endpoint that differ from the default ones. */
  settings: Partial<ConnectableEndpoint> = {};
  /** Why connections are refused. */
  refusal: ConnectRefusal | undefined;
  max_connections = 20;

  private constructor(folder: string, bin: string) {
    this.#folder = folder;
    this.#bin = bin;
  }

  static async create(bin = POSTGRES_BIN!): Promise<RealServer> {
    const folder = mkdtempSync(join(tmpdir(), 'neap-pg-'));
    if (OWNER !== undefined) chownSync(folder, OWNER.uid, OWNER.gid);
    chmodSync(folder, 0o700);
    const server = new RealServer(folder, bin);
    await server.#program('initdb', '-D', server.#data, '-U', 'cloud_admin', '-E', 'UTF8', '--no-sync');
    writeFileSync(
      join(server.#data, 'pg_hba.conf'),
      'local all cloud_admin trust\nlocal all all scram-sha-256\n',
    );
    await server.#run();
    const quoted = pg.escapeLiteral(PASSWORD);
    await server.asAdmin(`create role app login password ${quoted}`);
    await server.asAdmin('create database shop owner app');
    return server;
  }

  /** Where the server listens while it runs. */
  get address(): ServerAddress & { readonly socket: string } {
    return { socket: join(this.#folder, '.s.PGSQL.5432') };
  }

  /** For a client that goes to the server directly. */
  get folder(): string {
    return this.#folder;
  }

  find(endpoint_id: string): ConnectableEndpoint | undefined {
    if (endpoint_id !== this.endpoint_id) return undefined;
    const { max_connections } = this;
    return {
      endpoint_id,
      allowed_ips: [],
      max_connections,
      ...this.settings,
    };
  }

  async connect(_endpoint_id: string, signal: AbortSignal): Promise<ServerAddress> {
    if (this.refusal !== undefined) throw this.refusal;
    const left = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    await Promise.race([this.#run(), left]);
    return this.address;
  }

  async scramSecret(_endpoint_id: string, role_name: string): Promise<string | undefined> {
    const [row] = await this.asAdmin('select rolpassword from pg_authid where rolname = $1', [role_name]);
    return row?.['rolpassword'] ?? undefined;
  }

  onStop(listener: (endpoint_id: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Stops the server as a suspended or restarted compute's: sessions are cut with 57P01. */
  async suspend(): Promise<void> {
    if (this.#starting === undefined) return;
    await this.#starting;
    await this.#program('pg_ctl', '-D', this.#data, '-m', 'fast', '-w', 'stop');
    this.#starting = undefined;
    for (const listener of this.#listeners) listener(this.endpoint_id);
  }

  /** Stops the server, and leaves nothing. */
  async remove(): Promise<void> {
    await this.suspend();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Sessions that sleep. */
  async sleepers(): Promise<number> {
    const sleeping = "select pid from pg_stat_activity where wait_event = 'PgSleep'";
    return (await this.asAdmin(sleeping)).length;
  }

  /** Asks the server itself, as its superuser. */
  async asAdmin(sql: string, values: readonly unknown[] = []): Promise<Record<string, string>[]> {
    const client = new pg.Client({ host: this.#folder, user: 'cloud_admin', database: 'postgres' });
    await client.connect();
    try {
      return (await client.query(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  #run(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    this.wakes += 1;
    const settings = [
      `-c listen_addresses='' -c unix_socket_directories=${this.#folder} -c fsync=off`,
      `-c max_connections=${this.max_connections} -c superuser_reserved_connections=3`,
    ];
    const log = join(this.#folder, 'log');
    await Promise.all([
      this.#program('pg_ctl', '-D', this.#data, '-w', '-l', log, '-o', settings.join(' '), 'start'),
      sleep(this.wake_ms),
    ]);
  }

  async #program(name: string, ...args: string[]): Promise<void> {
    await run(join(this.#bin, name), args, { cwd: this.#folder, ...OWNER });
  }
}

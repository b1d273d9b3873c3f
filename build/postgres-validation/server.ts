import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ControlGroup, controlGroup, whyNoControlGroups } from './control-group.js';

const DEBIAN = '/usr/lib/postgresql';
/** Part of the socket's name; the server listens on no port by default. */
const PORT = 5432;
/** The server refuses to run as root. */
const USER = 'postgres';

/** The line of `postmaster.pid` with the server's state. Source: PostgreSQL's miscadmin.h. */
const STATE_LINE = 7;
const LOOK_MS = 2;
const START_TIMEOUT_MS = 20_000;

/** Settings of a real server. */
export interface ServerSetting {
  /** CPU seconds per second; `undefined` for no quota. */
  readonly quota_cpus: number | undefined;
  /** The cores of its processes, such as `0` or `0,1`. */
  readonly cores: string;
  /** A local port that it listens on in addition to its socket. */
  readonly tcp_port?: number;
  /** Parameters in addition to {@link PARAMETERS}. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The folder of Debian's newest server; `undefined` if none is installed. */
export function serverBinaries(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).filter((name) => existsSync(`${DEBIAN}/${name}/bin/postgres`));
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  return newest === undefined ? undefined : `${DEBIAN}/${newest}/bin`;
}

/** A folder with the server's programs; its server runs on the given cores. */
export function programsForCores(cores: string): { readonly folder: string; remove(): void } {
  const binaries = serverBinaries()!;
  const folder = mkdtempSync(join(tmpdir(), 'neap-programs-'));
  for (const name of readdirSync(binaries)) {
    const path = join(folder, name);
    if (name !== 'postgres') symlinkSync(join(binaries, name), path);
    else writeFileSync(path, `#!/bin/sh\nexec taskset -c ${cores} ${join(binaries, name)} "$@"\n`);
  }
  for (const path of [folder, join(folder, 'postgres')]) chmodSync(path, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The reason why nothing can be measured; `undefined` if it can. */
export function whyNoServer(): string | undefined {
  return (
    whyNoControlGroups() ??
    (serverBinaries() === undefined
      ? `no server under ${DEBIAN}; install Debian's package postgresql`
      : undefined)
  );
}

/** Autovacuum keeps a compute awake at times that the simulator does not know. */
export const UNATTENDED = { autovacuum: 'off' };

/** Parameters that keep the server's background work out of the measurement. */
const PARAMETERS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  ...UNATTENDED,
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_connections: '112',
  superuser_reserved_connections: '3',
  logging_collector: 'off',
};

/** A real server with a separate folder and control group. */
export class RealServer {
  readonly folder: string;
  readonly group: ControlGroup;
  readonly #setting: ServerSetting;
  readonly #binaries: string;
  #process: ChildProcess | undefined;

  private constructor(setting: ServerSetting) {
    this.#setting = setting;
    this.#binaries = serverBinaries()!;
    this.folder = mkdtempSync(join(tmpdir(), 'neap-postgres-'));
    this.group = controlGroup(`neap-validation-${process.pid}-${Date.now()}`, setting.quota_cpus);
  }

  /** Creates a server and starts it. */
  static async start(setting: ServerSetting): Promise<RealServer> {
    const server = new RealServer(setting);
    execFileSync('chown', [USER, server.folder]);
    const initdb = [`${server.#binaries}/initdb`, '-D', server.data, '-U', USER, '-A', 'trust', '-N'];
    execFileSync('setpriv', [...AS_USER, ...initdb, '--no-instructions'], { stdio: 'ignore', cwd: '/' });
    await server.up();
    return server;
  }

  get data(): string {
    return `${this.folder}/data`;
  }

  /** For clients without support for sockets. */
  get tcp(): { readonly host: string; readonly port: number; readonly user: string } {
    return { host: '127.0.0.1', port: this.#port, user: USER };
  }

  get #port(): number {
    return this.#setting.tcp_port ?? PORT;
  }

  /** For clients that connect as ordinary users of the database. */
  get url(): string {
    return `postgresql://${USER}@/postgres?host=${encodeURIComponent(this.folder)}&port=${this.#port}`;
  }

  /** Starts the server. @returns when it accepts connections, to within two milliseconds */
  async up(): Promise<void> {
    const { cores, parameters, tcp_port } = this.#setting;
    const settings = Object.entries({
      ...PARAMETERS,
      unix_socket_directories: this.folder,
      ...(tcp_port === undefined ? {} : { listen_addresses: '127.0.0.1', port: String(tcp_port) }),
      ...parameters,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const joins = this.group.procs.split(' ').map((file) => `echo $$ > ${file}`);
    const command = `${joins.join(' && ')} && exec taskset -c ${cores} setpriv ${AS_USER.join(' ')} "$@"`;
    const server = [`${this.#binaries}/postgres`, '-D', this.data, ...settings];
    this.#process = spawn('sh', ['-c', command, 'sh', ...server], { stdio: 'ignore', cwd: '/' });
    const began = performance.now();
    while (!this.#isReady()) {
      const late = performance.now() - began > START_TIMEOUT_MS;
      if (late || this.#process.exitCode !== null) throw new Error('the server does not start');
      await pause(LOOK_MS);
    }
  }

  /** Reads from a file whether the server accepts connections: a client that asks would be the first to use it. */
  #isReady(): boolean {
    try {
      const lines = readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n');
      return Number(lines[0]) === this.#process?.pid && lines[STATE_LINE]?.trim() === 'ready';
    } catch {
      return false;
    }
  }

  /** Stops the server immediately, as a restart does: clients receive 57P01. */
  async down(): Promise<void> {
    const server = this.#process;
    this.#process = undefined;
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    // SIGINT is the fast shutdown.
    server.kill('SIGINT');
    await ended;
  }

  /** Stops the server and removes its files. */
  async remove(): Promise<void> {
    await this.down();
    rmSync(this.folder, { recursive: true, force: true });
    this.group.remove();
  }
}

/** A port without a listener. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

const AS_USER = ['--reuid', USER, '--regid', USER, '--clear-groups'];

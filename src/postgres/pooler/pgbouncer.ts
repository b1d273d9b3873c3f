import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { ConnectableEndpoint, EndpointDirectory, ServerAddress } from '../endpoint-directory.js';
import type { Pooler } from '../wire/endpoint-gate.js';
import { refusal } from '../wire/sqlstate.js';
import {
  POOLER_PORT,
  PREPARED_STATEMENTS_SINCE,
  pgBouncerSettings,
  userList,
  userListPath,
} from './pgbouncer-settings.js';

const run = promisify(execFile);

/** How long PgBouncer may take to start, and to reload its auth_file. */
const ANSWER_TIMEOUT_MS = 10_000;

/** The uid of an unprivileged user, for a pooler whose server has no socket owner to run as. */
const NOBODY = 65_534;

/**
 * Runs PgBouncer with the hard limit of open files, and kills it when standard input closes, which happens whenever this
 * process ends. A pooler has no state to lose; its folder is removed too.
 */
const WATCHED_COMMAND =
  'ulimit -n "$(ulimit -Hn)"; exec 3<&0; "$1" "$2" & child=$!; ' +
  '(cat <&3 > /dev/null; kill -9 "$child"; rm -rf "$3") 2> /dev/null & wait "$child"';

interface Running {
  readonly folder: string;
  readonly process: ChildProcess;
  readonly address: ServerAddress;
  /** The settings it was started with; other settings require a new process. */
  readonly settings: string;
  readonly secrets: Map<string, string>;
  /** Its output. */
  readonly lines: Lines;
}

/** Runs a PgBouncer process for each endpoint that clients use through its pooled host. */
export class PgBouncer implements Pooler {
  readonly #directory: EndpointDirectory;
  readonly #log: (message: string) => void;
  readonly #running = new Map<string, Promise<Running>>();
  readonly #program: string | null;
  #minor_version: Promise<number> | undefined;

  /** @param program path of PgBouncer, null if not installed; by default searched for in the usual folders */
  constructor(
    directory: EndpointDirectory,
    log: (message: string) => void,
    program: string | null = installedProgram(),
  ) {
    this.#directory = directory;
    this.#log = log;
    this.#program = program;
    directory.onStop((endpoint_id) => this.#stop(endpoint_id));
  }

  get installed(): boolean {
    return this.#program !== null;
  }

  async addressFor(
    endpoint: ConnectableEndpoint,
    server: ServerAddress,
    role_name: string,
  ): Promise<ServerAddress> {
    const { endpoint_id } = endpoint;
    const program = this.#program;
    if (program === null) {
      throw refusal(
        `${endpoint_id}-pooler needs PgBouncer, which is not installed here: install it ` +
          `(Debian: apt-get install pgbouncer), or connect to ${endpoint_id}`,
      );
    }
    const secret = await this.#directory.scramSecret(endpoint_id, role_name);
    // Calls for an endpoint run one after the other: a client that connects during a start waits for it.
    const before = this.#running.get(endpoint_id);
    const after = this.#upToDate(before, program, endpoint, server, role_name, secret);
    this.#running.set(endpoint_id, after);
    try {
      return (await after).address;
    } catch (error) {
      if (this.#running.get(endpoint_id) === after) this.#running.delete(endpoint_id);
      throw error;
    }
  }

  /** Ends all poolers. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((endpoint_id) => this.#stop(endpoint_id)));
  }

  async #upToDate(
    before: Promise<Running> | undefined,
    program: string,
    endpoint: ConnectableEndpoint,
    server: ServerAddress,
    role_name: string,
    secret: string | undefined,
  ): Promise<Running> {
    this.#minor_version ??= this.#versionOf(program);
    const minor_version = await this.#minor_version;
    const running = await before?.catch(() => undefined);
    const settings = pgBouncerSettings(endpoint, server, '', minor_version);
    if (running !== undefined && running.settings === settings && running.process.exitCode === null) {
      if (running.secrets.get(role_name) !== secret) {
        setOrDelete(running.secrets, role_name, secret);
        await writeUserList(running.folder, running.secrets);
        const reread = running.lines.next('re-reading config');
        process.kill(Number(readFileSync(join(running.folder, 'pid'), 'utf8')), 'SIGHUP');
        await reread;
      }
      return running;
    }
    if (running !== undefined) await end(running);
    const secrets = new Map<string, string>();
    setOrDelete(secrets, role_name, secret);
    return this.#start(program, endpoint, server, settings, secrets, minor_version);
  }

  async #start(
    program: string,
    endpoint: ConnectableEndpoint,
    server: ServerAddress,
    settings: string,
    secrets: Map<string, string>,
    minor_version: number,
  ): Promise<Running> {
    const user = userFor(server);
    const folder = await mkdtemp(join(tmpdir(), 'neap-pooler-'));
    await chmod(folder, 0o700);
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(file, pgBouncerSettings(endpoint, server, folder, minor_version));
    if (user !== undefined) await Promise.all([folder, file].map((path) => chown(path, user.uid, user.gid)));
    await writeUserList(folder, secrets);
    const child = spawn('/bin/sh', ['-c', WATCHED_COMMAND, 'sh', program, file, folder], {
      ...user,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const lines = new Lines(child, this.#log);
    const address = { socket: join(folder, `.s.PGSQL.${POOLER_PORT}`) };
    const running: Running = { folder, process: child, address, settings, secrets, lines };
    child.once('exit', () => void end(running));
    try {
      await lines.next('process up');
    } catch (error) {
      this.#log(`PgBouncer does not start: ${error instanceof Error ? error.message : String(error)}`);
      await end(running);
      throw refusal(`${endpoint.endpoint_id}-pooler: PgBouncer does not start`);
    }
    return running;
  }

  async #versionOf(program: string): Promise<number> {
    const minor_version = await minorVersionOf(program);
    if (minor_version < PREPARED_STATEMENTS_SINCE) {
      this.#log(
        `PgBouncer 1.${minor_version} mixes up prepared statements, unlike the platform's: clients that ` +
          `share their names get 42P05; install PgBouncer 1.${PREPARED_STATEMENTS_SINCE} or newer`,
      );
    }
    return minor_version;
  }

  async #stop(endpoint_id: string): Promise<void> {
    const running = this.#running.get(endpoint_id);
    this.#running.delete(endpoint_id);
    const stopped = await running?.catch(() => undefined);
    if (stopped !== undefined) await end(stopped);
  }
}

/** The standard error of a process, line by line. */
class Lines {
  readonly #child: ChildProcess;
  readonly #listeners = new Set<(line: string) => void>();
  #last: string[] = [];

  constructor(child: ChildProcess, log: (message: string) => void) {
    this.#child = child;
    let rest = '';
    child.on('error', (error) => log(`PgBouncer: ${error.message}`));
    child.stdin?.on('error', () => undefined);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop()!.slice(-1000);
      this.#last = [...this.#last, ...lines].slice(-5);
      for (const line of lines) for (const listener of this.#listeners) listener(line);
    });
  }

  /** Resolves when a line contains a text. @throws Error with the last lines if the process ends or the time is over */
  async next(text: string): Promise<void> {
    let settle: () => void = () => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const failed = () => reject(new Error(this.#last.join('; ') || 'it says nothing'));
        const late = setTimeout(failed, ANSWER_TIMEOUT_MS);
        const listener = (line: string) => line.includes(text) && resolve();
        this.#child.once('exit', failed);
        this.#child.once('error', failed);
        this.#listeners.add(listener);
        settle = () => {
          clearTimeout(late);
          this.#child.off('exit', failed);
          this.#child.off('error', failed);
          this.#listeners.delete(listener);
        };
        if (this.#child.exitCode !== null) failed();
      });
    } finally {
      settle();
    }
  }
}

async function end({ process: child, folder }: Running): Promise<void> {
  const ended =
    child.exitCode !== null || child.signalCode !== null || child.pid === undefined
      ? undefined
      : new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stdin?.destroy();
  await ended;
  await rm(folder, { recursive: true, force: true });
}

/** Replaces the file atomically, because PgBouncer reloads it when it changes. */
async function writeUserList(folder: string, secrets: ReadonlyMap<string, string>): Promise<void> {
  const path = userListPath(folder);
  const { uid, gid } = statSync(folder);
  await writeFile(`${path}.new`, userList(secrets), { mode: 0o600 });
  if (process.getuid?.() === 0) await chown(`${path}.new`, uid, gid);
  await rename(`${path}.new`, path);
}

function setOrDelete(secrets: Map<string, string>, role_name: string, secret: string | undefined): void {
  if (secret === undefined) secrets.delete(role_name);
  else secrets.set(role_name, secret);
}

/** The user to run as: PgBouncer refuses root, so that root runs it as the owner of the server's socket. */
function userFor(server: ServerAddress): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = 'socket' in server ? statSync(server.socket) : { uid: 0, gid: 0 };
  return uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid, gid };
}

/** Also searches sbin folders, where Debian installs it, which a user's PATH does not contain. */
function installedProgram(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null;
}

/** The minor version; the major version of all releases is 1. */
async function minorVersionOf(program: string): Promise<number> {
  const { stdout } = await run(program, ['--version']);
  return Number(/PgBouncer 1\.(\d+)/.exec(stdout)?.[1] ?? 0);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { kill, processesIn } from './orphans.js';
import { PostgresProblem } from './postgres-problem.js';
import { asUser, SERVER_ENVIRONMENT } from './run-program.js';
import { type ServerSettings, settingArguments } from './server-settings.js';
import type { ServerUser } from './server-user.js';

export interface ServerStart {
  /** The program `postgres`. */
  readonly program: string;
  readonly data: string;
  /** File for the server's output. */
  readonly log: string;
  readonly sockets: string;
  /** The number in the socket's name; the server does not listen on TCP. */
  readonly port: number;
  readonly settings: ServerSettings;
  readonly user: ServerUser | undefined;
  /** The program `setpriv`, if it can signal the server when this process dies. */
  readonly setpriv: string | undefined;
  /** Called with the process id before the process starts children. */
  readonly onSpawn?: (pid: number) => void;
}

/** The lock file of a data folder, which contains the server's state. */
const LOCK_FILE = 'postmaster.pid';
/** The line of {@link LOCK_FILE} with the server's state. Source: PostgreSQL's miscadmin.h. */
const STATE_LINE = 7;
const READY: ReadonlySet<string> = new Set(['ready', 'standby']);
const POLL_MS = 10;
/** Includes the time of a crash recovery. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const LOG_LINES = 8;
const LOG_BYTES = 8_192;

/** A running server: its postmaster and child processes. */
export class ServerProcess {
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #start: ServerStart;
  #alive = true;

  private constructor(child: ChildProcess, start: ServerStart) {
    this.#child = child;
    this.#start = start;
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.#alive = false;
        resolve();
      };
      child.once('exit', end);
      child.once('error', end);
    });
  }

  /**
   * Starts a server and waits until it accepts connections.
   * @throws PostgresProblem with the last lines of its log if it does not
   */
  static async start(start: ServerStart): Promise<ServerProcess> {
    removeStaleLock(start.data);
    const server = new ServerProcess(spawnServer(start), start);
    await server.#ready();
    return server;
  }

  get alive(): boolean {
    return this.#alive;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Stops it as the platform does, with a fast shutdown: sessions end with 57P01. */
  async stop(): Promise<void> {
    this.#child.kill('SIGINT');
    if (await this.#endsWithin(STOP_TIMEOUT_MS)) return this.#killRemaining();
    await this.kill();
  }

  /** Stops it with an immediate shutdown; the next start recovers from WAL. */
  async kill(): Promise<void> {
    this.#child.kill('SIGQUIT');
    if (!(await this.#endsWithin(POLL_MS * 100))) this.#child.kill('SIGKILL');
    await this.ended;
    await this.#killRemaining();
  }

  /** Kills children of a killed postmaster, which would keep a new server from starting. */
  async #killRemaining(): Promise<void> {
    for (;;) {
      const left = processesIn(join(this.#start.data, '..'));
      if (left.length === 0) return;
      for (const pid of left) kill(pid);
      await pause(POLL_MS);
    }
  }

  async #ready(): Promise<void> {
    for (let waited_ms = 0; this.#alive; waited_ms += POLL_MS) {
      if (this.#isReady()) return;
      if (waited_ms > START_TIMEOUT_MS) {
        await this.kill();
        throw this.#problem(`did not accept connections within ${START_TIMEOUT_MS / 1000} s`);
      }
      await pause(POLL_MS);
    }
    await this.#killRemaining();
    throw this.#problem('ended before it accepted connections');
  }

  #isReady(): boolean {
    try {
      const lines = readFileSync(join(this.#start.data, LOCK_FILE), 'utf8').split('\n');
      return Number(lines[0]) === this.pid && READY.has(lines[STATE_LINE]?.trim() ?? '');
    } catch {
      return false;
    }
  }

  #problem(what: string): PostgresProblem {
    const { log, data } = this.#start;
    const said = lastLines(log).map((line) => `\n  ${line}`);
    return new PostgresProblem(`the server of ${data} ${what}; the end of its log, ${log}:${said.join('')}`);
  }

  async #endsWithin(span_ms: number): Promise<boolean> {
    const late = new AbortController();
    const timer = pause(span_ms, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([this.ended, timer]);
    late.abort();
    return !this.#alive;
  }
}

/**
 * Removes the lock file of a killed server. A server refuses to start while the process in the file exists, and a process
 * that is not reaped exists. In some containers, process 1 never reaps.
 */
function removeStaleLock(data: string): void {
  if (processesIn(join(data, '..')).length === 0) rmSync(join(data, LOCK_FILE), { force: true });
}

function spawnServer(start: ServerStart): ChildProcess {
  const { program, data, sockets, port, settings, user, setpriv } = start;
  const log = openSync(start.log, 'a', 0o600);
  const where = ['-D', data, '-k', sockets, '-p', String(port), '-c', 'listen_addresses='];
  const args = [...where, '-c', 'unix_socket_permissions=0700', ...settingArguments(settings)];
  // A separate session keeps Ctrl-C from the server; setpriv stops it when this process dies.
  const [command, ...before] =
    setpriv === undefined ? [program] : [setpriv, '--pdeathsig', 'INT', '--', program];
  const child = spawn(command!, [...before, ...args], {
    stdio: ['ignore', log, log],
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    detached: true,
    ...asUser(user),
  });
  closeSync(log);
  if (child.pid !== undefined) start.onSpawn?.(child.pid);
  return child;
}

/** The last lines of a log; empty if it cannot be read. */
export function lastLines(log: string): readonly string[] {
  try {
    const file = openSync(log, 'r');
    const { size } = fstatSync(file);
    const text = Buffer.alloc(Math.min(size, LOG_BYTES));
    readSync(file, text, 0, text.length, size - text.length);
    closeSync(file);
    return text.toString('utf8').trim().split('\n').slice(-LOG_LINES);
  } catch {
    return [];
  }
}

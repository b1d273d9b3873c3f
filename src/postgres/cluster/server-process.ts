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
  /** Names the socket; nothing listens on a port. */
  readonly port: number;
  readonly settings: ServerSettings;
  readonly user: ServerUser | undefined;
  /** The program `setpriv`, where it can tell the server of the death of this process. */
  readonly setpriv: string | undefined;
  /** Called with the process as soon as there is one, before it has started anything. */
  readonly onSpawn?: (pid: number) => void;
}

/** The server says how far it is in this file, which guards its data. */
const GUARD_FILE = 'postmaster.pid';
/** The line of {@link GUARD_FILE} with the server's state. Source: PostgreSQL's miscadmin.h. */
const STATE_LINE = 7;
const READY: ReadonlySet<string> = new Set(['ready', 'standby']);
const LOOK_MS = 10;
/** Recovery after a crash may take a while. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const LOG_LINES = 8;
const LOG_BYTES = 8_192;

/** A running server: its first process, and everything that this has forked. */
export class ServerProcess {
  /** Resolves when the server has ended, for whatever reason. */
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
   * @throws PostgresProblem with the last lines of its log, when it does not
   */
  static async start(start: ServerStart): Promise<ServerProcess> {
    forgetTheDead(start.data);
    const server = new ServerProcess(spawned(start), start);
    await server.#ready();
    return server;
  }

  get alive(): boolean {
    return this.#alive;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Stops it as the platform does: sessions are ended with 57P01, and what they wrote is kept. */
  async stop(): Promise<void> {
    this.#child.kill('SIGINT');
    if (await this.#endsWithin(STOP_TIMEOUT_MS)) return this.#bury();
    await this.kill();
  }

  /** Ends it at once; the next start recovers what was written. */
  async kill(): Promise<void> {
    this.#child.kill('SIGQUIT');
    if (!(await this.#endsWithin(LOOK_MS * 100))) this.#child.kill('SIGKILL');
    await this.ended;
    await this.#bury();
  }

  /** Ends all processes that a killed first process has left: they would keep a new server from starting. */
  async #bury(): Promise<void> {
    for (;;) {
      const left = processesIn(join(this.#start.data, '..'));
      if (left.length === 0) return;
      for (const pid of left) kill(pid);
      await pause(LOOK_MS);
    }
  }

  async #ready(): Promise<void> {
    for (let waited_ms = 0; this.#alive; waited_ms += LOOK_MS) {
      if (this.#isReady()) return;
      if (waited_ms > START_TIMEOUT_MS) {
        await this.kill();
        throw this.#problem(`did not accept connections within ${START_TIMEOUT_MS / 1000} s`);
      }
      await pause(LOOK_MS);
    }
    await this.#bury();
    throw this.#problem('ended before it accepted connections');
  }

  #isReady(): boolean {
    try {
      const lines = readFileSync(join(this.#start.data, GUARD_FILE), 'utf8').split('\n');
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
 * Removes the lock file of a server that is gone: a killed process that has not been reaped yet seems alive
 * to the next server, which would refuse to start. If process 1 does not reap processes, as in some containers,
 * that is so for ever.
 */
function forgetTheDead(data: string): void {
  if (processesIn(join(data, '..')).length === 0) rmSync(join(data, GUARD_FILE), { force: true });
}

function spawned(start: ServerStart): ChildProcess {
  const { program, data, sockets, port, settings, user, setpriv } = start;
  const log = openSync(start.log, 'a', 0o600);
  const where = ['-D', data, '-k', sockets, '-p', String(port), '-c', 'listen_addresses='];
  const args = [...where, '-c', 'unix_socket_permissions=0700', ...settingArguments(settings)];
  // A server in a separate session is not reached by the keyboard's Ctrl-C; one whose starter dies stops.
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

/** The last lines of a log, as far as they tell something. */
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

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RealServer } from './server.js';

const BINARY = '/usr/sbin/pgbouncer';
const PORT = 6432;

/** The reason why no pooler is available; `undefined` if there is one. */
export function whyNoPooler(): string | undefined {
  return existsSync(BINARY) ? undefined : `no ${BINARY}; install Debian's package pgbouncer`;
}

/** PgBouncer in front of a real server. */
export class RealPooler {
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, process: ChildProcess) {
    this.#folder = folder;
    this.#process = process;
  }

  /** @param settings of its configuration file */
  static async start(server: RealServer, settings: Readonly<Record<string, string>>): Promise<RealPooler> {
    const folder = mkdtempSync(join(tmpdir(), 'neap-pgbouncer-'));
    chmodSync(folder, 0o777);
    const users = join(folder, 'users.txt');
    writeFileSync(users, '"postgres" ""\n');
    const all = {
      listen_addr: '',
      listen_port: String(PORT),
      unix_socket_dir: folder,
      auth_type: 'trust',
      auth_file: users,
      ignore_startup_parameters: 'extra_float_digits',
      max_client_conn: '1000',
      ...settings,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
    const configuration = join(folder, 'pgbouncer.ini');
    writeFileSync(
      configuration,
      `[databases]\npostgres = host=${server.folder} port=5432\n[pgbouncer]\n${lines.join('\n')}\n`,
    );
    const started = spawn(BINARY, ['-u', 'postgres', configuration], { stdio: 'ignore', cwd: '/' });
    const socket = join(folder, `.s.PGSQL.${PORT}`);
    for (let tries = 0; !existsSync(socket); tries++) {
      if (tries > 200 || started.exitCode !== null) throw new Error('PgBouncer does not start');
      await pause(20);
    }
    return new RealPooler(folder, started);
  }

  get url(): string {
    return `postgresql://postgres@/postgres?host=${encodeURIComponent(this.#folder)}&port=${PORT}`;
  }

  async remove(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

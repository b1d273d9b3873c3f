import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { BUILT_CLI } from '../../test/cli/built-cli.js';
import { freePort, UNATTENDED } from '../postgres-validation/server.js';
import { COMPUTE_CU, SUSPEND_SECONDS } from './days.js';
import { ServerUsage } from './server-usage.js';

const START_TIMEOUT_MS = 30_000;
/** Interval between readings of the compute's state and of its server's CPU time. */
const LOOK_MS = 200;

/** A state of the compute, from a time on. */
interface SeenState {
  readonly at_ms: number;
  readonly active: boolean;
}

/** A project of `neap serve --postgres --limit-cpu` with one compute, whose state is recorded. */
export class ServedDatabase {
  readonly key: string;
  readonly port: number;
  #url = '';
  #project = '';
  #endpoint = '';
  readonly #process: ChildProcess;
  readonly #usage: ServerUsage;
  readonly #states: SeenState[] = [];
  readonly #used: { readonly at_ms: number; readonly cpu_seconds: number }[] = [];
  #watching: Promise<void> | undefined;
  #ended = false;

  private constructor(process: ChildProcess, key: string, port: number) {
    this.#process = process;
    this.key = key;
    this.port = port;
    this.#usage = new ServerUsage(`neap-${process.pid}-`);
  }

  /** Starts the emulator on one core, and creates the project. */
  static async start(): Promise<ServedDatabase> {
    const [port, postgres] = [await freePort(), await freePort()];
    const key = randomUUID();
    const ports = ['--port', String(port), '--postgres-port', String(postgres)];
    const args = ['serve', '--postgres', '--limit-cpu', ...ports, '--rate-limits', 'off', '--api-key', key];
    const process = spawn('chrt', [...priorityArguments('0'), ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const database = new ServedDatabase(process, key, port);
    try {
      await database.#make();
    } catch (error) {
      await database.stop();
      throw error;
    }
    database.#watching = database.#watch();
    return database;
  }

  /** Environment for programs that use the database and the API. */
  get env(): Readonly<Record<string, string>> {
    return { DATABASE_URL: this.#url, NEON_API_KEY: this.key };
  }

  /** Options of `neap probe` for the compute. */
  get probed(): readonly string[] {
    const base = ['--base-url', `${this.#base}/api/v2`];
    return ['--project-id', this.#project, ...base];
  }

  /** Skips emulated time: an idle compute is suspended. */
  async skip(span: string): Promise<void> {
    await this.#asked('/_neap/clock', { advance: span });
  }

  /** Active seconds of the compute between two Unix times. */
  activeSeconds(from_ms: number, until_ms: number): number {
    let sum = 0;
    for (const [index, { at_ms, active }] of this.#states.entries()) {
      const next = this.#states[index + 1]?.at_ms ?? Date.now();
      if (active) sum += Math.max(0, Math.min(next, until_ms) - Math.max(at_ms, from_ms));
    }
    return sum / 1000;
  }

  /** CPU seconds of the server between two Unix times. */
  cpuSeconds(from_ms: number, until_ms: number): number {
    const within = this.#used.filter(({ at_ms }) => at_ms >= from_ms && at_ms <= until_ms);
    return within.at(-1)!.cpu_seconds - within[0]!.cpu_seconds;
  }

  /** Stops the emulator and its servers. */
  async stop(): Promise<void> {
    this.#ended = true;
    await this.#watching;
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill('SIGINT');
      await ended;
    }
    this.#usage.remove();
  }

  get #base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async #make(): Promise<void> {
    const size = { autoscaling_limit_min_cu: COMPUTE_CU, autoscaling_limit_max_cu: COMPUTE_CU };
    const settings = { ...size, suspend_timeout_seconds: SUSPEND_SECONDS, pg_settings: UNATTENDED };
    const project = { project: { name: 'shop', default_endpoint_settings: settings } };
    for (const until_ms = Date.now() + START_TIMEOUT_MS; ; await pause(LOOK_MS)) {
      try {
        const made = (await this.#asked('/api/v2/projects', project)) as MadeProject;
        this.#project = made.project.id;
        this.#endpoint = made.endpoints[0]!.id;
        this.#url = made.connection_uris[0]!.connection_uri;
        return;
      } catch (error) {
        if (Date.now() > until_ms || this.#process.exitCode !== null) throw error;
      }
    }
  }

  async #watch(): Promise<void> {
    const path = `/api/v2/projects/${this.#project}/endpoints/${this.#endpoint}`;
    while (!this.#ended) {
      const { endpoint } = (await this.#asked(path)) as { readonly endpoint: { current_state: string } };
      const at_ms = Date.now();
      const active = endpoint.current_state === 'active';
      if (this.#states.at(-1)?.active !== active) this.#states.push({ at_ms, active });
      this.#used.push({ at_ms, cpu_seconds: this.#usage.cpuSeconds() });
      await pause(LOOK_MS);
    }
  }

  async #asked(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#base}${path}`, {
      headers: { Authorization: `Bearer ${this.key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}

/**
 * Arguments of `chrt` that run neap on one core, with priority over all other programs there. It rarely needs the core,
 * and this keeps its clients' waits short on a busy machine. Its child processes have normal priority. So would its
 * threads for compilation and garbage collection, for which it would wait 0.4 s and longer; it runs without them.
 */
export function priorityArguments(core: string): readonly string[] {
  const node = [process.execPath, '--single-threaded'];
  return ['--reset-on-fork', '--rr', '1', 'taskset', '-c', core, ...node, BUILT_CLI];
}

interface MadeProject {
  readonly project: { readonly id: string };
  readonly endpoints: readonly { readonly id: string }[];
  readonly connection_uris: readonly { readonly connection_uri: string }[];
}

import { accessSync, constants, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import pg from 'pg';
import { type ServedEmulator, serveNeap } from '../server/served-emulator.js';
import { POSTGRES_BIN } from './real-server.js';

/** The part of the first line of `neap serve --json` that servers add. */
interface ServedWithPostgres extends ServedEmulator {
  readonly postgres: { readonly host: string; readonly port: number };
}

/** A project as its creation answers, as far as clients of Postgres need it. */
export interface CreatedProject {
  readonly project: { readonly id: string };
  readonly branch: { readonly id: string };
  readonly endpoints: readonly { readonly id: string }[];
  readonly connection_uris: readonly { readonly connection_uri: string }[];
}

/** Starts the built command with servers behind its endpoints. */
export async function servePostgres(...args: readonly string[]): Promise<PostgresUnderTest> {
  const served = await serveNeap([
    ...['--postgres', POSTGRES_BIN!, '--postgres-port', '0', '--rate-limits', 'off'],
    ...args,
  ]);
  return new PostgresUnderTest(served as ServedWithPostgres);
}

/** An emulator with servers, and what tests ask of it. */
export class PostgresUnderTest {
  constructor(readonly served: ServedWithPostgres) {}

  /** Calls the management API, or a control route. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    key = this.served.api_key,
    // biome-ignore lint/suspicious/noExplicitAny: bodies are judged in other tests
  ): Promise<any> {
    const base = path.startsWith('/_neap') || path === '/sql' ? this.served.address : this.served.base_url;
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  /** Creates a project, whose primary compute has a fixed size. */
  createProject(cu = 0.25, key = this.served.api_key): Promise<CreatedProject> {
    const size = { autoscaling_limit_min_cu: cu, autoscaling_limit_max_cu: cu };
    return this.call('POST', '/projects', { project: { default_endpoint_settings: size } }, key);
  }

  /** Waits until no operation of a project is in flight. */
  async settle(project_id: string, key = this.served.api_key): Promise<void> {
    for (;;) {
      const { operations } = await this.call('GET', `/projects/${project_id}/operations`, undefined, key);
      const unfinished = operations.some(
        ({ status }: { status: string }) => status === 'running' || status === 'scheduling',
      );
      if (!unfinished) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Skips emulated time. */
  skip(span: string): Promise<unknown> {
    return this.call('POST', '/_neap/clock', { advance: span });
  }
}

/** A project with a server behind its compute, and what tests ask of both. */
export class ServedProject {
  constructor(
    readonly neap: PostgresUnderTest,
    readonly created: CreatedProject,
  ) {}

  /** Starts an emulator with a project. */
  static async open(...args: readonly string[]): Promise<ServedProject> {
    const neap = await servePostgres(...args);
    return new ServedProject(neap, await neap.createProject());
  }

  /** The path of its calls. */
  get at(): string {
    return `/projects/${this.created.project.id}`;
  }

  get compute(): string {
    return `${this.at}/endpoints/${this.created.endpoints[0]!.id}`;
  }

  get branch(): string {
    return `${this.at}/branches/${this.created.branch.id}`;
  }

  /** Its connection string, or another one, with the present port of the emulator. */
  uri(text = this.created.connection_uris[0]!.connection_uri): string {
    const url = new URL(text);
    url.port = String(this.neap.served.postgres.port);
    return url.href;
  }

  query(sql: string): ReturnType<typeof query> {
    return query(this.uri(), sql);
  }

  settle(): Promise<void> {
    return this.neap.settle(this.created.project.id);
  }

  /** Makes a call when no operation is in flight, and waits for its operations. */
  async change(method: string, path: string, body?: unknown): ReturnType<PostgresUnderTest['call']> {
    await this.settle();
    const answer = await this.neap.call(method, path, body);
    await this.settle();
    return answer;
  }

  /** Creates a branch with a compute, and does not wait for it. @returns the answer, with its connection string */
  async createBranch(endpoints = [{ type: 'read_write' }]) {
    await this.settle();
    const made = await this.neap.call('POST', `${this.at}/branches`, { endpoints });
    const path = `${this.at}/branches/${made.branch.id}`;
    return { ...made, path, uri: made.connection_uris[0].connection_uri as string };
  }

  async state(): Promise<string> {
    return (await this.neap.call('GET', this.compute)).endpoint.current_state;
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return this.neap.served.stop(signal);
  }
}

/** A client that is connected, and what ended its connection. */
export interface ConnectedClient {
  readonly client: pg.Client;
  /** SQLSTATEs of errors that came without a query. */
  readonly lost: readonly (string | undefined)[];
}

/** Connects as node-postgres does by a connection string. */
export async function connected(uri: string): Promise<ConnectedClient> {
  const client = new pg.Client({ connectionString: uri });
  const lost: (string | undefined)[] = [];
  client.on('error', (error: Error & { readonly code?: string }) => lost.push(error.code));
  await client.connect();
  return { client, lost };
}

/** Runs one query over a new connection. */
// biome-ignore lint/suspicious/noExplicitAny: rows are judged by the tests
export async function query(uri: string, text: string): Promise<readonly any[]> {
  const { client } = await connected(uri);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Whether this machine lets its CPUs be shared out by control groups of version 1. */
export const HAVE_CPU_GROUPS = hasCpuGroups();

function hasCpuGroups(): boolean {
  try {
    accessSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us', constants.R_OK);
    accessSync('/sys/fs/cgroup/cpu', constants.W_OK);
    return true;
  } catch {
    console.warn('control groups cannot be written here: what needs them is skipped');
    return false;
  }
}

/** Processes of servers whose data lie below a folder. */
export function serversBelow(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const works = readlinkSync(`/proc/${name}/cwd`).startsWith(`${folder}/`);
        return works && readFileSync(`/proc/${name}/comm`, 'utf8').startsWith('postgres')
          ? [Number(name)]
          : [];
      } catch {
        return [];
      }
    });
}

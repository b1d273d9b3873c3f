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

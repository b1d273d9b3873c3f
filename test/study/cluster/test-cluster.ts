import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { BUILT_CLI, type Outcome } from '../../cli/built-cli.js';

/** A running command. */
export interface Begun {
  readonly process: ChildProcess;
  readonly ended: Promise<Outcome>;
  /** Its output so far. */
  readonly written: { stdout: string; stderr: string };
}

/** Starts the built command. @param cli another one */
export function begin(
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = {},
  cli = BUILT_CLI,
): Begun {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { ...process.env, NEAP_REDIS_PASSWORD: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    written.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    written.stderr += chunk.toString();
  });
  const ended = new Promise<Outcome>((resolve) => {
    child.once('close', (status) => {
      const stderr = written.stderr.replaceAll(/^progress: .*\n/gm, '');
      resolve({ status, stdout: written.stdout, stderr });
    });
  });
  return { process: child, ended, written };
}

/** Waits until a condition is true. @throws Error after a minute */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited_ms = 0; waited_ms < 60_000; waited_ms += 50) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(`waited in vain until ${what}`);
}

/** Every file of a folder with its bytes. */
export function filesIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

/** A separate Redis server for a test, append-only, with its workers. */
export class TestCluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'neap-cluster-'));
  readonly workers: Begun[] = [];
  readonly #server: readonly string[];
  #redis: ChildProcess | undefined;

  private constructor(
    readonly url: string,
    readonly port: number,
    server: readonly string[],
    readonly client: RedisOptions,
  ) {
    this.#server = server;
    mkdirSync(join(this.folder, 'redis'));
  }

  /** @param tls files of a certificate and its key; the URL then uses TLS */
  static async begin(
    options: {
      readonly password?: string;
      readonly tls?: { readonly cert: string; readonly key: string };
    } = {},
  ): Promise<TestCluster> {
    const { password, tls } = options;
    const port = await freePort();
    const listening =
      tls === undefined
        ? ['--port', String(port)]
        : [
            ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'],
            ...['--tls-cert-file', tls.cert, '--tls-key-file', tls.key, '--tls-ca-cert-file', tls.cert],
          ];
    const server = [
      ...listening,
      ...['--bind', '127.0.0.1', '--save', '', '--appendonly', 'yes', '--appendfsync', 'always'],
      ...(password === undefined ? [] : ['--requirepass', password]),
    ];
    const client: RedisOptions = {
      port,
      ...(password === undefined ? {} : { password }),
      ...(tls === undefined ? {} : { tls: { ca: readFileSync(tls.cert) }, host: 'localhost' }),
    };
    const url = tls === undefined ? `redis://127.0.0.1:${port}` : `rediss://localhost:${port}`;
    const cluster = new TestCluster(url, port, server, client);
    await cluster.beginRedis();
    return cluster;
  }

  async beginRedis(): Promise<void> {
    const folder = join(this.folder, 'redis');
    this.#redis = spawn('redis-server', [...this.#server, '--dir', folder], { stdio: 'ignore' });
    await until('Redis answers', () => this.ask((redis) => redis.ping()).then(Boolean, () => false));
  }

  killRedis(): Promise<void> {
    return killed(this.#redis);
  }

  /** Starts a worker, and waits until it is ready for work. @param place another folder, and another installation */
  async beginWorker(
    args: readonly string[] = ['--workers', '1'],
    env: NodeJS.ProcessEnv = {},
    { folder = this.folder, cli = BUILT_CLI }: { readonly folder?: string; readonly cli?: string } = {},
  ): Promise<Begun> {
    const worker = begin(['worker', this.url, ...args], folder, env, cli);
    this.workers.push(worker);
    await until('a worker waits for work', () => {
      if (worker.process.exitCode !== null) throw new Error(worker.written.stderr);
      return worker.written.stdout.includes('waits for work');
    });
    return worker;
  }

  async killWorker(worker: Begun): Promise<void> {
    this.workers.splice(this.workers.indexOf(worker), 1);
    await killed(worker.process);
  }

  /** Sends a command to Redis directly. */
  async ask<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    const redis = new Redis({ ...this.client, lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** The number of started runs, and of distinct ones. */
  async begun(): Promise<{ readonly runs: number; readonly times: number }> {
    return this.ask(async (redis) => {
      const queues = await redis.keys('neap:runs-*:events');
      const ids: string[] = [];
      for (const queue of queues) {
        for (const [, fields] of await redis.xrange(queue, '-', '+'))
          if (fields[1] === 'active') ids.push(fields[fields.indexOf('jobId') + 1]!);
      }
      return { runs: new Set(ids).size, times: ids.length };
    });
  }

  /** Redis keys left over from work, except those that expire, including contents of a client that was killed. */
  async left(): Promise<readonly string[]> {
    const keys = await this.ask((redis) => redis.keys('*'));
    return keys.filter(
      (key) =>
        !/:(events|meta|id|marker|pc|stalled-check)$|^neap:(workers|askers|result:|content:)/.test(key),
    );
  }

  async end(): Promise<void> {
    await Promise.all(this.workers.map(({ process }) => killed(process)));
    await this.killRedis();
    rmSync(this.folder, { recursive: true });
  }
}

async function killed(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

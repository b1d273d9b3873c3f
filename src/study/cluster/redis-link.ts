import type * as bullmq from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { type ClusterAddress, clusterAddress } from './cluster-address.js';
import { ClusterError } from './cluster-error.js';

/** The packages that a cluster needs; loaded only with a cluster. */
interface ClusterPackages {
  readonly bullmq: typeof bullmq;
  readonly Redis: typeof Redis;
}

/** Tries of a first connection: a mistyped address fails within 5 s, and a restarting Redis is waited for. */
const FIRST_TRIES = 10;
const RETRY_MS = 500;

/** Answers of a server that refuses the connection, in words, and whether its message adds to that. */
const REFUSALS: readonly (readonly [pattern: RegExp, words: string, more: boolean])[] = [
  [/^(WRONGPASS|ERR invalid password)/, 'refuses the password (or the user)', false],
  [/^NOAUTH/, 'wants a password: put it into NEAP_REDIS_PASSWORD, or into the address', false],
  [/^ERR (?:DB index|invalid DB)/, 'is a database that the server does not have', false],
  [/^NOPERM/, 'does not let this user do what a cluster needs', true],
];

/** @throws ClusterError if the packages are not installed */
async function clusterPackages(): Promise<ClusterPackages> {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ClusterError(
      'the npm packages bullmq and ioredis are not installed; add them where neap is installed: npm install bullmq@6 ioredis@5',
      'input',
    );
  }
}

/** A connection to Redis that reconnects whenever it breaks, until patience ends. */
export class RedisLink {
  readonly redis: Redis;
  readonly address: ClusterAddress;
  readonly bullmq: ClusterPackages['bullmq'];
  readonly #lost = new AbortController();
  #connected = false;
  #last: Error | undefined;

  private constructor({ bullmq, Redis }: ClusterPackages, address: ClusterAddress) {
    this.address = address;
    this.bullmq = bullmq;
    let since_ms: number | undefined;
    const options: RedisOptions = {
      lazyConnect: true,
      // Commands wait for a connection; BullMQ requires the same.
      maxRetriesPerRequest: null,
      ...(address.password === undefined ? {} : { password: address.password }),
      // Restarts with every connection that is lost; copies of this connection have it as well.
      retryStrategy: (times) => {
        since_ms = times === 1 ? WALL_CLOCK.monotonicMs() : (since_ms ?? WALL_CLOCK.monotonicMs());
        if (!this.#connected) return times < FIRST_TRIES && this.#refusal() === undefined ? RETRY_MS : null;
        return WALL_CLOCK.monotonicMs() - since_ms < address.patience_ms ? RETRY_MS : null;
      },
    };
    this.redis = new Redis(address.url, options);
    this.redis.on('error', (error) => this.noteError(error));
    this.redis.on('ready', () => {
      this.#connected = true;
    });
    this.redis.on('end', () => {
      this.#lost.abort(
        new ClusterError(
          `the connection to ${address.shown} was lost for ${address.patience_ms / 1000} s${this.#why()}`,
        ),
      );
    });
  }

  /**
   * Loads the Redis client, and connects.
   * @throws ClusterError for an invalid address, a missing package, a server that does not answer, or a wrong password
   */
  static async open(url: string): Promise<RedisLink> {
    const address = clusterAddress(url, process.env);
    const link = new RedisLink(await clusterPackages(), address);
    try {
      await link.#firstConnection();
      // Redis accepts a connection even without the required password, or with an invalid database.
      const { db = 0 } = link.redis.options;
      await (db === 0 ? link.redis.ping() : link.redis.select(db));
    } catch (error) {
      link.noteError(error);
      link.redis.disconnect();
      const unreachable = `no connection to ${address.shown}${link.#why()}; is Redis or Valkey running there, and is the address right?`;
      throw link.#refusal() ?? new ClusterError(unreachable);
    }
    return link;
  }

  /** Aborted with a ClusterError once the connection has been away for too long. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Remembers an error of a connection, to explain a loss that lasts. */
  readonly noteError = (error: unknown): void => {
    if (error instanceof Error && !/^Connection is closed/.test(error.message)) this.#last = error;
  };

  close(): void {
    this.redis.disconnect();
  }

  /** Waits for the first connection through all its tries; that of `connect` itself ends with the first of them. */
  async #firstConnection(): Promise<void> {
    const first = new Promise<void>((resolve, reject) => {
      this.redis.once('ready', resolve);
      this.redis.once('end', () => reject(this.#last));
    });
    this.redis.connect().catch(this.noteError);
    await first;
  }

  /** The reason that the server refuses the connection: retrying would not help. */
  #refusal(): ClusterError | undefined {
    const message = this.#last?.message ?? '';
    const refused = REFUSALS.find(([pattern]) => pattern.test(message));
    if (refused === undefined) return undefined;
    return new ClusterError(`${this.address.shown} ${refused[1]}${refused[2] ? this.#why() : ''}`, 'input');
  }

  #why(): string {
    const { code, message } = (this.#last ?? {}) as Partial<NodeJS.ErrnoException>;
    const words = message === undefined || message === '' ? code : message;
    return words === undefined ? '' : `: ${words}`;
  }
}

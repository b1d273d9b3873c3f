import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Redis } from 'ioredis';
import { CONTENT_SECONDS, PREFIX } from './cluster-names.js';

const packed = promisify(deflate);

/** Chunk size of a content: Redis blocks other clients while it moves a value. */
const CHUNK_BYTES = 4_000_000;
/** The contents repeat few words, which compress well at any level. */
const FASTEST = { level: 1 };

export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Makes bytes smaller for the way. */
export function shrunk(bytes: Uint8Array): Promise<Buffer> {
  return packed(bytes, FASTEST);
}

/** Decompresses the bytes of {@link shrunk}. */
export const grown = promisify<Uint8Array, Buffer>(inflate);

/** A content that a run needs is not in Redis, or does not match its hash. */
export class ContentMissing extends Error {
  override readonly name = 'ContentMissing';
}

/** Scenarios, traces and modules in Redis, each once, under the SHA-256 of its content. */
export class ContentStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Stores a content if it is missing, and keeps it for an hour from now. */
  async put(hash: string, content: Uint8Array): Promise<void> {
    const key = keyOf(hash);
    if (
      (await this.#redis.expire(key, CONTENT_SECONDS)) === 1 &&
      (await this.#redis.hexists(key, 'chunks')) === 1
    )
      return;
    const chunks = Math.ceil(content.byteLength / CHUNK_BYTES);
    for (let chunk = 0; chunk < chunks; chunk++) {
      const part = content.subarray(CHUNK_BYTES * chunk, CHUNK_BYTES * (chunk + 1));
      await this.#redis.hset(key, String(chunk), await shrunk(part));
    }
    // Last, so that readers never see a content with a missing part.
    await this.#redis.multi().hset(key, 'chunks', chunks).expire(key, CONTENT_SECONDS).exec();
  }

  /** @throws ContentMissing */
  async get(hash: string): Promise<Buffer> {
    const key = keyOf(hash);
    const chunks = Number((await this.#redis.hget(key, 'chunks')) ?? Number.NaN);
    if (!Number.isInteger(chunks)) throw new ContentMissing(`content ${hash} is not there`);
    const parts: Buffer[] = [];
    for (let chunk = 0; chunk < chunks; chunk++) {
      const part = await this.#redis.hgetBuffer(key, String(chunk));
      if (part === null) throw new ContentMissing(`content ${hash} is incomplete`);
      parts.push(await whole(part, hash));
    }
    const content = Buffer.concat(parts);
    if (contentHash(content) === hash) return content;
    await this.remove([hash]);
    throw new ContentMissing(`content ${hash} is damaged`);
  }

  async remove(hashes: readonly string[]): Promise<void> {
    if (hashes.length > 0) await this.#redis.unlink(hashes.map(keyOf));
  }
}

async function whole(part: Buffer, hash: string): Promise<Buffer> {
  try {
    return await grown(part);
  } catch {
    throw new ContentMissing(`content ${hash} is damaged`);
  }
}

function keyOf(hash: string): string {
  return `${PREFIX}:content:${hash}`;
}

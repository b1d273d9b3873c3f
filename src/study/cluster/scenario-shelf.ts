import { deserialize } from 'node:v8';
import type { Redis } from 'ioredis';
import type { Scenario } from '../../scenario/scenario.js';
import { BoundedCache } from './bounded-cache.js';
import { ContentMissing, ContentStore } from './content-store.js';
import { arraysOf, unpackScenario } from './scenario-content.js';

/** Cached scenarios, as sent, and recordings. */
const KEPT_BYTES = 256_000_000;

/** The scenarios of a worker, in memory up to a limit. */
export class ScenarioShelf {
  readonly #store: ContentStore;
  readonly #scenarios = new BoundedCache<{ readonly scenario: Scenario; readonly bytes: number }>(KEPT_BYTES);
  readonly #arrays = new BoundedCache<Uint8Array>(KEPT_BYTES);

  constructor(redis: Redis) {
    this.#store = new ContentStore(redis);
  }

  /** @throws ContentMissing */
  async scenario(hash: string): Promise<Scenario> {
    const { scenario } = await this.#scenarios.get(
      hash,
      () => this.#unpacked(hash),
      ({ bytes }) => bytes,
    );
    return scenario;
  }

  async #unpacked(hash: string): Promise<{ readonly scenario: Scenario; readonly bytes: number }> {
    const content = await this.#store.get(hash);
    const packed = deserialized(hash, content);
    const arrays = new Map<string, Uint8Array>();
    for (const array of arraysOf(packed)) arrays.set(array, await this.#array(array));
    return { scenario: unpackScenario(packed, arrays), bytes: content.byteLength };
  }

  #array(hash: string): Promise<Uint8Array> {
    return this.#arrays.get(
      hash,
      async () => {
        const content = await this.#store.get(hash);
        // Threads share it, instead of each getting a copy with every run; it is aligned for arrays of numbers.
        const array = new Uint8Array(new SharedArrayBuffer(content.byteLength));
        array.set(content);
        return array;
      },
      (array) => array.byteLength,
    );
  }
}

function deserialized(hash: string, content: Buffer): Scenario {
  try {
    return deserialize(content) as Scenario;
  } catch (error) {
    throw new ContentMissing(`scenario ${hash}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

import type { Redis } from 'ioredis';
import type { Scenario } from '../../scenario/scenario.js';
import { BoundedCache } from './bounded-cache.js';
import { BundleShelf } from './bundle-shelf.js';
import { ContentStore } from './content-store.js';
import { placeOf } from './policy-bundle.js';
import { unpackScenario } from './scenario-content.js';

/** Scenarios kept, as they travelled, and recordings. */
const KEPT_BYTES = 256_000_000;

export interface ShelvedBundle {
  readonly folder: string;
  /** Placeholder for the folder in transit. */
  readonly place: string;
}

/** The scenarios of a worker, in memory up to a limit; modules are files as long as the worker lives. */
export class ScenarioShelf {
  readonly #store: ContentStore;
  readonly #scenarios = new BoundedCache<{ readonly scenario: Scenario; readonly bytes: number }>(KEPT_BYTES);
  readonly #arrays = new BoundedCache<Uint8Array>(KEPT_BYTES);
  readonly #bundles = new WeakMap<Scenario, readonly ShelvedBundle[]>();
  #modules: BundleShelf | undefined;

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

  /** The bundles that a scenario's policies come from. */
  bundlesOf(scenario: Scenario): readonly ShelvedBundle[] {
    return this.#bundles.get(scenario) ?? [];
  }

  /** Removes the files of modules. */
  remove(): void {
    this.#modules?.remove();
  }

  async #unpacked(hash: string): Promise<{ readonly scenario: Scenario; readonly bytes: number }> {
    let bytes = 0;
    const bundles = new Map<string, ShelvedBundle>();
    const scenario = await unpackScenario(hash, {
      content: async (each) => {
        const content = await this.#store.get(each);
        bytes += content.byteLength;
        return content;
      },
      array: (each) => this.#array(each),
      folder: async (bundle) => {
        this.#modules ??= new BundleShelf(this.#store);
        const folder = await this.#modules.folderOf(bundle);
        bundles.set(bundle, { folder, place: placeOf(bundle) });
        return folder;
      },
    });
    this.#bundles.set(scenario, [...bundles.values()]);
    return { scenario, bytes };
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

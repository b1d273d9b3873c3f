import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deserialize } from 'node:v8';
import type { Redis } from 'ioredis';
import { packageFolder } from '../../files/package-version.js';
import { remembered } from '../../kernel/remembered.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { WorkerAnswer } from '../runs/run-worker.js';
import { BoundedCache } from './bounded-cache.js';
import { ContentMissing, ContentStore } from './content-store.js';
import { type BundleFiles, bundleOf, placeOf } from './policy-bundle.js';
import { withFolder } from './run-job.js';
import { arraysOf, modulesOf, unpackScenario } from './scenario-content.js';

/** Scenarios kept, as they travelled, and recordings. */
const KEPT_BYTES = 256_000_000;

/**
 * The scenarios of a worker, in memory up to a limit. Policies of modules are files that threads can import, in a
 * temporary folder with a folder per bundle, as long as the worker lives.
 */
export class ScenarioShelf {
  readonly #store: ContentStore;
  readonly #scenarios = new BoundedCache<{ readonly scenario: Scenario; readonly bytes: number }>(KEPT_BYTES);
  readonly #arrays = new BoundedCache<Uint8Array>(KEPT_BYTES);
  readonly #bundles = new Map<string, Promise<void>>();
  #folder: string | undefined;

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

  /** An answer whose errors name modules as they do in transit. */
  inTransit(answer: WorkerAnswer): WorkerAnswer {
    return this.#folder === undefined ? answer : withFolder(answer, join(this.#folder, '/'), placeOf(''));
  }

  /** Removes the files of modules. */
  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  async #unpacked(hash: string): Promise<{ readonly scenario: Scenario; readonly bytes: number }> {
    const content = await this.#store.get(hash);
    const packed = deserialized(hash, content);
    const arrays = new Map<string, Uint8Array>();
    for (const array of arraysOf(packed)) arrays.set(array, await this.#array(array));
    for (const module of modulesOf(packed)) await this.#bundle(bundleOf(module));
    const fileOf = (module: string) => module.replace(placeOf(''), join(this.#folder!, '/'));
    return { scenario: unpackScenario(packed, arrays, fileOf), bytes: content.byteLength };
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

  /** Writes the files of a bundle, once. @throws ContentMissing */
  #bundle(hash: string): Promise<void> {
    return remembered(this.#bundles, hash, () => {
      const written = this.#write(hash);
      written.catch(() => this.#bundles.delete(hash));
      return written;
    });
  }

  async #write(hash: string): Promise<void> {
    const { files, type } = deserialize(await this.#store.get(hash)) as BundleFiles;
    this.#folder ??= mkdtempSync(join(tmpdir(), 'neap-modules-'));
    const folder = join(this.#folder, hash);
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    // Modules may import the package itself.
    await symlink(packageFolder(), join(folder, 'node_modules', 'neap'), 'dir');
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type }));
    for (const [path, text] of files) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }
}

function deserialized(hash: string, content: Buffer): Scenario {
  try {
    return deserialize(content) as Scenario;
  } catch (error) {
    throw new ContentMissing(`scenario ${hash}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deserialize } from 'node:v8';
import { packageFolder } from '../../files/package-version.js';
import { remembered } from '../../kernel/remembered.js';
import type { ContentStore } from './content-store.js';
import type { BundleFiles } from './policy-bundle.js';

/** Policies of modules as files that threads can import, in a temporary folder that is removed with the process. */
export class BundleShelf {
  readonly #store: ContentStore;
  readonly #folder = mkdtempSync(join(tmpdir(), 'neap-modules-'));
  readonly #written = new Map<string, Promise<string>>();

  constructor(store: ContentStore) {
    this.#store = store;
  }

  /** Folder of a bundle's files, which are written there first if missing. @throws ContentMissing */
  folderOf(hash: string): Promise<string> {
    return remembered(this.#written, hash, () => {
      const written = this.#write(hash);
      written.catch(() => this.#written.delete(hash));
      return written;
    });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #write(hash: string): Promise<string> {
    const { files, type } = deserialize(await this.#store.get(hash)) as BundleFiles;
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
    return folder;
  }
}

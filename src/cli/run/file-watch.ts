import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Editors write a file in several steps; what follows within this time is one change. */
const SETTLED_MS = 150;

/**
 * Watches files, those that are not there yet as well, and tells of a change once it has settled.
 *
 * Folders are watched, not files: many editors put a new file in the place of the old one.
 */
export class FileWatch {
  readonly #changed: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #files: ReadonlyMap<string, string> = new Map();
  #timer: NodeJS.Timeout | undefined;

  /** @param changed called after any of the files has got another content, or has come or gone */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The files to watch from now on, absolute paths, in the place of those before. */
  set files(files: readonly string[]) {
    this.#files = new Map(files.map((file) => [file, stampOf(file)]));
    const folders = new Set(files.map((file) => dirname(file)));
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#watch(folder);
  }

  /** Stops watching. */
  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, (_, name) => this.#noticed(name));
      // A folder that is removed is no reason to end.
      watcher.on('error', () => watcher.close());
      this.#watchers.set(folder, watcher);
    } catch {
      // There is no such folder, as the run has said; saving the scenario looks again.
    }
  }

  #noticed(name: string | null): void {
    const known = name === null || [...this.#files.keys()].some((file) => basename(file) === name);
    if (!known) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const different = [...this.#files].some(([file, stamp]) => stampOf(file) !== stamp);
      if (!different) return;
      this.#files = new Map([...this.#files.keys()].map((file) => [file, stampOf(file)]));
      this.#changed();
    }, SETTLED_MS);
  }
}

/** What changes when a file is written: its time, its length and which file it is. */
function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? 'absent' : `${found.mtimeMs} ${found.size} ${found.ino}`;
}

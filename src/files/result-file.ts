import { writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ResultDirectory } from './result-directory.js';

/** A single result file that appears in full or not at all; it replaces an existing file. */
export class ResultFile {
  readonly #directory: ResultDirectory;
  readonly #name: string;

  /**
   * Prepares for writing; the file's folder is created by {@link commit} if necessary.
   * @throws ResultDirectoryError if the file cannot be written there; nothing has been written then
   */
  constructor(path: string) {
    this.#name = basename(path);
    this.#directory = ResultDirectory.open(dirname(path), [this.#name]);
  }

  /** Writes the content and moves the file to its final path. */
  commit(content: string | Uint8Array): void {
    writeFileSync(this.#directory.path(this.#name), content);
    this.#directory.commit();
  }

  /** Leaves everything unchanged; does nothing after {@link commit}. */
  discard(): void {
    this.#directory.discard();
  }
}

import { writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ResultDirectory } from './result-directory.js';

/** A single result file that appears in full or not at all; an existing file is replaced. */
export class ResultFile {
  readonly #directory: ResultDirectory;
  readonly #name: string;

  /**
   * Makes ready to write; the file's folder is created at the end if need be.
   * @throws ResultDirectoryError when the file cannot be written there; then nothing has been
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

  /** Leaves everything as it was; does nothing after {@link commit}. */
  discard(): void {
    this.#directory.discard();
  }
}

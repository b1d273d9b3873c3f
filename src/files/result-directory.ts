import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isInput } from './input-files.js';

/** Paths being written: files, and, with a trailing separator, their directories. */
const claimed = new Set<string>();

/** Directories that are neither committed nor discarded. */
const unfinished = new Set<ResultDirectory>();

/** Removes incomplete results before the process ends. */
export function discardUnfinished(): void {
  for (const directory of unfinished) directory.discard();
}

/** A result directory cannot be used; the message contains the reason and the remedy. */
export class ResultDirectoryError extends Error {
  override readonly name = 'ResultDirectoryError';
}

/**
 * A directory of result files that appears in full or not at all.
 *
 * Files are written to a temporary directory next to it and finally moved one by one, in the order of their names;
 * other existing files stay. Until {@link commit}, and after {@link discard}, the directory is unchanged. Files cannot
 * be moved between file systems. The temporary directory is therefore inside it if the parent is on another file
 * system, or is not writable.
 */
export class ResultDirectory {
  readonly #directory: string;
  readonly #temporary: string;
  readonly #names: readonly string[];
  readonly #claims: readonly string[];

  private constructor(directory: string, temporary: string, names: readonly string[]) {
    this.#directory = directory;
    this.#temporary = temporary;
    this.#names = names;
    this.#claims = [`${directory}${sep}`, ...names.map((name) => join(directory, name))];
    for (const claim of this.#claims) claimed.add(claim);
    unfinished.add(this);
  }

  /**
   * Prepares for writing.
   * @param names the files that will be written
   * @throws ResultDirectoryError if the directory is a file, or cannot be created or written to. Also if a file would
   * replace an input of the command, another output, a device or a pipe
   */
  static open(path: string, names: readonly string[]): ResultDirectory {
    const directory = resolve(path);
    refuseUnusable(path, directory, names);
    let failure: unknown;
    for (const place of temporaryPlaces(directory)) {
      try {
        const temporary = mkdtempSync(join(place, `.${basename(directory)}.partial-`));
        return new ResultDirectory(directory, temporary, names);
      } catch (error) {
        failure = error;
      }
    }
    throw new ResultDirectoryError(`cannot write results to ${path}: ${reasonOf(failure)}`);
  }

  /** The path at which to write one of the named files before {@link commit}. */
  path(name: string): string {
    if (!this.#names.includes(name)) throw new RangeError(`result directory: ${name} was not announced`);
    return join(this.#temporary, name);
  }

  /** Moves the files into the directory, which is created if necessary, and removes the temporary one. */
  commit(): void {
    mkdirSync(this.#directory, { recursive: true });
    for (const name of this.#names) renameSync(this.path(name), join(this.#directory, name));
    this.discard();
  }

  /** Removes all files that were not moved; the directory is unchanged. */
  discard(): void {
    for (const claim of this.#claims) claimed.delete(claim);
    unfinished.delete(this);
    rmSync(this.#temporary, { recursive: true, force: true });
  }
}

function refuseUnusable(path: string, directory: string, names: readonly string[]): void {
  const refuse = (reason: string): never => {
    throw new ResultDirectoryError(`cannot write results to ${path}: ${reason}`);
  };
  const existing = nearestExisting(directory);
  if (claimed.has(directory)) refuse('this command writes a file of that name; name another directory');
  if (!statSync(existing).isDirectory()) {
    const what = existing === directory ? 'it' : existing;
    refuse(`${what} is a file; expected a directory: name another one, or move the file away`);
  }
  if (existing !== directory && lstatSync(directory, { throwIfNoEntry: false }) !== undefined) {
    refuse('it is a broken link');
  }
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    refuse(reasonOf(error));
  }
  for (const name of names) {
    const target = join(directory, name);
    const found = statSync(target, { throwIfNoEntry: false });
    const taken = (what: string): never => refuse(`${name} is ${what}; name another place for the results`);
    if (found?.isDirectory() || claimed.has(`${target}${sep}`)) taken('a directory there');
    // A file moved to this path would replace the device or the pipe.
    if (found?.isFile() === false || directory === '/dev') taken('a device or a pipe');
    if (isInput(target)) taken('a file that this command reads');
    if (claimed.has(target)) taken('another output of this command');
  }
}

/** Candidates for the parent of the temporary directory, all on the file system of the directory. */
function temporaryPlaces(directory: string): readonly string[] {
  if (!existsSync(directory)) return [nearestExisting(directory)];
  const parent = dirname(directory);
  return statSync(parent).dev === statSync(directory).dev ? [parent, directory] : [directory];
}

function nearestExisting(path: string): string {
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  return existing;
}

/** The operating system's reason for refusing a write, in words and without a path. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a part of the path is a file',
};

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { forgetPipes } from './piped-input.js';

/** Identifies a file independently of its name: links, other paths and other letter cases give the same identity. */
type FileIdentity = `${bigint}:${bigint}`;

/** The files that the current command has read, with the path used for each. */
const inputs = new Map<FileIdentity, string>();
/** Receives the progress of reading an input. */
export type ReadingWatch = (read_bytes: number, of_bytes: number | undefined) => void;

let watch: ReadingWatch | undefined;

/** Sets the listener for progress of reading inputs; `undefined` removes it. */
export function watchReading(listener: ReadingWatch | undefined): void {
  watch = listener;
}

/** Reports progress to the listener. @param of_bytes the size of the file; `undefined` if unknown */
export function reportReading(read_bytes: number, of_bytes: number | undefined): void {
  watch?.(read_bytes, of_bytes);
}

/** Records a file that is about to be read, so that no result overwrites it. */
export function noteInput(path: string): void {
  const identity = identityOf(path);
  if (identity !== undefined) inputs.set(identity, resolve(path));
}

/** Whether the current command has read the file at a path. */
export function isInput(path: string): boolean {
  const identity = identityOf(path);
  const noted = identity === undefined ? undefined : inputs.get(identity);
  // A new file may have the number of a deleted input.
  return noted !== undefined && identityOf(noted) === identity;
}

/** Resets the state at the beginning of a command. */
export function forgetInputs(): void {
  inputs.clear();
  watch = undefined;
  forgetPipes();
}

function identityOf(path: string): FileIdentity | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

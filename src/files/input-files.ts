import { statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { forgetPipes } from './piped-input.js';

/** The file itself, whatever it is called: a link, another path or another case of letters leads to the same one. */
type FileIdentity = `${bigint}:${bigint}`;

/** The files that the command under way has read, with the path by which each was found. */
const inputs = new Map<FileIdentity, string>();
/** By what paths they were asked for. */
const asked = new Set<string>();
/** Where files of a folder are read instead, which the first file tells; `undefined` for where they are. */
let standIn: { readonly folder: string; readonly place: string; isKnown: boolean } | undefined;

/** Told how much of an input has been read. */
export type ReadingWatch = (read_bytes: number, of_bytes: number | undefined) => void;

let watch: ReadingWatch | undefined;

/** Has somebody told how far the reading of inputs has come; `undefined` for nobody any more. */
export function watchReading(told: ReadingWatch | undefined): void {
  watch = told;
}

/** Tells whoever watches. @param of_bytes the size of the file; `undefined` where that is not known */
export function tellReading(read_bytes: number, of_bytes: number | undefined): void {
  watch?.(read_bytes, of_bytes);
}

/** Takes note of a file that is about to be read, so that no result replaces it. */
export function noteInput(path: string): void {
  if (standIn?.isKnown === false) {
    standIn = { ...standIn, folder: resolve(dirname(path), standIn.folder), isKnown: true };
  }
  asked.add(resolve(path));
  const place = placeOf(path);
  const identity = identityOf(place);
  if (identity !== undefined) inputs.set(identity, resolve(place));
}

/** Whether the file at a path, if there is one, has been read by the command under way. */
export function isInput(path: string): boolean {
  const identity = identityOf(path);
  const noted = identity === undefined ? undefined : inputs.get(identity);
  // Of an input that is gone, a new file may have the number.
  return noted !== undefined && identityOf(noted) === identity;
}

/** The files that the command under way has asked for: absolute paths, in the order in which it did. */
export function askedInputs(): readonly string[] {
  return [...asked];
}

/**
 * Has the files of a folder, and of those below it, read from another one, which need not hold all of them.
 * @param folder relative to that of the first file that the command asks for; it need not exist
 */
export function readInstead(folder: string, place: string): void {
  standIn = { folder, place, isKnown: false };
}

/** Where a file is read from: its own path, unless another file stands in for it. */
export function placeOf(path: string): string {
  if (standIn?.isKnown !== true) return path;
  const within = relative(standIn.folder, resolve(path));
  if (within === '..' || within.startsWith(`..${sep}`)) return path;
  const place = join(standIn.place, within);
  return statSync(place, { throwIfNoEntry: false })?.isFile() === true ? place : path;
}

/** Begins a command: nothing has been read yet. */
export function forgetInputs(): void {
  inputs.clear();
  asked.clear();
  standIn = undefined;
  watch = undefined;
  forgetPipes();
}

function identityOf(path: string): FileIdentity | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

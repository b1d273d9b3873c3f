import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { askedInputs, placeOf } from '../../files/input-files.js';

/** A file that a piece of work reads. */
export interface InputFile {
  /** Relative to the folder of all of them, with slashes. */
  readonly path: string;
  /** Of its content, as hexadecimal digits. */
  readonly sha256: string;
}

/** The files that a piece of work reads: its scenario, and the traces and modules that this names. */
export interface CarriedFiles {
  /** The innermost folder that all of them are in, relative to that of the first, a scenario. */
  readonly folder: string;
  /** By path. */
  readonly files: readonly InputFile[];
}

/**
 * The files that the command under way has read, with the modules that modules import by relative paths.
 * @returns as well where each of them is
 */
export function carriedFiles(): {
  readonly inputs: CarriedFiles;
  readonly places: readonly string[];
} {
  const asked = askedInputs();
  const all = withImported(asked).sort();
  const home = dirname(asked[0] ?? resolve('scenario'));
  const folder = all.map(dirname).reduce(sharedFolder, home);
  const places = all.map(placeOf);
  const files = all.map((file, index) => ({
    path: relative(folder, file).split(sep).join('/'),
    sha256: fileDigest(places[index]!),
  }));
  return { inputs: { folder: relative(home, folder) || '.', files }, places };
}

/** SHA-256 of a file's content as hexadecimal digits. */
export function fileDigest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function sharedFolder(a: string, b: string): string {
  let shared = a;
  while (leadsOut(relative(shared, b))) shared = dirname(shared);
  return shared;
}

function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

/** What a module imports from a file beside it. */
const IMPORTED = /\b(?:from|import)\s*\(?\s*(['"])(\.{1,2}\/[^'"]+)\1/g;

function withImported(files: readonly string[]): string[] {
  const found = new Set(files);
  for (const file of found) {
    if (!/\.[cm]?js$/.test(file)) continue;
    const text = readFileSync(placeOf(file), 'utf8');
    for (const [, , path] of text.matchAll(IMPORTED)) {
      const imported = join(dirname(file), path!);
      if (existsSync(placeOf(imported))) found.add(imported);
    }
  }
  return [...found];
}

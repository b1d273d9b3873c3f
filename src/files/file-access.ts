import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** The files that a restricted caller may read; plain data, which can be sent to threads. */
export interface FileAccess {
  /** Folders whose files may be read, and those of the folders below them. */
  readonly folders: readonly string[];
  /** Whether modules in them may be imported: their code has all rights of this process. */
  readonly modules: boolean;
}

/** No system opens longer paths. */
const MAX_PATH = 4096;

/**
 * Why a file may not be read; `undefined` if it may. Links are followed first, and anything outside is refused whether
 * or not it exists.
 */
export async function accessProblem(file: string, { folders }: FileAccess): Promise<string | undefined> {
  if (file.includes('\0')) return 'no path contains the character NUL';
  if (file.length > MAX_PATH) return `it has ${file.length} characters; expected at most ${MAX_PATH}`;
  const place = await followed(resolve(file));
  for (const folder of folders) {
    if (isWithin(place, await followed(resolve(folder)))) return undefined;
  }
  return folders.length === 0
    ? 'no folder is allowed, so that no file is read'
    : `it is outside the allowed folders: ${folders.join(', ')}`;
}

/** An absolute path without links, as far as it exists. */
async function followed(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await followed(above), basename(path));
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** The files that a restricted caller may read: plain data, so that threads can receive it. */
export interface FileAccess {
  /** Folders whose files may be read, including subfolders. */
  readonly folders: readonly string[];
  /** Whether modules in them may be imported; their code has all rights of this process. */
  readonly modules: boolean;
}

/** Maximum length of a path that any system opens. */
const MAX_PATH = 4096;

/**
 * The reason why a file may not be read; `undefined` if it may. Links are resolved first, and paths outside the folders
 * are refused even if they do not exist.
 */
export async function accessProblem(file: string, { folders }: FileAccess): Promise<string | undefined> {
  if (file.includes('\0')) return 'a path cannot contain the character NUL';
  if (file.length > MAX_PATH) return `its path has ${file.length} characters; expected at most ${MAX_PATH}`;
  const place = await resolveLinks(resolve(file));
  for (const folder of folders) {
    if (isWithin(place, await resolveLinks(resolve(folder)))) return undefined;
  }
  return folders.length === 0
    ? 'no folder is allowed, so no file can be read'
    : `it is outside the allowed folders: ${folders.join(', ')}`;
}

/** An absolute path whose existing part is free of links. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await resolveLinks(above), basename(path));
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

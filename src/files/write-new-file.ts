import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a file in full or not at all: readers never see a partial file, and an interruption leaves none. Its folder is
 * created if necessary.
 * @param overwrite whether an existing file may be replaced; its mode is kept
 * @returns `false` if the file exists and may not be replaced
 */
export async function writeNewFile(file: string, text: string, overwrite: boolean): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true });
  const draft = join(dirname(file), `.neap-${randomUUID()}.tmp`);
  await writeFile(draft, text, { flag: 'wx' });
  try {
    const found = overwrite ? await stat(file).catch(() => undefined) : undefined;
    if (found !== undefined) await chmod(draft, found.mode);
    if (overwrite) await rename(draft, file);
    // A link, unlike a rename, fails when the name is taken in the meantime.
    else await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && !overwrite) return false;
    throw error;
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresProblem } from './postgres-problem.js';
import { type ServerUser, setOwner } from './server-user.js';

/** Files of a running server that are not copied. Source: PostgreSQL 26.3, "Backing Up the Data Directory". */
const LIVE_FILES: ReadonlySet<string> = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init']);
/** Folders that are copied empty, because their content belongs to the running server. */
const LIVE_FOLDERS: ReadonlySet<string> = new Set([
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
/** Number of files that are copied at the same time. */
const PARALLEL_COPIES = 16;

export interface CopyOptions {
  /** The owner of the copy. */
  readonly user: ServerUser | undefined;
  /** Further folders that are copied empty. */
  readonly without?: ReadonlySet<string>;
}

/**
 * Copies a data folder, sharing blocks with the original if the file system supports it. Files that a running server
 * removes in the meantime are skipped: replaying its WAL makes the copy consistent.
 * @throws PostgresProblem when the disk is full
 */
export async function copyFolder(from: string, to: string, options: CopyOptions): Promise<void> {
  const files: (readonly [string, string])[] = [];
  await collect(from, to, options, files);
  const next = files[Symbol.iterator]();
  const copying = Array.from({ length: PARALLEL_COPIES }, async () => {
    for (const [source, target] of next) await copyOne(source, target, options.user);
  });
  // All copies must have ended before the caller removes a failed copy.
  const failed = (await Promise.allSettled(copying)).find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function collect(
  from: string,
  to: string,
  options: CopyOptions,
  files: (readonly [string, string])[],
): Promise<void> {
  await mkdir(to, { mode: 0o700, recursive: true });
  await setOwner(to, options.user);
  const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (LIVE_FILES.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue;
    if (entry.isDirectory()) {
      const empty = LIVE_FOLDERS.has(entry.name) || options.without?.has(entry.name) === true;
      if (!empty) await collect(source, target, options, files);
      else {
        await mkdir(target, { mode: 0o700, recursive: true });
        await setOwner(target, options.user);
      }
    } else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile()) files.push([source, target]);
  }
}

async function copyOne(source: string, target: string, user: ServerUser | undefined): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await setOwner(target, user);
  } catch (error) {
    if (isGone(error)) return;
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    throw new PostgresProblem(
      `${target} cannot be written: no space is left; make room, or choose another --state folder`,
    );
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

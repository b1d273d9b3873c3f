import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from './state-store.js';

/** Holds the number of the process that uses the folder; left behind by one that was killed. */
const LOCK_FILE = 'in-use-by';

/**
 * Takes a state folder for this process alone.
 * @returns a function that gives it back
 * @throws StoreError when another process that is alive has it
 */
export function takeFolder(folder: string): () => void {
  const file = join(folder, LOCK_FILE);
  if (!created(file)) {
    const holder = Number(readFileSync(file, 'utf8').trim());
    if (holder !== process.pid && isAlive(holder)) {
      throw new StoreError(
        `${folder} is in use by process ${holder}; stop that one first, or choose another folder`,
      );
    }
    rmSync(file, { force: true });
    if (!created(file)) throw new StoreError(`${folder} was just taken by another process; try again`);
  }
  return () => rmSync(file, { force: true });
}

function created(file: string): boolean {
  try {
    const descriptor = openSync(file, 'wx');
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { remembered } from '../kernel/remembered.js';

/** A file that is neither one on a disk nor a pipe; the message says what to do. */
export class UnreadableDevice extends Error {}

/** Where what came through a pipe is, by the path of the pipe: it comes once, and inputs are read more than once. */
const kept = new Map<string, Promise<string>>();
let folder: string | undefined;

/**
 * Where a file can be read as often as is wanted: its own path, or for a pipe such as `/dev/stdin` that of a copy, which
 * is gone when the process ends.
 * @throws UnreadableDevice for a device, which may never end; the system's error where it cannot be read
 */
export function rereadable(path: string): string | Promise<string> {
  const found = statSync(path);
  if (found.isFile() || found.isDirectory()) return path;
  if (!found.isFIFO() && !found.isSocket()) {
    throw new UnreadableDevice('this is a device; expected a file or a pipe');
  }
  return remembered(kept, path, () => keep(path));
}

/** Forgets what came through pipes. */
export function forgetPipes(): void {
  kept.clear();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
}

async function keep(path: string): Promise<string> {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'neap-pipe-'));
    process.once('exit', forgetPipes);
  }
  const copy = join(folder, String(kept.size));
  // A socket cannot be opened by its path, and closing what a shell has opened would end the pipe.
  const given = /^\/dev\/(?:stdin|fd\/(\d+))$/.exec(path);
  const source = createReadStream(
    path,
    given === null ? {} : { fd: Number(given[1] ?? 0), autoClose: false },
  );
  await pipeline(source, createWriteStream(copy, { mode: 0o600 }));
  return copy;
}

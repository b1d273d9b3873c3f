import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getOrCreate } from '../kernel/get-or-create.js';

/** A file that is neither a regular file nor a pipe; the message contains the remedy. */
export class UnreadableDevice extends Error {}

/** Copies of piped inputs, by the path of the pipe: a pipe can be read only once, but inputs are read several times. */
const kept = new Map<string, Promise<string>>();
let folder: string | undefined;

/**
 * A path that can be read repeatedly: the file's path, or that of a copy for a pipe such as `/dev/stdin`. Copies are
 * removed when the process ends.
 * @throws UnreadableDevice for a device, which may never end; a system error if it cannot be read
 */
export function rereadablePath(path: string): string | Promise<string> {
  const found = statSync(path);
  if (found.isFile() || found.isDirectory()) return path;
  if (!found.isFIFO() && !found.isSocket()) {
    throw new UnreadableDevice('this is a device; expected a file or a pipe');
  }
  return getOrCreate(kept, path, () => keep(path));
}

/** Removes the copies of piped inputs. */
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
  // A socket cannot be opened by its path, and closing a descriptor that the shell opened would end the pipe.
  const given = /^\/dev\/(?:stdin|fd\/(\d+))$/.exec(path);
  const source = createReadStream(
    path,
    given === null ? {} : { fd: Number(given[1] ?? 0), autoClose: false },
  );
  await pipeline(source, createWriteStream(copy, { mode: 0o600 }));
  return copy;
}

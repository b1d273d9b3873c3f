import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { MAX_ADDRESS_BYTES } from '../../files/socket-address.js';
import { StoreError } from './state-store.js';

/**
 * The socket that marks a folder as held by a process. The operating system lets only one process bind a name, and
 * answers for a dead one by refusing connections. Unlike a process id, this works across containers that share the
 * folder, and a process that was killed leaves nothing to clean up by hand.
 */
export const LOCK_SOCKET = 'in-use';

/**
 * Takes a folder for this process alone.
 * @returns a function that gives it back
 * @throws StoreError when another process has it, or when its file system knows no sockets
 */
export async function takeFolder(folder: string): Promise<() => void> {
  const address = addressIn(folder, LOCK_SOCKET);
  const inUse = () =>
    new StoreError(
      `${folder} is in use by another neap serve; stop that one first, or choose another folder`,
    );
  let server = await bound(address, folder);
  if (server === undefined) {
    // Moved away before it is removed: what another process has bound in the meantime still answers, and goes back.
    const moved = addressIn(folder, `.${randomUUID().slice(0, 8)}`);
    if (await answers(address)) throw inUse();
    moveIfThere(address, moved);
    if (await answers(moved)) {
      moveIfThere(moved, address);
      throw inUse();
    }
    rmSync(moved, { force: true });
    server = await bound(address, folder);
    if (server === undefined) throw inUse();
  }
  const held = server;
  return () => void held.close();
}

function addressIn(folder: string, name: string): string {
  if (process.platform === 'win32') return join('\\\\.\\pipe', resolve(folder), name);
  const full = join(folder, name);
  const [address] = [relative('.', full), full].sort((a, b) => a.length - b.length) as [string, string];
  if (Buffer.byteLength(address) <= MAX_ADDRESS_BYTES) return address;
  throw new StoreError(
    `the path of ${folder} is too long for the socket that guards it (${MAX_ADDRESS_BYTES} bytes); choose a shorter one, or start neap in a folder nearby`,
  );
}

/** Listens at an address; `undefined` when it is taken. */
async function bound(address: string, folder: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).listen(address);
  try {
    await once(server, 'listening');
    return server.unref();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return undefined;
    throw new StoreError(
      `${folder} cannot be guarded against a second neap serve (${code ?? message}); choose a folder on a local disk that you may write to`,
    );
  }
}

/** Whether a process listens there. */
function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // A socket that denies access belongs to another user's process; on any other error it is a remnant.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EACCES' || code === 'EPERM'));
  });
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

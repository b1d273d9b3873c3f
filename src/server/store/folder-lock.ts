import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { MAX_ADDRESS_BYTES } from '../../files/socket-address.js';
import { StoreError } from './state-store.js';

/**
 * The socket that marks a folder as in use. Only one process can bind a name, and the operating system refuses
 * connections to the socket of a dead process. Unlike a process id, this works across containers that share the folder,
 * and a killed process requires no manual cleanup.
 */
export const LOCK_SOCKET = 'in-use';

/**
 * Locks a folder for this process.
 * @returns a function that releases the lock
 * @throws StoreError if another process holds it, or if its file system does not support sockets
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const address = socketAddress(folder, LOCK_SOCKET);
  const inUseError = () =>
    new StoreError(
      `${folder} is in use by another neap serve; stop that one first, or choose another folder`,
    );
  let server = await tryListen(address, folder);
  if (server === undefined) {
    // Renamed before it is removed: a socket that another process has bound in the meantime answers, and is restored.
    const moved = socketAddress(folder, `.${randomUUID().slice(0, 8)}`);
    if (await isListening(address)) throw inUseError();
    moveIfExists(address, moved);
    if (await isListening(moved)) {
      moveIfExists(moved, address);
      throw inUseError();
    }
    rmSync(moved, { force: true });
    server = await tryListen(address, folder);
    if (server === undefined) throw inUseError();
  }
  const held = server;
  return () => void held.close();
}

function socketAddress(folder: string, name: string): string {
  if (process.platform === 'win32') return join('\\\\.\\pipe', resolve(folder), name);
  const full = join(folder, name);
  const [address] = [relative('.', full), full].sort((a, b) => a.length - b.length) as [string, string];
  if (Buffer.byteLength(address) <= MAX_ADDRESS_BYTES) return address;
  throw new StoreError(
    `the path of ${folder} is too long for its lock socket (at most ${MAX_ADDRESS_BYTES} bytes); choose a shorter one, or start neap in a folder close to it`,
  );
}

/** Listens at an address; `undefined` if it is in use. */
async function tryListen(address: string, folder: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).listen(address);
  try {
    await once(server, 'listening');
    return server.unref();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return undefined;
    throw new StoreError(
      `${folder} cannot be locked (${code ?? message}); choose a writable folder on a local disk`,
    );
  }
}

function isListening(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // A socket that denies access belongs to another user's process; on any other error it is stale.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EACCES' || code === 'EPERM'));
  });
}

function moveIfExists(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

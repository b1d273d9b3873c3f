import type { ServerAddress } from '../endpoint-directory.js';
import { connectTo } from './dial.js';
import { cancelPacket } from './startup-packet.js';

/** How long a server may take to close the connection after a cancel request. */
const CANCEL_TIMEOUT_MS = 10_000;

export interface CancelTarget {
  readonly address: ServerAddress;
  /** The endpoint's rule about client addresses applies to cancel requests, too. */
  readonly allowed_ips: readonly string[];
}

/** The keys of the proxy's sessions, and their servers: a cancel request contains only a key. */
export class CancelKeys {
  readonly #targets = new Map<string, CancelTarget>();

  /** Adds a session's key. @returns a function that removes it */
  add(key: Buffer, target: CancelTarget): () => void {
    const name = key.toString('hex');
    this.#targets.set(name, target);
    return () => {
      if (this.#targets.get(name) === target) this.#targets.delete(name);
    };
  }

  /** The server of the session with that key; `undefined` for an unknown key. */
  find(key: Buffer): CancelTarget | undefined {
    return this.#targets.get(key.toString('hex'));
  }
}

/** Sends a cancel request; resolves when the server has received it, or after a failure. */
export async function cancel(address: ServerAddress, key: Buffer): Promise<void> {
  const socket = connectTo(address);
  await new Promise<void>((resolve) => {
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.once('end', () => socket.end());
    socket.end(cancelPacket(key));
    socket.resume();
  });
}

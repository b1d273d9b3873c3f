import type { ServerAddress } from '../endpoint-directory.js';
import { connectTo } from './dial.js';
import { cancelPacket } from './startup-packet.js';

/** How long a server may take to answer a cancel request, which it answers by closing. */
const CANCEL_TIMEOUT_MS = 10_000;

export interface CancelTarget {
  readonly address: ServerAddress;
  /** The endpoint's rule about client addresses applies to cancel requests, too. */
  readonly allowed_ips: readonly string[];
}

/** The keys of the sessions that go through the proxy: a cancel request names nothing but a key. */
export class CancelKeys {
  readonly #targets = new Map<string, CancelTarget>();

  /** Takes note of a session's key. @returns forgets it */
  add(key: Buffer, target: CancelTarget): () => void {
    const name = key.toString('hex');
    this.#targets.set(name, target);
    return () => {
      if (this.#targets.get(name) === target) this.#targets.delete(name);
    };
  }

  /** Where the session with that key is, `undefined` when there is none. */
  find(key: Buffer): CancelTarget | undefined {
    return this.#targets.get(key.toString('hex'));
  }
}

/** Asks a server to cancel a session's work; resolves when the request is delivered, or cannot be. */
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

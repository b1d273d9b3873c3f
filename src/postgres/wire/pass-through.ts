import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Joins two connections byte for byte, with back pressure, each side's end passed on as an end and its break as a
 * break. Resolves when both are closed.
 */
export async function passThrough(client: Duplex, server: Socket): Promise<void> {
  client.pipe(server);
  server.pipe(client);
  await joined(client, server);
}

/** Closes each of two connections once the other is closed: after what is on its way, or at once if that broke. */
export async function joined(client: Duplex, server: Socket): Promise<void> {
  await Promise.all([closedAfter(client, server), closedAfter(server, client)]);
}

function closedAfter(one: Duplex, other: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const closed = () => {
      if (one.errored !== null || other.destroyed) other.destroy();
      else closeWhenWritten(other);
      resolve();
    };
    if (one.closed) closed();
    else one.once('close', closed);
  });
}

/** Sends what has been written, and closes. */
export function closeWhenWritten(stream: Duplex): void {
  if ('destroySoon' in stream && typeof stream.destroySoon === 'function') stream.destroySoon();
  else stream.end(() => stream.destroy());
}

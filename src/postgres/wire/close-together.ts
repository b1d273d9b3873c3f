import type { Duplex } from 'node:stream';

/** Closes each of two connections once the other is closed: after what is on its way, or at once if that broke. */
export async function closedTogether(client: Duplex, server: Duplex): Promise<void> {
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

function closeWhenWritten(stream: Duplex): void {
  if ('destroySoon' in stream && typeof stream.destroySoon === 'function') stream.destroySoon();
  else stream.end(() => stream.destroy());
}

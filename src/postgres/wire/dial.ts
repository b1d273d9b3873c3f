import { connect, type Socket } from 'node:net';
import type { ServerAddress } from '../endpoint-directory.js';

/** How long a server may take to accept a connection; ms. Source: the platform's published proxy. */
const DIAL_TIMEOUT_MS = 2_000;

/** A connection to a server, in the course of being opened. */
export function connectTo(address: ServerAddress): Socket {
  return 'socket' in address
    ? connect({ path: address.socket, allowHalfOpen: true })
    : connect({ ...address, allowHalfOpen: true, noDelay: true });
}

/**
 * A connection to a server once it stands, `undefined` when nothing accepts it in time. Its errors are ignored:
 * its end carries the same information.
 */
export function dial(address: ServerAddress): Promise<Socket | undefined> {
  const socket = connectTo(address);
  return new Promise((resolve) => {
    const late = setTimeout(() => settle(undefined), DIAL_TIMEOUT_MS);
    const settle = (result: Socket | undefined) => {
      clearTimeout(late);
      if (result === undefined) socket.destroy();
      resolve(result);
    };
    socket.on('error', () => settle(undefined));
    socket.once('connect', () => settle(socket));
  });
}

import { connect, type Socket } from 'node:net';
import type { ServerAddress } from '../endpoint-directory.js';

/** How long a server may take to accept a connection, in ms. Source: the platform's published proxy. */
const DIAL_TIMEOUT_MS = 2_000;

/** A socket that is connecting to a server. */
export function connectTo(address: ServerAddress): Socket {
  return 'socket' in address
    ? connect({ path: address.socket, allowHalfOpen: true })
    : connect({ ...address, allowHalfOpen: true, noDelay: true });
}

/**
 * Connects to a server; resolves with `undefined` if it does not accept in time. Errors of the socket are ignored,
 * because `close` reports the same.
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

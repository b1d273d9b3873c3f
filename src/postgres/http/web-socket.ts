import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { PostgresProxy } from '../wire/postgres-proxy.js';

/** Longest frame: clients put a message of the protocol into one, a long value into one message. */
const MAX_FRAME_BYTES = 67_108_864;

/**
 * The protocol within a WebSocket, at any path: to be given to a server of HTTP as its listener of `upgrade`. The
 * endpoint is named by the connection's options, by `?address=ep-….example:5432` as proxies for one database have it,
 * or by the host. Passwords come in clear text, which saves the client's round trips and hashes.
 */
export function webSocketUpgrade(proxy: PostgresProxy) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
  });
  return (request: IncomingMessage, connection: Duplex, head: Buffer): void => {
    // A client that goes during the upgrade.
    connection.on('error', () => connection.destroy());
    server.handleUpgrade(request, connection, head, (socket) => {
      void proxy.serve(createWebSocketStream(socket), {
        address: request.socket.remoteAddress ?? '',
        host: namedHost(request),
        cleartext: true,
      });
    });
  };
}

function namedHost({ url = '', headers }: IncomingMessage): string | undefined {
  const query = url.indexOf('?');
  const address = query < 0 ? null : new URLSearchParams(url.slice(query)).get('address');
  return address ?? headers.host;
}

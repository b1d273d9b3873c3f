import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { PostgresProxy } from '../wire/postgres-proxy.js';

/** Maximum length of a frame. Clients send each protocol message, with values of any length, in one frame. */
const MAX_FRAME_BYTES = 67_108_864;

/**
 * Makes an HTTP server's `upgrade` listener that serves the PostgreSQL protocol over WebSockets, at any path. The
 * startup options, `?address=ep-….example:5432` or the host name the endpoint. Clients send passwords in clear text,
 * which saves them round trips and hashing.
 */
export function webSocketUpgrade(proxy: PostgresProxy) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
  });
  return (request: IncomingMessage, connection: Duplex, head: Buffer): void => {
    // The client may disconnect during the upgrade.
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

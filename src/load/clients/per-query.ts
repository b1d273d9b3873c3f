import type { LoadConnections } from './connections.js';
import type { LoadClient, SentQuery } from './load-client.js';

/** Clients that open a connection for each attempt of a query and close it afterwards. */
export function perQueryClient(connections: LoadConnections): LoadClient {
  return {
    async attempt({ text }: SentQuery) {
      const client = await connections.open();
      try {
        await connections.send(client, text);
      } finally {
        connections.end(client);
      }
    },
  };
}

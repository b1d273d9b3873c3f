import type { LoadConnections } from './connections.js';
import { type LoadClient, type SentQuery, send } from './load-client.js';

/** Clients that open a connection for each attempt of a query and close it afterwards. */
export function perQueryClient(connections: LoadConnections): LoadClient {
  return {
    async attempt({ text }: SentQuery) {
      const client = await connections.open();
      try {
        await send(client, connections.text(text));
      } finally {
        connections.end(client);
      }
    },
    leave: () => undefined,
  };
}

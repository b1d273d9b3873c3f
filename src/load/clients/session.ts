import type { Client } from 'pg';
import type { LoadConnections } from './connections.js';
import type { LoadClient, SentQuery } from './load-client.js';

/** A session that is one transaction has lost it with its connection. */
class TransactionLost extends Error {
  readonly code = '08006';
}

/** A client with a connection per session, opened with the first query that needs it. */
export interface SessionClient extends LoadClient {
  /** When its first connection was opened; `undefined` before. */
  readonly opened_seconds: number | undefined;
  /** The client needs its connection no longer. */
  leave(): void;
}

/**
 * Makes the client of one session. A connection that was cut is opened again with the next query; where the session is
 * one transaction, that query fails.
 */
export function sessionClient(
  connections: LoadConnections,
  inTransaction: boolean,
  now: () => number,
): SessionClient {
  let client: Client | undefined;
  let began = false;
  let opened_seconds: number | undefined;
  return {
    get opened_seconds() {
      return opened_seconds;
    },
    async attempt({ text }: SentQuery) {
      if (client !== undefined && !connections.isOpen(client)) client = undefined;
      if (client === undefined) {
        if (began) {
          began = false;
          throw new TransactionLost('the connection of the transaction was lost');
        }
        client = await connections.open();
        opened_seconds ??= now();
        if (inTransaction) {
          await client.query('begin');
          began = true;
        }
      }
      try {
        await connections.send(client, text);
      } catch (error) {
        // A failed transaction is over, and its session ends with it.
        if (inTransaction) {
          began = false;
          connections.end(client);
          client = undefined;
        }
        throw error;
      }
    },
    leave() {
      if (client !== undefined) connections.end(client);
      client = undefined;
    },
  };
}

import type { Client } from 'pg';
import type { LoadConnections } from './connections.js';
import type { LoadClient, SentQuery } from './load-client.js';

/** The connection of a session with one transaction was lost, and so was the transaction. */
class TransactionLost extends Error {
  readonly code = '08006';
}

/** A client with one connection, opened by its first query. */
export interface SessionClient extends LoadClient {
  /** When its first connection was opened; `undefined` before. */
  readonly opened_seconds: number | undefined;
  /** Closes the connection. */
  leave(): void;
}

/**
 * Makes the client of one session. After a lost connection, the next query opens a new one, or fails if the session is
 * one transaction.
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
        // A failed transaction ends its session.
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

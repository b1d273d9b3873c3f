import type { CauseLedger } from '../causes/cause-ledger.js';
import type { ConnectionSlots } from '../record/connection-slots.js';
import type { Disruptions } from '../record/disruptions.js';
import type { QueryMeters } from '../record/query-meters.js';
import type { QueryList } from '../run/query-table.js';
import type { GuestMemory } from './guest-memory.js';

/** The compute around the service. */
export interface ServiceHost {
  readonly slots: ConnectionSlots;
  readonly meters: QueryMeters;
  readonly memory: GuestMemory;
  readonly causes: CauseLedger;
  readonly disruptions: Disruptions;
  /** Counts and logs a refusal and fails the attempt. */
  refuse(query: number, error: string, words: string): void;
  /** Whether a new connection would be let in may have changed. */
  availabilityChanged(): void;
  /** A connection is about to be opened, or closed. */
  connectionsChange(): void;
  firstConnectionOpened(): void;
  lastConnectionClosed(): void;
  /** A client's own connection is being opened, which takes time, and then is open. */
  connectionOpening(): void;
  connectionOpened(): void;
  /** There is no work left. */
  becameIdle(): void;
  /** There is work again. */
  becameBusy(): void;
}

/** The compute a pooler runs in. */
export interface PoolerHost {
  /** Opens one more server connection, if a slot is free. */
  takeSlot(): boolean;
  /** A server connection that no query waits for is open. */
  serverOpened(): void;
  /** Works on a query over a server connection; `fresh` when it has just been opened. */
  serve(query: number, fresh: boolean): void;
  /** A query has waited in line for some time. */
  waited(query: number): void;
  /** Refuses an attempt: counts and logs it, and tells the client. */
  refuse(query: number, error: string, words: string): void;
  /** The pooler is full, or its line stands still; or neither any more. */
  availabilityChanged(): void;
}

/** The server connections of one user and database, and the queries in line for them. */
export interface ServerPool {
  readonly waiting: QueryList;
  open: number;
  idle: number;
  pumping: boolean;
  /** A query of its line has timed out, and no server connection has been free since. */
  stuck: boolean;
}

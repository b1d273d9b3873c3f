import type { ClientProcess } from './client-process.js';
import { CutConnections } from './cut-connections.js';

/** Kind of connection that a place in a pool includes. */
export const Found = {
  /** No connection: the query opens one. */
  none: 0,
  open: 1,
  /** A connection that was cut without the pool noticing. */
  stale: 2,
  /** A connection whose session is about to end, like those of a stopping server. */
  ending: 3,
} as const;

// A local constant is inlined; imported or exported ones are looked up at each use.
const OPEN = Found.open;

/** How queries that are not simulated use a pool during the coming gap. */
export interface UnseenUse {
  readonly seconds: number;
  /** Arrivals per second that find exactly this number of places taken. */
  readonly finding: (taken: number) => number;
  /** Draws from (0, 1). */
  readonly uniform: () => number;
}

export interface PoolConnections {
  /** Places taken by queries. */
  readonly inUse: number;
  /** Whether a query can have a place now. */
  readonly hasPlace: boolean;
  /** Opens the connections that are open from the start. */
  begin(): void;
  /** Takes a place for a query. @returns the kind of connection in it, one of {@link Found} */
  take(query: number): number;
  /** Gives a query's place back, with or without an open connection. */
  giveBack(query: number, connected: boolean): void;
  /** All connections have been cut. */
  cut(): void;
  /** Closes the idle connections, and keeps none until the next {@link begin}. */
  close(): void;
  /** A connection for no query is open, or has failed to open. */
  opened(row: number): void;
  openingFailed(row: number): void;
  timer(): void;
  /** Applies the use by queries that are not simulated. */
  applyUnseen(use: UnseenUse): void;
}

/** Connections without an age limit: two counters are enough. */
export class CountedConnections implements PoolConnections {
  declare private readonly size: number;
  declare private readonly client: ClientProcess;
  declare private readonly ending: CutConnections;
  inUse = 0;
  private idle = 0;

  /** @param size maximum number of queries that have a place at the same time */
  constructor(client: ClientProcess, size: number) {
    this.size = size;
    this.client = client;
    this.ending = new CutConnections(() => client.compute.lifecycle.endingShare);
  }

  get hasPlace(): boolean {
    return this.inUse < this.size;
  }

  begin(): void {}

  take(_query: number): number {
    this.inUse += 1;
    if (this.idle === 0) return this.ending.take() ? Found.ending : Found.none;
    this.idle -= 1;
    return OPEN;
  }

  giveBack(_query: number, connected: boolean): void {
    this.inUse -= 1;
    if (connected) this.idle += 1;
  }

  /** The connections in use are closed as well: their queries are notified one by one. */
  cut(): void {
    this.ending.cut(this.idle);
    this.idle = 0;
  }

  close(): void {
    const { compute, load } = this.client;
    for (; this.idle > 0; this.idle--) compute.service.disconnect(load.index);
  }

  opened(): void {}

  openingFailed(): void {}

  timer(): void {}

  /** An arrival that finds all of them in use opens another one, which stays open: their number only grows. */
  applyUnseen({ seconds, finding, uniform }: UnseenUse): void {
    const { compute, load } = this.client;
    for (let at = 0; this.inUse + this.idle < this.size; ) {
      at -= Math.log(uniform()) / finding(this.inUse + this.idle);
      if (!(at < seconds) || !compute.service.openUnseen(load.index)) return;
      this.idle += 1;
    }
  }
}

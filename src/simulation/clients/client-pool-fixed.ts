import type { ClientSetting } from './client-process.js';
import { CutConnections } from './cut-connections.js';

/** What comes with a place in a pool. */
export const Found = {
  /** Nothing: the query opens a connection. */
  none: 0,
  /** An open connection. */
  open: 1,
  /** A connection that has been cut, which the pool has not noticed. */
  stale: 2,
  /** One whose session is about to end, as those of a server that stops are. */
  ending: 3,
} as const;

// Compiled in, where what is imported or exported would be looked up at each use.
const OPEN = Found.open;

/** How queries that nobody simulates use a pool for a while, from now on. */
export interface UnseenUse {
  readonly seconds: number;
  /** Arrivals a second that find exactly so many places taken. */
  readonly finding: (taken: number) => number;
  /** Draws from (0, 1). */
  readonly uniform: () => number;
}

/** The places of a pool and the idle connections in it. */
export interface PoolConnections {
  /** Places taken by queries. */
  readonly inUse: number;
  /** Whether a query can have a place now. */
  readonly hasPlace: boolean;
  /** Opens what is to stand from the beginning. */
  begin(): void;
  /** Takes a place for a query. @returns what comes with it, one of {@link Found} */
  take(query: number): number;
  /** Gives a query's place back, with or without an open connection. */
  giveBack(query: number, connected: boolean): void;
  /** All connections have been cut. */
  cut(): void;
  /** A connection for no query is open, or has failed to open. */
  opened(row: number): void;
  openingFailed(row: number): void;
  /** Something of the pool's own is due. */
  timer(): void;
  /** Is used by queries that nobody simulates. */
  outlast(use: UnseenUse): void;
}

/** Connections that never end of themselves: two counters are enough. */
export class CountedConnections implements PoolConnections {
  declare private readonly size: number;
  declare private readonly setting: ClientSetting;
  declare private readonly ending: CutConnections;
  inUse = 0;
  private idle = 0;

  /** @param size most queries that may have a place at a time */
  constructor(setting: ClientSetting, size: number) {
    this.size = size;
    this.setting = setting;
    this.ending = new CutConnections(() => setting.compute.lifecycle.endingShare);
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

  /** The connections in use are no longer open either: their queries are told one by one. */
  cut(): void {
    this.ending.cut(this.idle);
    this.idle = 0;
  }

  opened(): void {}

  openingFailed(): void {}

  timer(): void {}

  /** Whoever finds all of them in use opens another one, which remains: their number is a running maximum. */
  outlast({ seconds, finding, uniform }: UnseenUse): void {
    const { compute, load } = this.setting;
    for (let at = 0; this.inUse + this.idle < this.size; ) {
      at -= Math.log(uniform()) / finding(this.inUse + this.idle);
      if (!(at < seconds) || !compute.service.openUnseen(load)) return;
      this.idle += 1;
    }
  }
}

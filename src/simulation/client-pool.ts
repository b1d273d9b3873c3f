import { QueryList, type QueryTable } from './query-table.js';

/**
 * One application's connection pool: at most `size` queries at a time have a place, the others wait in line.
 * A place comes with an open connection, or with the task of opening one.
 */
export class ClientPool {
  readonly waiting: QueryList;
  readonly #size: number;
  #inUse = 0;
  #idleConnections = 0;
  #epoch = 0;

  constructor(queries: QueryTable, size: number) {
    this.#size = size;
    this.waiting = new QueryList(queries);
  }

  /** Whether a query can have a place now, without waiting behind others. */
  get hasPlace(): boolean {
    return this.#inUse < this.#size;
  }

  /**
   * Takes a place.
   * @param epoch the compute's count of cut-offs: connections opened before the last one are gone
   * @returns whether the place comes with an open connection
   */
  take(epoch: number): boolean {
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.#idleConnections = 0;
    }
    this.#inUse += 1;
    if (this.#idleConnections === 0) return false;
    this.#idleConnections -= 1;
    return true;
  }

  /** Gives a place back, with or without an open connection. */
  giveBack(connected: boolean, epoch: number): void {
    this.#inUse -= 1;
    if (!connected) return;
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.#idleConnections = 0;
    }
    this.#idleConnections += 1;
  }
}

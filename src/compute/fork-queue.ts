/**
 * The server process that makes every connection's process, one after another; each keeps it for a time.
 * The first connection's wait is part of the time that connecting takes anyway; only those behind it wait here.
 */
export class ForkQueue {
  readonly #seconds: number;
  #freeAt = Number.NEGATIVE_INFINITY;

  /** @param seconds that a fork keeps the server from the next one, 0 or more */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** A connection is asked for. @returns seconds until its turn */
  fork(now: number): number {
    const turn = Math.max(now, this.#freeAt);
    this.#freeAt = turn + this.#seconds;
    return turn - now;
  }

  freeze(seconds: number): void {
    this.#freeAt += seconds;
  }

  /** Forgets the queue, as a server that stops does. */
  clear(): void {
    this.#freeAt = Number.NEGATIVE_INFINITY;
  }
}

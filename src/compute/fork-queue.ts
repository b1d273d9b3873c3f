/**
 * The server process that forks a process for every connection, one after another. The first connection's fork is part
 * of the connect time, so only later ones wait here.
 */
export class ForkQueue {
  readonly #seconds: number;
  #freeAt = Number.NEGATIVE_INFINITY;

  /** @param seconds duration of a fork, 0 or more */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** Queues a connection. @returns seconds until its turn */
  fork(now: number): number {
    const turn = Math.max(now, this.#freeAt);
    this.#freeAt = turn + this.#seconds;
    return turn - now;
  }

  freeze(seconds: number): void {
    this.#freeAt += seconds;
  }

  /** Clears the queue, as when the server stops. */
  clear(): void {
    this.#freeAt = Number.NEGATIVE_INFINITY;
  }
}

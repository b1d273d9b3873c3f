/**
 * The sessions of a server that is shutting down: they end one after another. Queries sent to a session that has not
 * ended yet are cut.
 */
export class EndingSessions {
  readonly #each: number;
  #from = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  /** @param seconds until the end of one session, 0 or more */
  constructor(seconds: number) {
    this.#each = seconds;
  }

  /** The server starts to shut down. @param open number of its sessions */
  begin(now: number, open: number): void {
    this.#from = now;
    this.#until = now + this.#each * open;
  }

  clear(): void {
    this.#until = Number.NEGATIVE_INFINITY;
  }

  share(now: number): number {
    return now < this.#until ? (this.#until - now) / (this.#until - this.#from) : 0;
  }
}

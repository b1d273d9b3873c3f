/**
 * The sessions of a server that has been told to stop: they end one after another, and what a client sends to one that
 * has not ended yet is cut.
 */
export class EndingSessions {
  readonly #each: number;
  #from = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  /** @param seconds that the end of one session takes, 0 or more */
  constructor(seconds: number) {
    this.#each = seconds;
  }

  /** The server is told to stop. @param open its sessions */
  begin(now: number, open: number): void {
    this.#from = now;
    this.#until = now + this.#each * open;
  }

  /** They are gone all at once. */
  clear(): void {
    this.#until = Number.NEGATIVE_INFINITY;
  }

  /** Which share of them has not ended yet. */
  share(now: number): number {
    return now < this.#until ? (this.#until - now) / (this.#until - this.#from) : 0;
  }
}

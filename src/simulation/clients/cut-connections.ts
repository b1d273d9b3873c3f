/** Idle connections of a pool that have been cut, and whose sessions have not all ended: the pool knows of those that have. */
export class CutConnections {
  declare private readonly share: () => number;
  #count = 0;
  #taken = 0;

  /** @param share of the sessions that has not ended yet */
  constructor(share: () => number) {
    this.share = share;
  }

  /** So many idle connections have been cut. */
  cut(idle: number): void {
    this.#count = idle;
    this.#taken = 0;
  }

  /** Takes one that has not ended yet for a query, which is cut. @returns whether there is one */
  take(): boolean {
    if (this.#count === 0) return false;
    const left = Math.ceil(this.#count * this.share());
    if (left === 0) this.#count = 0;
    if (this.#taken >= left) return false;
    this.#taken += 1;
    return true;
  }
}

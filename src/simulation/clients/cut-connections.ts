/** Idle connections of a pool that were cut and whose sessions have not all ended: the pool notices those that have. */
export class CutConnections {
  declare private readonly share: () => number;
  #count = 0;
  #taken = 0;

  /** @param share of the sessions that has not ended yet */
  constructor(share: () => number) {
    this.share = share;
  }

  /** Records that all idle connections have been cut. @param idle their number */
  cut(idle: number): void {
    this.#count = idle;
    this.#taken = 0;
  }

  /** Takes a connection whose session has not ended for a query, which is then cut. @returns whether there is one */
  take(): boolean {
    if (this.#count === 0) return false;
    const left = Math.ceil(this.#count * this.share());
    if (left === 0) this.#count = 0;
    if (this.#taken >= left) return false;
    this.#taken += 1;
    return true;
  }
}

/** Variates that are made at a time. */
export const AHEAD = 32;

const NONE = new Float64Array(0);

/**
 * Variates of a distribution made in blocks: each is a long chain of dependent operations, and in a tight loop a core
 * works on several chains at once. A draw per query costs neither a call nor a number on the heap.
 *
 * A stream is read ahead, so it must not be shared. Variates keep its order: blocks are used from their end.
 */
export class VariatesAhead {
  declare private readonly make: (block: Float64Array) => void;
  /** Made with the first variate: most distributions of a large run are never drawn from. */
  private ready = NONE;
  private left = 0;

  /** @param make fills a block with the next variates, the first of them in its last place */
  constructor(make: (block: Float64Array) => void) {
    this.make = make;
  }

  next(): number {
    if (this.left === 0) this.refill();
    this.left -= 1;
    return this.ready[this.left]!;
  }

  private refill(): void {
    if (this.ready === NONE) this.ready = new Float64Array(AHEAD);
    this.make(this.ready);
    this.left = AHEAD;
  }
}

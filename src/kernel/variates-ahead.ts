/** Variates generated at a time. */
export const AHEAD = 32;

const NONE = new Float64Array(0);

/**
 * Variates of a distribution, generated in blocks. Each is a long chain of dependent operations, and in a tight loop a
 * core works on several chains at the same time. A draw costs neither a call nor a number on the heap.
 *
 * The stream is read ahead, so it must not be shared. Variates keep its order: blocks are consumed from the end.
 */
export class VariatesAhead {
  declare private readonly make: (block: Float64Array) => void;
  /** Allocated on first use: most distributions of a large run are never drawn from. */
  private ready = NONE;
  private left = 0;

  /** @param make fills a block with the next variates, starting at its last place */
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

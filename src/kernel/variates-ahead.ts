import type { RandomStream } from './random-stream.js';

/** Variates that are made at a time. */
const AHEAD = 32;

const NONE = new Float64Array(0);

/**
 * Variates of a distribution made some at a time: each is a long chain of dependent operations, and in a tight loop a processor
 * works on several chains at once.
 *
 * The stream is read ahead, so it must be nobody else's. Uniforms and variates keep the order of the stream.
 */
export class VariatesAhead {
  declare private readonly stream: RandomStream;
  declare private readonly make: (block: Float64Array) => void;
  /** Made with the first variate: most distributions of a large run are never drawn from. */
  private ready = NONE;
  private left = 0;

  /**
   * @param stream gives one uniform to each variate
   * @param make turns a block of uniforms into variates, in place
   */
  constructor(stream: RandomStream, make: (block: Float64Array) => void) {
    this.stream = stream;
    this.make = make;
  }

  /** The next variate. */
  next(): number {
    if (this.left === 0) this.refill();
    this.left -= 1;
    return this.ready[this.left]!;
  }

  private refill(): void {
    if (this.ready === NONE) this.ready = new Float64Array(AHEAD);
    this.stream.fill(this.ready);
    this.make(this.ready);
    this.left = AHEAD;
  }
}

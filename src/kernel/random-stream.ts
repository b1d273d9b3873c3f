import seedrandom from 'seedrandom';

/** Variates drawn at a time. */
const AHEAD = 64;

const NONE = new Float64Array(0);

/**
 * A reproducible stream of uniform variates on the open interval (0, 1).
 *
 * The generator is `seedrandom`'s xor128 (Marsaglia 2003, period 2^128 − 1); its state is keyed by
 * `seedrandom`'s ARC4 from the whole name of the stream, so that streams with similar names are unrelated.
 * One call gives one variate of 32 bits, centred in its cell: neither 0 nor 1 ever comes out, and a
 * distribution sampled by inversion consumes exactly one call a variate, which keeps common random numbers
 * in step.
 */
export class RandomStream {
  declare private readonly name: string;
  /** Made with the first variate: most streams of a large run are never drawn from. */
  #next: (() => number) | undefined;
  #ready = NONE;
  #left = 0;

  /** @param name the stream's full name, already joined; see {@link randomStream} */
  constructor(name: string) {
    this.name = name;
  }

  /** The next variate, strictly between 0 and 1. */
  uniform(): number {
    if (this.#left === 0) this.#refill();
    this.#left -= 1;
    return this.#ready[this.#left]!;
  }

  /** Fills a block with the next variates, the first of them in its last place: blocks are used from their end. */
  fill(block: Float64Array): void {
    for (let place = block.length - 1; place >= 0; place--) block[place] = this.uniform();
  }

  #begin(): () => number {
    const key = seedrandom(this.name);
    const state = { x: key.int32(), y: key.int32(), z: key.int32(), w: key.int32() | 1 };
    this.#ready = new Float64Array(AHEAD);
    return seedrandom.xor128('', { state }).int32;
  }

  #refill(): void {
    this.#next ??= this.#begin();
    const next = this.#next;
    for (let place = AHEAD - 1; place >= 0; place--) {
      this.#ready[place] = ((next() >>> 0) + 0.5) * 2.3283064365386963e-10;
    }
    this.#left = AHEAD;
  }
}

/**
 * The stream that belongs to (seed, replication, entity, purpose).
 *
 * Every random draw of a run comes from a stream named this way, so changing one compute's settings never
 * moves another's arrivals.
 */
export function randomStream(
  seed: string,
  replication: number,
  entity: string,
  purpose: string,
): RandomStream {
  return new RandomStream(JSON.stringify([seed, replication, entity, purpose]));
}

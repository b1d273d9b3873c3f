import seedrandom from 'seedrandom';

/** Variates generated at a time: a multiple of the number of state words. */
const AHEAD = 64;
/** Words of the state, stored after the variates. */
const WORDS = 4;

const NONE = new Float64Array(0);

/**
 * A reproducible stream of uniform variates on the open interval (0, 1).
 *
 * The generator is Marsaglia's xor128 (Xorshift RNGs, J. Stat. Softw. 8 (2003) 14, period 2^128 − 1). `seedrandom`'s
 * ARC4 derives its state from the stream's whole name, so streams with similar names are unrelated. One call returns
 * one 32-bit variate, centred in its cell, so it never returns 0 or 1. A distribution sampled by inversion consumes
 * exactly one call per variate, which keeps common random numbers in step.
 */
export class RandomStream {
  declare private readonly name: string;
  /** Variates generated ahead, and the state; allocated on first use, as most streams of a large run are unused. */
  private ready = NONE;
  private left = 0;

  /** @param name the stream's full name; see {@link randomStream} */
  constructor(name: string) {
    this.name = name;
  }

  /** The next variate, strictly between 0 and 1. */
  uniform(): number {
    if (this.left === 0) this.refill();
    this.left -= 1;
    return this.ready[this.left]!;
  }

  /** Fills a block with the next variates, starting at its last place: blocks are consumed from the end. */
  fill(block: Float64Array): void {
    for (let place = block.length - 1; place >= 0; place--) block[place] = this.uniform();
  }

  private begin(): Float64Array {
    const key = seedrandom(this.name);
    const ready = new Float64Array(AHEAD + WORDS);
    for (let word = 0; word < WORDS; word++) ready[AHEAD + word] = key.int32();
    // The state must not be all zeros.
    ready[AHEAD + WORDS - 1] = ready[AHEAD + WORDS - 1]! | 1;
    this.ready = ready;
    return ready;
  }

  private refill(): void {
    const ready = this.ready === NONE ? this.begin() : this.ready;
    let x = ready[AHEAD]! | 0;
    let y = ready[AHEAD + 1]! | 0;
    let z = ready[AHEAD + 2]! | 0;
    let w = ready[AHEAD + 3]! | 0;
    // Four at a time: each state word is replaced in place.
    for (let place = AHEAD - 1; place > 0; place -= WORDS) {
      x = nextWord(x, w);
      ready[place] = centred(x);
      y = nextWord(y, x);
      ready[place - 1] = centred(y);
      z = nextWord(z, y);
      ready[place - 2] = centred(z);
      w = nextWord(w, z);
      ready[place - 3] = centred(w);
    }
    ready[AHEAD] = x;
    ready[AHEAD + 1] = y;
    ready[AHEAD + 2] = z;
    ready[AHEAD + 3] = w;
    this.left = AHEAD;
  }
}

/** The next word, from the latest and the oldest of the four. */
function nextWord(oldest: number, latest: number): number {
  const mixed = oldest ^ (oldest << 11);
  return latest ^ (latest >>> 19) ^ mixed ^ (mixed >>> 8);
}

/** The centre of a word's cell in (0, 1). */
function centred(word: number): number {
  return ((word >>> 0) + 0.5) * 2.3283064365386963e-10;
}

/**
 * The stream for (seed, replication, entity, purpose).
 *
 * Every random draw of a run comes from a stream with such a name, so changing one compute's settings never changes
 * another's arrivals.
 */
export function randomStream(
  seed: string,
  replication: number,
  entity: string,
  purpose: string,
): RandomStream {
  return new RandomStream(JSON.stringify([seed, replication, entity, purpose]));
}

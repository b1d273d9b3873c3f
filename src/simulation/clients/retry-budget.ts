/** Over how many seconds first attempts count towards retries, and in how many slices they are forgotten. */
const WINDOW_SECONDS = 10;
const SLICES = 10;

/** Retries that are allowed within the window however few first attempts there were. */
const RESERVE = 1;

/**
 * A bucket of tokens that all clients of a load share: each first attempt puts `budget` tokens in, which are good
 * for the next ten seconds, each retry takes one out. A load that only fails may therefore repeat no more than
 * this share of its attempts, and a retry is always allowed after ten seconds without one.
 *
 * Source of the form (deposits, withdrawals, ten seconds in ten slices, a small reserve): RetryBudget of Twitter's
 * Finagle, whose default is 20 %.
 */
export class RetryBudget {
  readonly #budget: number;
  /** Deposits less withdrawals of each slice, and the number of the slice that each place holds. */
  readonly #sums = new Float64Array(SLICES);
  readonly #slices = new Float64Array(SLICES).fill(-1);

  /** @param budget retries for each first attempt */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** A first attempt is made. */
  deposit(now: number): void {
    this.#add(now, this.#budget);
  }

  /** Takes a token for a retry. @returns whether there was one */
  withdraw(now: number): boolean {
    // Rounding of many small deposits must not cost the retry that they add up to.
    if (this.#tokens(now) < 1 - 1e-9) return false;
    this.#add(now, -1);
    return true;
  }

  #tokens(now: number): number {
    const newest = sliceOf(now);
    let tokens = RESERVE;
    for (let place = 0; place < SLICES; place++) {
      if (this.#slices[place]! > newest - SLICES) tokens += this.#sums[place]!;
    }
    return tokens;
  }

  #add(now: number, tokens: number): void {
    const slice = sliceOf(now);
    const place = slice % SLICES;
    if (this.#slices[place] !== slice) {
      this.#slices[place] = slice;
      this.#sums[place] = 0;
    }
    this.#sums[place]! += tokens;
  }
}

function sliceOf(now: number): number {
  return Math.floor((now * SLICES) / WINDOW_SECONDS);
}

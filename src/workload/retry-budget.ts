/** How long first attempts allow retries, and the number of slices of that time. */
const WINDOW_SECONDS = 10;
const SLICES = 10;

/** Retries that are allowed within the window even without first attempts. */
const RESERVE_TOKENS = 1;

/**
 * A token bucket that all clients of a load share: each first attempt adds `budget` tokens, which are valid for ten
 * seconds, and each retry takes one token. If all queries of a load fail, it repeats at most this share of its
 * attempts. A retry is always allowed after ten seconds without one.
 *
 * Source of the form (deposits, withdrawals, ten seconds in ten slices, a small reserve): RetryBudget of Twitter's
 * Finagle, whose default is 20 %.
 */
export class RetryBudget {
  readonly #budget: number;
  /** Deposits minus withdrawals of each slice, and the number of the slice stored at each index. */
  readonly #sums = new Float64Array(SLICES);
  readonly #slices = new Float64Array(SLICES).fill(-1);

  /** @param budget retries for each first attempt */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Counts a first attempt. */
  deposit(now: number): void {
    this.#add(now, this.#budget);
  }

  /** Takes a token for a retry. @returns whether there was one */
  withdraw(now: number): boolean {
    // Rounding of many small deposits must not lose the retry that they add up to.
    if (this.#tokens(now) < 1 - 1e-9) return false;
    this.#add(now, -1);
    return true;
  }

  #tokens(now: number): number {
    const newest = sliceOf(now);
    let tokens = RESERVE_TOKENS;
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

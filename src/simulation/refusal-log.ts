/** Refusals of one compute and interval that are logged one by one; the others are counted. */
const LOGGED_PER_INTERVAL = 100;

/** Bounds the decision log of a compute that refuses thousands a second. */
export class RefusalLog {
  #refused = 0;

  /** Counts a refusal. @returns whether it is to be logged on its own */
  admit(): boolean {
    this.#refused += 1;
    return this.#refused <= LOGGED_PER_INTERVAL;
  }

  /** Ends the interval. @returns how many refusals were counted and not logged */
  close(): number {
    const more = Math.max(0, this.#refused - LOGGED_PER_INTERVAL);
    this.#refused = 0;
    return more;
  }
}

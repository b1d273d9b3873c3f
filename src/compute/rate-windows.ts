import type { RateWindow } from './proxy-limits.js';

/**
 * A rate limiter with fixed windows. A window begins with the first request after the previous one has expired. A
 * request is admitted if every window has room for it, and only then counts. The caller passes the time.
 *
 * Twice a window's number can pass within its length, at the end of one and the beginning of the next. Source: the
 * platform's published proxy, `proxy/src/rate_limiter/limiter.rs`.
 */
export class RateWindows {
  readonly #windows: readonly RateWindow[];
  readonly #began: Float64Array;
  readonly #count: Float64Array;

  constructor(windows: readonly RateWindow[]) {
    this.#windows = windows;
    this.#began = new Float64Array(windows.length).fill(Number.NEGATIVE_INFINITY);
    this.#count = new Float64Array(windows.length);
  }

  /** A request at `now`, in seconds. @returns whether it is admitted */
  take(now: number): boolean {
    let admitted = true;
    for (let index = 0; index < this.#windows.length; index++) {
      const { most, seconds } = this.#windows[index]!;
      if (now >= this.#began[index]! + seconds) {
        this.#began[index] = now;
        this.#count[index] = 0;
      }
      if (this.#count[index]! >= most) admitted = false;
    }
    if (!admitted) return false;
    for (let index = 0; index < this.#windows.length; index++) this.#count[index]! += 1;
    return true;
  }

  /** When a request is admitted again; at most `now` if it would be admitted now. */
  admitsFrom(): number {
    return this.#windows.reduce(
      (latest, { most, seconds }, index) =>
        this.#count[index]! >= most ? Math.max(latest, this.#began[index]! + seconds) : latest,
      Number.NEGATIVE_INFINITY,
    );
  }
}

import { ZERO } from '../kernel/zero.js';
/**
 * A level, set when it changes, and the integral of that level over time.
 *
 * Time may be in any unit and only moves forward; the integral is in level × that unit.
 *
 * ```ts
 * const size = new TimeWeighted(0, 0.25);
 * size.change(300, 2);
 * size.change(360, 0);
 * size.integral(600) / 600; // 0.325
 * ```
 */
export class TimeWeighted {
  #since: number;
  #level: number;
  #integral = ZERO;

  /** @param start start of the integral @param level the level from then on */
  constructor(start: number, level: number) {
    this.#since = start;
    this.#level = level;
  }

  get level(): number {
    return this.#level;
  }

  /** The level is `level` from `time` on; a time before the last change is an error. */
  change(time: number, level: number): void {
    this.#integral = this.integral(time);
    this.#since = time;
    this.#level = level;
  }

  /** The integral from the start to `time`, which is at or after the last change. */
  integral(time: number): number {
    if (!(time >= this.#since)) {
      throw new RangeError(`time-weighted: cannot go back to ${time}: the level changed at ${this.#since}`);
    }
    // Avoids the product of 0 and an infinite time, which would be NaN.
    return this.#level === 0 ? this.#integral : this.#integral + this.#level * (time - this.#since);
  }

  /** Restarts the integral at `time` with the current level, such as after a warm-up or a timeline row. */
  restart(time: number): void {
    this.change(time, this.#level);
    this.#integral = 0;
  }
}

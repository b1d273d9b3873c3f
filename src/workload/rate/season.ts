/** Rounding of the cosine must not push a value out of its bounds. */
const ROUNDING = 1e-12;

/**
 * One seasonal factor 1 + amplitude · cos(2π (t − peak) / period), never below 0, with exact bounds over a
 * stretch of time: the cosine is monotone between its extremes.
 */
export class Season {
  /** Bounds of the factor over the stretch given to {@link bound}. */
  low = 1;
  high = 1;
  readonly #amplitude: number;
  readonly #cyclesPerSecond: number;
  /** Cycles since a peak, at time 0. */
  readonly #phase: number;

  /** @param sincePeak seconds from some peak to time 0 */
  constructor(amplitude: number, period: number, sincePeak: number) {
    this.#amplitude = amplitude;
    this.#cyclesPerSecond = 1 / period;
    this.#phase = (((sincePeak % period) + period) % period) / period;
  }

  at(time: number): number {
    // Most rates have one wave: the other one costs a cosine per call.
    if (this.#amplitude === 0) return 1;
    return Math.max(0, this.#value(this.#cycles(time)));
  }

  /** The maximum slope of the factor, per second, relative to its value at `time`; Infinity if that is 0. */
  steepness(time: number): number {
    const steepest = Math.abs(this.#amplitude) * 2 * Math.PI * this.#cyclesPerSecond;
    return steepest === 0 ? 0 : steepest / this.at(time);
  }

  /** Sets `low` and `high` to bounds of the factor on [from, until]. */
  bound(from: number, until: number): void {
    if (this.#amplitude === 0) return;
    const first = this.#cycles(from);
    const last = this.#cycles(until);
    const atFirst = this.#value(first);
    const atLast = this.#value(last);
    let low = Math.min(atFirst, atLast);
    let high = Math.max(atFirst, atLast);
    if (Math.ceil(first) <= last) {
      low = Math.min(low, 1 + this.#amplitude);
      high = Math.max(high, 1 + this.#amplitude);
    }
    if (Math.ceil(first - 0.5) <= last - 0.5) {
      low = Math.min(low, 1 - this.#amplitude);
      high = Math.max(high, 1 - this.#amplitude);
    }
    this.low = Math.max(0, low - ROUNDING);
    this.high = Math.max(0, high + ROUNDING);
  }

  #cycles(time: number): number {
    return time * this.#cyclesPerSecond + this.#phase;
  }

  #value(cycles: number): number {
    return 1 + this.#amplitude * Math.cos(2 * Math.PI * cycles);
  }
}

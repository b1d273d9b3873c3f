import type { AdapterClock } from '../../adapter/wall-clock.js';

/** The clocks of the machine, or those of a test. */
export type RealTime = Pick<AdapterClock, 'epochMs' | 'monotonicMs'>;

/** The latest emulated time: timestamps of the API have four digits for the year. */
export const LATEST_MS = Date.parse('9999-12-31T23:59:59Z');

/**
 * The emulator's time: paused, at wall-clock speed, or faster, and advanced on request. It goes back only when the
 * whole state is reset.
 */
export class EmulatedClock {
  readonly #real: RealTime;
  #base_ms: number;
  #base_real_ms: number;
  #speed: number;
  /** Time skipped so far, in ms: the caller waited this long in emulated time, not in real time. */
  skipped_ms = 0;

  /**
   * @param now_ms its initial time, in ms since the epoch
   * @param speed emulated seconds per second: 1 is wall clock, 60 a minute per second, 0 is paused
   */
  constructor(real: RealTime, now_ms: number, speed: number) {
    this.#real = real;
    this.#base_ms = now_ms;
    this.#base_real_ms = real.monotonicMs();
    this.#speed = speed;
  }

  /** Emulated time, in whole ms since the epoch. */
  get now_ms(): number {
    if (this.#speed === 0) return this.#base_ms;
    return Math.floor(this.#base_ms + (this.#real.monotonicMs() - this.#base_real_ms) * this.#speed);
  }

  /** Emulated seconds per second. */
  get speed(): number {
    return this.#speed;
  }

  /** Skips a span of 0 ms or more. @throws RangeError for any other value, or one beyond {@link LATEST_MS} */
  advance(span_ms: number): void {
    if (typeof span_ms !== 'number' || !(span_ms >= 0 && this.now_ms + span_ms <= LATEST_MS)) {
      const got = typeof span_ms === 'number' ? span_ms : JSON.stringify(span_ms);
      throw new RangeError(`advance: expected a span of 0 ms or more that ends by the year 9999, got ${got}`);
    }
    this.skipped_ms += span_ms;
    this.setTime(this.now_ms + span_ms);
  }

  /** Sets the time, in ms since the epoch; the only way to go back. */
  setTime(now_ms: number): void {
    this.#base_ms = now_ms;
    this.#base_real_ms = this.#real.monotonicMs();
  }

  /** Changes the speed from now on. */
  setSpeed(speed: number): void {
    this.advance(0);
    this.#speed = speed;
  }
}

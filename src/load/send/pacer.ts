import TinyQueue from 'tinyqueue';
import { LONGEST_PAUSE_MS, WALL_CLOCK } from '../../adapter/wall-clock.js';

/** Timers of the machine may be late by this much: what is due sooner is waited for turn by turn. */
const TIMER_SLACK_MS = 1.5;
interface Due {
  readonly at_seconds: number;
  readonly order: number;
  readonly act: () => void;
}

/**
 * Calls functions at moments of a load's own time, which begins at 0: a few hundredths of a millisecond late at most
 * while the machine has a core to spare. Timers alone come a millisecond late, which is a tenth of a short query.
 */
export class Pacer {
  readonly #due = new TinyQueue<Due>([], (a, b) => a.at_seconds - b.at_seconds || a.order - b.order);
  readonly #began_ms = WALL_CLOCK.monotonicMs();
  #order = 0;
  #timer: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;

  /** Seconds since it was made. */
  get now_seconds(): number {
    return (WALL_CLOCK.monotonicMs() - this.#began_ms) / 1000;
  }

  /** Calls a function at a moment, at once when that is over; equal moments in the order given. */
  at(at_seconds: number, act: () => void): void {
    if (at_seconds === Number.POSITIVE_INFINITY) return;
    const before = this.#due.peek();
    this.#due.push({ at_seconds, order: this.#order++, act });
    if (before === undefined || at_seconds < before.at_seconds) this.#plan();
  }

  /** Resolves at a moment; never after {@link stop}. */
  until(at_seconds: number): Promise<void> {
    return new Promise((resolve) => this.at(at_seconds, resolve));
  }

  /** Forgets everything that is due. */
  stop(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#turn);
    this.#due.data = [];
    this.#due.length = 0;
  }

  #plan(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#turn);
    const next = this.#due.peek();
    if (next === undefined) return;
    const left_ms = (next.at_seconds - this.now_seconds) * 1000 - TIMER_SLACK_MS;
    if (left_ms > 0) this.#timer = setTimeout(() => this.#plan(), Math.min(left_ms, LONGEST_PAUSE_MS));
    else this.#turn = setImmediate(() => this.#run());
  }

  #run(): void {
    for (let next = this.#due.peek(); next !== undefined && next.at_seconds <= this.now_seconds; ) {
      this.#due.pop();
      next.act();
      next = this.#due.peek();
    }
    this.#plan();
  }
}

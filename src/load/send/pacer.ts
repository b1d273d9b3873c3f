import TinyQueue from 'tinyqueue';
import { MAX_PAUSE_MS, WALL_CLOCK } from '../../adapter/wall-clock.js';

/** Maximum delay of the machine's timers. A shorter wait polls in each turn of the event loop. */
const TIMER_SLACK_MS = 1.5;
interface Due {
  readonly at_seconds: number;
  readonly order: number;
  readonly act: () => void;
}

/**
 * Calls functions at times since its creation, at most some hundredths of a millisecond late if a core is free. Timers
 * alone are a millisecond late, which is a tenth of a short query.
 */
export class Pacer {
  readonly #due = new TinyQueue<Due>([], (a, b) => a.at_seconds - b.at_seconds || a.order - b.order);
  readonly #began_ms = WALL_CLOCK.monotonicMs();
  #order = 0;
  #timer: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;

  /** Seconds since its creation. */
  get now_seconds(): number {
    return (WALL_CLOCK.monotonicMs() - this.#began_ms) / 1000;
  }

  /** Calls a function at a time, or as soon as possible if it has passed; at equal times in the order of the calls. */
  at(at_seconds: number, act: () => void): void {
    if (at_seconds === Number.POSITIVE_INFINITY) return;
    const before = this.#due.peek();
    this.#due.push({ at_seconds, order: this.#order++, act });
    if (before === undefined || at_seconds < before.at_seconds) this.#plan();
  }

  /** Resolves at a time; never after {@link stop}. */
  until(at_seconds: number): Promise<void> {
    return new Promise((resolve) => this.at(at_seconds, resolve));
  }

  /** Drops all pending calls. */
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
    if (left_ms > 0) this.#timer = setTimeout(() => this.#plan(), Math.min(left_ms, MAX_PAUSE_MS));
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

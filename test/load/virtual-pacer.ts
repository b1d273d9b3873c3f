import { setImmediate as turn } from 'node:timers/promises';
import type { Pacer } from '../../src/load/send/pacer.js';

/** A virtual clock that advances when no other work is pending. */
export class VirtualPacer implements Pick<Pacer, 'now_seconds' | 'at' | 'until'> {
  now_seconds = 0;
  #due: { readonly at_seconds: number; readonly act: () => void }[] = [];

  at(at_seconds: number, act: () => void): void {
    if (at_seconds === Number.POSITIVE_INFINITY) return;
    // Behind those of the same moment.
    const place = this.#due.findIndex((each) => each.at_seconds > at_seconds);
    this.#due.splice(place < 0 ? this.#due.length : place, 0, { at_seconds, act });
  }

  until(at_seconds: number): Promise<void> {
    return new Promise((resolve) => this.at(at_seconds, resolve));
  }

  /** Advances the clock to a time. */
  async run(until_seconds: number): Promise<void> {
    await turn();
    for (
      let next = this.#due[0];
      next !== undefined && next.at_seconds < until_seconds;
      next = this.#due[0]
    ) {
      this.#due.shift();
      this.now_seconds = Math.max(this.now_seconds, next.at_seconds);
      next.act();
      await turn();
    }
    this.now_seconds = until_seconds;
  }
}

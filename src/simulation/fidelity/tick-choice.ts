import type { RandomStream } from '../../kernel/random-stream.js';
import { MAX_BLOCK_SECONDS, TICK_SECONDS } from './tick-plan.js';

/** How a tick is simulated: with windows that represent one or several ticks, or left out to its end or nearly so. */
export type TickPart = 'window' | 'settle' | 'leave';

/** Keeps a tick that ends with a row of the timeline in that row despite rounding. */
const SLACK = 1e-9;
/** Time without unusual events that is required, in seconds. */
const STEADY_SECONDS = 120;
/** A size change by more than this factor is unusual; a step of the autoscaler is not. */
const UNUSUAL_CHANGE = 2;
const STEP_CU = 0.25;

/**
 * Chooses the ticks that have windows if not every tick needs them: one of each block. Blocks are the ticks that end in
 * the same part of a minute, or of a shorter timeline row, so that all rows have the same number of chosen ticks. The
 * position in the blocks is drawn when they begin. Even if they end unexpectedly, every tick was equally likely.
 */
export class TickChoice {
  /** Number of ticks that a tick chosen now represents. */
  ticks = 1;
  readonly #phase: RandomStream;
  /** Seconds of the timeline whose ticks form a block; `undefined` if rows are too short to choose. */
  readonly #width: number | undefined;
  /** Position of the next tick in the current block; NaN between blocks. */
  #place = Number.NaN;
  /** Position of the chosen tick in the blocks, as a fraction of them. */
  #chosen = 0;
  #steadySince = 0;
  #cu = 0;

  /** @param phase draws the position of the chosen ticks */
  constructor(timeline_interval_seconds: number, phase: RandomStream) {
    this.#phase = phase;
    const width = timeline_interval_seconds / Math.ceil(timeline_interval_seconds / MAX_BLOCK_SECONDS);
    this.#width = Math.round(width / TICK_SECONDS) > 1 ? width : undefined;
  }

  /**
   * The block of a tick that begins now, or its remainder: its number of ticks, and the end of the last one.
   * @param most approximate maximum number of ticks
   */
  #blockFrom(now: number, most: number): { readonly ticks: number; readonly until: number } {
    const longest = this.#width!;
    const width = longest / Math.max(1, Math.round(longest / (most * TICK_SECONDS)));
    const first = now + TICK_SECONDS;
    const end = Math.ceil(first / width - SLACK) * width;
    const ticks = Math.floor((end - first) / TICK_SECONDS + SLACK) + 1;
    return { ticks, until: now + ticks * TICK_SECONDS };
  }

  /** Something unusual bars windows at a moment, such as a start or an overload. */
  interrupt(now: number): void {
    this.#steadySince = now;
    this.#place = Number.NaN;
  }

  /**
   * How the next tick is simulated; `undefined` if it is simulated completely and represents only itself.
   * @param cu `undefined` if an unusual event, such as a start or an overload, rules out windows
   * @param most about one in this many ticks may have windows; `undefined` if the queue's law does not apply to it
   * @param foresees whether an event is known to end a block that begins now before the given time
   */
  next(
    now: number,
    cu: number | undefined,
    most: number | undefined,
    foresees: (until: number) => boolean,
  ): TickPart | undefined {
    if (this.#width === undefined) return undefined;
    if (cu === undefined || this.#unusual(cu)) this.#steadySince = now;
    if (most === undefined || now - this.#steadySince < STEADY_SECONDS) {
      this.#place = Number.NaN;
      return undefined;
    }
    const within = !Number.isNaN(this.#place) && this.#place < this.ticks;
    if (within) return this.#part(now, most);
    const { ticks, until } = this.#blockFrom(now, most);
    if (foresees(until)) {
      this.#place = Number.NaN;
      return undefined;
    }
    if (Number.isNaN(this.#place)) this.#chosen = this.#phase.uniform();
    this.#place = 0;
    this.ticks = ticks;
    return this.#part(now, most);
  }

  #part(now: number, most: number): TickPart {
    const place = this.#place;
    const chosen = this.#chosenOf(this.ticks);
    this.#place += 1;
    if (place === chosen) return 'window';
    const next = place + 1;
    const settles =
      next === this.ticks
        ? this.#chosenOf(this.#blockFrom(now + TICK_SECONDS, most).ticks) === 0
        : next === chosen;
    return settles ? 'settle' : 'leave';
  }

  #chosenOf(ticks: number): number {
    return Math.floor(this.#chosen * ticks);
  }

  #unusual(cu: number): boolean {
    const [low, high] = [Math.min(cu, this.#cu), Math.max(cu, this.#cu)];
    const unusual = high > UNUSUAL_CHANGE * low && high - low > STEP_CU;
    if (unusual) this.#cu = cu;
    return unusual;
  }
}

import type { RandomStream } from '../../kernel/random-stream.js';
import { LONGEST_BLOCK_SECONDS, TICK_SECONDS } from './tick-plan.js';

/** What becomes of a tick: its windows stand for it, or for several; or it is left out, to its end or almost. */
export type TickPart = 'window' | 'settle' | 'leave';

/** Keeps a tick that ends with a row of the timeline in that row, whatever its last digit. */
const SLACK = 1e-9;
/** For how long nothing unusual must have happened. */
const STEADY_SECONDS = 120;
/** A size that changes by more than this factor is unusual, and by a step of the autoscaler is not. */
const UNUSUAL_CHANGE = 2;
const STEP_CU = 0.25;

/**
 * Chooses the ticks that have windows where not each one needs them: one of each block, which are those that end in the
 * same part of a minute, or of a shorter row of the timeline, so that rows have as many chosen ones each. The place in the blocks is
 * drawn when they begin. Whatever ends them unforeseen, each tick was as likely to be chosen as another.
 */
export class TickChoice {
  /** How many ticks one that is chosen now stands for. */
  ticks = 1;
  readonly #phase: RandomStream;
  /** Seconds of the timeline whose ticks are a block; `undefined` where rows are too short to choose. */
  readonly #width: number | undefined;
  /** In the present block, the place of the next tick; NaN between blocks. */
  #place = Number.NaN;
  /** Where in the blocks the chosen one is, as a share of them. */
  #chosen = 0;
  #steadySince = 0;
  #cu = 0;

  /** @param phase draws the place of the ticks that are chosen */
  constructor(timeline_interval_seconds: number, phase: RandomStream) {
    this.#phase = phase;
    const width = timeline_interval_seconds / Math.ceil(timeline_interval_seconds / LONGEST_BLOCK_SECONDS);
    this.#width = Math.round(width / TICK_SECONDS) > 1 ? width : undefined;
  }

  /**
   * The block of a tick that begins now, or what is left of it: its ticks, and when the last of them ends.
   * @param most about how many ticks it may have
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
   * What becomes of the next tick; `undefined` where it is simulated and stands for itself alone.
   * @param cu `undefined` where something unusual bars windows, such as a start or an overload
   * @param most of about how many ticks one may have windows; `undefined` where the queue's law may not stand for this one
   * @param foresees whether something is known to end before a moment a block that begins now
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

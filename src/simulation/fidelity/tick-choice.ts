import type { RandomStream } from '../../kernel/random-stream.js';
import { TICK_SECONDS } from './tick-plan.js';

/** What becomes of a tick: its windows stand for it, or for several; or it is left out, to its end or almost. */
export type TickPart = 'window' | 'settle' | 'leave';

/** Of so many ticks at most one has windows: a minute's. */
const MOST_TICKS = 12;
/** For how long nothing unusual must have happened. */
const STEADY_SECONDS = 120;
/** A size that changes by more than this factor is unusual, and by a step of the autoscaler is not. */
const UNUSUAL_CHANGE = 2;
const STEP_CU = 0.25;

/**
 * Chooses the ticks that have windows where not each one needs them: one of each block of so many, at a place drawn when the
 * blocks begin. Whatever ends them unforeseen, each tick was as likely to be chosen as another. The rows of the timeline
 * have as many chosen ones each.
 */
export class TickChoice {
  /** How many ticks a chosen one stands for. */
  readonly every: number;
  readonly #phase: RandomStream;
  /** In the present block: the place of the next tick, and that of the chosen one; NaN between blocks. */
  #place = Number.NaN;
  #chosen = 0;
  #steadySince = 0;
  #cu = 0;

  /** @param phase draws the place of the first tick that is chosen */
  constructor(timeline_interval_seconds: number, phase: RandomStream) {
    this.every = ticksPerWindow(timeline_interval_seconds / TICK_SECONDS);
    this.#phase = phase;
  }

  /** How long a block takes, in seconds. */
  get block_seconds(): number {
    return this.every * TICK_SECONDS;
  }

  /**
   * What becomes of the next tick; `undefined` where it is simulated and stands for itself alone.
   * @param cu `undefined` where something unusual bars windows, such as a start or an overload
   * @param drawable whether the queue's law may stand for the tick
   * @param foreseen whether something is known to end a block that begins now
   */
  next(now: number, cu: number | undefined, drawable: boolean, foreseen: boolean): TickPart | undefined {
    if (this.every === 1) return undefined;
    if (cu === undefined || this.#unusual(cu)) this.#steadySince = now;
    if (!drawable || now - this.#steadySince < STEADY_SECONDS) {
      this.#place = Number.NaN;
      return undefined;
    }
    if (this.#place % this.every !== 0 && !Number.isNaN(this.#place)) return this.#part();
    if (foreseen) {
      this.#place = Number.NaN;
      return undefined;
    }
    if (Number.isNaN(this.#place)) this.#chosen = Math.floor(this.#phase.uniform() * this.every);
    this.#place = 0;
    return this.#part();
  }

  #part(): TickPart {
    const place = this.#place;
    this.#place += 1;
    if (place === this.#chosen) return 'window';
    return (place + 1) % this.every === this.#chosen ? 'settle' : 'leave';
  }

  #unusual(cu: number): boolean {
    const [low, high] = [Math.min(cu, this.#cu), Math.max(cu, this.#cu)];
    const unusual = high > UNUSUAL_CHANGE * low && high - low > STEP_CU;
    if (unusual) this.#cu = cu;
    return unusual;
  }
}

/** The most ticks, a minute's at most, that divide those of a row of the timeline evenly; 1 where none do. */
function ticksPerWindow(of_row: number): number {
  if (!Number.isInteger(of_row)) return 1;
  for (let ticks = MOST_TICKS; ticks > 1; ticks--) if (of_row % ticks === 0) return ticks;
  return 1;
}

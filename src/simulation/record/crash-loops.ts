import { CRASH_LOOP_SECONDS } from '../../compute/crash-loop.js';

/** Restarts because memory ran out in such quick succession that no work can be done in between. */
export interface CrashLoopObservations {
  readonly count: number;
  /** Restarts that belong to a crash loop. */
  readonly restarts: number;
  /** From the first kill of the first loop to the last kill of the last one; `undefined` if there was none. */
  readonly span: { readonly from_seconds: number; readonly until_seconds: number } | undefined;
}

/** Minimum number of consecutive kills in a loop. */
const MIN_KILLS = 3;

/**
 * Crash loops of one compute: three or more kills because memory ran out, each after the first preceded by at most ten
 * seconds of running.
 */
export class CrashLoops {
  #inRow = 0;
  #rowBegan = 0;
  #count = 0;
  #restarts = 0;
  #from = Number.NaN;
  #until = Number.NaN;

  /** The compute is killed. @param since when it started to run */
  killed(now: number, since: number): void {
    const again = this.#inRow > 0 && now - since <= CRASH_LOOP_SECONDS;
    if (!again) this.#rowBegan = now;
    this.#inRow = again ? this.#inRow + 1 : 1;
    if (this.#inRow === MIN_KILLS) {
      this.#count += 1;
      this.#restarts += MIN_KILLS;
      if (Number.isNaN(this.#from)) this.#from = this.#rowBegan;
    } else if (this.#inRow > MIN_KILLS) this.#restarts += 1;
    if (this.#inRow >= MIN_KILLS) this.#until = now;
  }

  /** The compute stops for another reason. */
  interrupted(): void {
    this.#inRow = 0;
  }

  observations(): CrashLoopObservations {
    const count = this.#count;
    return {
      count,
      restarts: this.#restarts,
      span: count === 0 ? undefined : { from_seconds: this.#from, until_seconds: this.#until },
    };
  }
}

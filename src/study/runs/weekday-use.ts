import { DAY_SECONDS } from '../../kernel/units.js';
import type { Observer, TimelineRow } from '../../simulation/run/observation.js';

export const WEEKDAYS = 7;
/** The first of January 1970 was a Thursday; Monday is 0. */
const FIRST_WEEKDAY = 3;

/** Use by weekday (UTC), over all computes; seven of each, from Monday on. */
export interface WeekdayUse {
  /** Seconds of the run that fell on each weekday. */
  readonly seconds: readonly number[];
  readonly cu_seconds: readonly number[];
  readonly active_seconds: readonly number[];
  readonly queries: readonly number[];
}

/** The weekday of a time, 0 for Monday. */
export function weekdayOf(epoch_seconds: number): number {
  return (Math.floor(epoch_seconds / DAY_SECONDS) + FIRST_WEEKDAY) % WEEKDAYS;
}

/** Adds up a run's use by weekday. Rows of the timeline must not be longer than a day, nor reach across midnight. */
export class WeekdayMeter implements Observer {
  readonly #start_epoch_seconds: number;
  readonly #use = {
    seconds: nothing(),
    cu_seconds: nothing(),
    active_seconds: nothing(),
    queries: nothing(),
  };
  /** The only compute whose rows count elapsed time, since all computes have the same intervals. */
  #clock: string | undefined;

  constructor(start_epoch_seconds: number) {
    this.#start_epoch_seconds = start_epoch_seconds;
  }

  timeline(row: TimelineRow): void {
    const { compute, start_seconds, end_seconds, cu_seconds, active_seconds, completed } = row;
    this.#clock ??= compute;
    const weekday = weekdayOf(this.#start_epoch_seconds + start_seconds);
    const use = this.#use;
    if (compute === this.#clock) use.seconds[weekday]! += end_seconds - start_seconds;
    use.cu_seconds[weekday]! += cu_seconds;
    use.active_seconds[weekday]! += active_seconds;
    use.queries[weekday]! += completed;
  }

  decision(): void {
    // Only sizes count.
  }

  /** The totals so far. */
  get use(): WeekdayUse {
    return this.#use;
  }
}

function nothing(): number[] {
  return new Array<number>(WEEKDAYS).fill(0);
}

import { countBelow } from '../statistics/count-below.js';

/** Idle periods shorter than this are pauses between two queries, and not counted: no timeout is shorter. */
export const MIN_IDLE_SECONDS = 60;

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/**
 * Suspend timeouts that idle periods are divided by, ascending: from the shortest to the longest that the platform takes,
 * each a round number and at most a third longer than the one before, up to a day.
 */
export const TIMEOUTS_SECONDS: readonly number[] = [
  ...[60, 75, 90, 105],
  ...[2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50].map(
    (n) => n * MINUTE,
  ),
  ...[1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 12, 15, 18].map((n) => n * HOUR),
  ...[1, 1.5, 2, 3, 4, 5, 6, 7].map((n) => n * DAY),
];

/** Those and what is longer than all of them. */
const BINS = TIMEOUTS_SECONDS.length + 1;

/**
 * How long a compute's idle periods of a minute or more were, whatever suspended or resumed it in between: number and sum
 * of the lengths between one timeout of {@link TIMEOUTS_SECONDS} and the next. The time that any of these would have
 * kept active, and how often it would have suspended before a query came, follows exactly; between two of them it is
 * not known. Takes a kilobyte, however long the run.
 */
export interface IdleLengths {
  /** Periods longer than the timeout before, and no longer than this one; the last bin has what is longer than all. */
  readonly counts: Float64Array;
  /** Seconds of these periods together. */
  readonly seconds: Float64Array;
  /** Lengths so far of periods that the end of a run cut off; no wake ended them. */
  readonly cut_off: readonly number[];
  readonly cut_off_active_seconds: number;
}

const UPPER_ENDS = Float64Array.from(TIMEOUTS_SECONDS);

function emptyBins(): Pick<IdleLengths, 'counts' | 'seconds'> {
  return { counts: new Float64Array(BINS), seconds: new Float64Array(BINS) };
}

export class IdleLengthMeter {
  #bins: ReturnType<typeof emptyBins> | undefined;

  /** An idle period has ended. */
  add(length_seconds: number): void {
    this.#bins ??= emptyBins();
    // The first timeout that is at least as long; the last bin if none is.
    const bin = countBelow(UPPER_ENDS, length_seconds);
    this.#bins.counts[bin]! += 1;
    this.#bins.seconds[bin]! += length_seconds;
  }

  /** @param cut_off the period under way, if there is one, and how long the compute was active in it */
  lengths(cut_off?: { readonly seconds: number; readonly active_seconds: number }): IdleLengths | undefined {
    if (this.#bins === undefined && cut_off === undefined) return undefined;
    return {
      ...(this.#bins ?? emptyBins()),
      cut_off: cut_off === undefined ? [] : [cut_off.seconds],
      cut_off_active_seconds: cut_off?.active_seconds ?? 0,
    };
  }
}

/** The lengths of several runs, or computes, together, taken in one after the other. */
export class IdleLengthsTotal {
  readonly #bins = emptyBins();
  readonly #cut_off: number[] = [];
  #cut_off_active_seconds = 0;

  add(one: IdleLengths): void {
    for (let bin = 0; bin < BINS; bin++) {
      this.#bins.counts[bin]! += one.counts[bin]!;
      this.#bins.seconds[bin]! += one.seconds[bin]!;
    }
    for (const length of one.cut_off) this.#cut_off.push(length);
    this.#cut_off_active_seconds += one.cut_off_active_seconds;
  }

  lengths(): IdleLengths {
    return {
      ...this.#bins,
      cut_off: this.#cut_off,
      cut_off_active_seconds: this.#cut_off_active_seconds,
    };
  }
}

/** The same of lengths that are all there. */
export function joinedLengths(all: readonly IdleLengths[]): IdleLengths {
  const total = new IdleLengthsTotal();
  for (const one of all) total.add(one);
  return total.lengths();
}

export interface IdleUnderTimeout {
  /** For how long they would have kept the compute active: the sum of min(length, timeout). */
  readonly active_seconds: number;
  /** How many of them would have ended with a wake: those longer than the timeout that a query ended. */
  readonly wakes: number;
}

/** The same idle periods under each timeout of {@link TIMEOUTS_SECONDS}. */
export function underEachTimeout({ counts, seconds, cut_off }: IdleLengths): readonly IdleUnderTimeout[] {
  let shorter_seconds = 0;
  let longer = counts.reduce((sum, each) => sum + each, 0);
  return TIMEOUTS_SECONDS.map((timeout, bin) => {
    shorter_seconds += seconds[bin]!;
    longer -= counts[bin]!;
    const unended = cut_off.reduce((sum, length) => sum + Math.min(length, timeout), 0);
    return { active_seconds: shorter_seconds + longer * timeout + unended, wakes: longer };
  });
}

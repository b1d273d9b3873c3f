import { countBelow } from '../statistics/count-below.js';

/** Shorter idle periods are pauses between queries and are not counted: no timeout is shorter. */
export const MIN_IDLE_SECONDS = 60;

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/**
 * Suspend timeouts that separate the bins of idle periods, ascending from the shortest to the longest that the platform
 * accepts. Each is a round number, and up to a day at most a third longer than the previous one.
 */
export const TIMEOUTS_SECONDS: readonly number[] = [
  ...[60, 75, 90, 105],
  ...[2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50].map(
    (n) => n * MINUTE,
  ),
  ...[1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 12, 15, 18].map((n) => n * HOUR),
  ...[1, 1.5, 2, 3, 4, 5, 6, 7].map((n) => n * DAY),
];

/** One bin per timeout, and one for longer periods. */
const BINS = TIMEOUTS_SECONDS.length + 1;

/**
 * The lengths of a compute's idle periods of a minute or more, including any suspends and resumes within them. They are
 * counted and summed between successive timeouts of {@link TIMEOUTS_SECONDS}. For each of these timeouts the active
 * time and the number of wakes follow exactly; between them they are unknown. Takes a kilobyte for any length of run.
 */
export interface IdleLengths {
  /** Periods longer than the previous timeout and at most this one; the last bin counts longer periods. */
  readonly counts: Float64Array;
  /** Total seconds of these periods. */
  readonly seconds: Float64Array;
  /** Lengths so far of periods in progress at the end of a run; no wake ended them. */
  readonly cut_off: readonly number[];
  readonly cut_off_active_seconds: number;
}

const UPPER_ENDS = Float64Array.from(TIMEOUTS_SECONDS);

function emptyBins(): Pick<IdleLengths, 'counts' | 'seconds'> {
  return { counts: new Float64Array(BINS), seconds: new Float64Array(BINS) };
}

export class IdleLengthMeter {
  #bins: ReturnType<typeof emptyBins> | undefined;

  /** Counts an idle period that has ended. */
  add(length_seconds: number): void {
    this.#bins ??= emptyBins();
    // The first timeout that is at least as long, or the last bin.
    const bin = countBelow(UPPER_ENDS, length_seconds);
    this.#bins.counts[bin]! += 1;
    this.#bins.seconds[bin]! += length_seconds;
  }

  /** @param cut_off the period in progress, if any, and its active time */
  lengths(cut_off?: { readonly seconds: number; readonly active_seconds: number }): IdleLengths | undefined {
    if (this.#bins === undefined && cut_off === undefined) return undefined;
    return {
      ...(this.#bins ?? emptyBins()),
      cut_off: cut_off === undefined ? [] : [cut_off.seconds],
      cut_off_active_seconds: cut_off?.active_seconds ?? 0,
    };
  }
}

/** Total of the lengths of several runs or computes, added one at a time. */
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

/** Total of lengths that are all available. */
export function totalIdleLengths(all: readonly IdleLengths[]): IdleLengths {
  const total = new IdleLengthsTotal();
  for (const one of all) total.add(one);
  return total.lengths();
}

export interface IdleUnderTimeout {
  /** Active seconds with this timeout: the sum of min(length, timeout). */
  readonly active_seconds: number;
  /** Number of wakes: periods longer than the timeout that a query ended. */
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

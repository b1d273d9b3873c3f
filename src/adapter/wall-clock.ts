import { setTimeout as pause } from 'node:timers/promises';

/** The clocks of a machine and its sleep: this one's by default, or one that a test brings. */
export interface AdapterClock {
  /** Time of day, in ms since the epoch. */
  readonly epochMs: () => number;
  /** Time since an arbitrary moment that no change of the time of day moves, in ms. */
  readonly monotonicMs: () => number;
  /** Resolves after a span. @throws the signal's reason as soon as it is aborted */
  readonly sleep: (span_ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The longest delay of one timer; a longer sleep is cut into several. */
export const LONGEST_PAUSE_MS = 86_400_000;

/** The clocks and the sleep of this machine. */
export const WALL_CLOCK: AdapterClock = {
  epochMs: Date.now,
  monotonicMs: () => performance.now(),
  async sleep(span_ms, signal) {
    const until_ms = performance.now() + span_ms;
    for (let left_ms = span_ms; left_ms > 0; left_ms = until_ms - performance.now()) {
      await pause(Math.min(left_ms, LONGEST_PAUSE_MS), undefined, signal === undefined ? {} : { signal });
    }
    signal?.throwIfAborted();
  },
};

/** `Date` as it is at each moment: where a suite has faked it, the suite's. */
export const DATE_CLOCK: Pick<AdapterClock, 'epochMs' | 'monotonicMs'> = {
  epochMs: () => Date.now(),
  monotonicMs: () => Date.now(),
};

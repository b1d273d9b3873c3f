import { setTimeout as pause } from 'node:timers/promises';

/** Clocks and sleep: those of this machine, or a test's. */
export interface AdapterClock {
  /** Time of day, in ms since the epoch. */
  readonly epochMs: () => number;
  /** Time since an arbitrary moment, unaffected by changes of the time of day, in ms. */
  readonly monotonicMs: () => number;
  /** Resolves after a span. @throws the signal's reason when it is aborted */
  readonly sleep: (span_ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Maximum delay of one timer; a longer sleep uses several. */
export const MAX_PAUSE_MS = 86_400_000;

/** The clocks and the sleep of this machine. */
export const WALL_CLOCK: AdapterClock = {
  epochMs: Date.now,
  monotonicMs: () => performance.now(),
  async sleep(span_ms, signal) {
    const until_ms = performance.now() + span_ms;
    for (let left_ms = span_ms; left_ms > 0; left_ms = until_ms - performance.now()) {
      await pause(Math.min(left_ms, MAX_PAUSE_MS), undefined, signal === undefined ? {} : { signal });
    }
    signal?.throwIfAborted();
  },
};

/** Reads `Date` at each call, so that a test suite's fake `Date` applies. */
export const DATE_CLOCK: Pick<AdapterClock, 'epochMs' | 'monotonicMs'> = {
  epochMs: () => Date.now(),
  monotonicMs: () => Date.now(),
};

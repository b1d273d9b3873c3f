import { setTimeout as pause } from 'node:timers/promises';
import type { AdapterClock } from '../adapter/adapter-clock.js';

/** Timers of the machine hold no more. */
const LONGEST_PAUSE_MS = 86_400_000;

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

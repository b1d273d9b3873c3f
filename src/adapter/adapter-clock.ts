/**
 * The clocks of the machine and its sleep, handed in: only the command line looks at a clock, and a test brings
 * one of its own.
 */
export interface AdapterClock {
  /** Time of day, in ms since the epoch. */
  readonly epochMs: () => number;
  /** Time since an arbitrary moment that no change of the time of day moves, in ms. */
  readonly monotonicMs: () => number;
  /** Resolves after a span. @throws the signal's reason as soon as it is aborted */
  readonly sleep: (span_ms: number, signal?: AbortSignal) => Promise<void>;
}

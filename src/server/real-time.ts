/**
 * The clocks of the machine, handed in by whoever starts an emulator: only the command line looks at a clock,
 * and a test brings one of its own.
 */
export interface RealTime {
  /** Time of day, in ms since the epoch. */
  readonly epochMs: () => number;
  /** Time since an arbitrary moment that no change of the time of day moves, in ms. */
  readonly monotonicMs: () => number;
}

/** By how much the growth after a point may exceed the growth before it without ending the plateau. */
export const MAX_GROWTH_FACTOR = 3;

/** For how many further minutes the steepest growth is taken to go on. */
export const PROJECTION_MINUTES = 0.5;

/** How the estimator reads a series. */
export interface WorkingSetWindow {
  /** {@link MAX_GROWTH_FACTOR} in the agent. */
  readonly max_growth_factor: number;
  /** Index of the first point that may be the answer; at least `window_size` − 1. */
  readonly initial_offset: number;
  /** Points that a slope spans, both ends included; at least 2. */
  readonly window_size: number;
}

/**
 * The working set that a series of ever longer look-backs settles at: the first value after which it grows more
 * than `max_growth_factor` times as much as before it, over equal windows; the last value where it never does.
 * A fall counts as no growth, since the values of a real series are not taken at one instant.
 *
 * Source: `EstimateTrueWorkingSetSize` of the agent's `pkg/agent/core/wss.go`.
 *
 * @param series working set by look-back, in steps of a minute from one minute on
 * @throws RangeError where the window does not fit its own offset, or the series is empty
 */
export function estimateWorkingSet(series: ArrayLike<number>, window: WorkingSetWindow): number {
  const reach = window.window_size - 1;
  if (reach < 1) throw new RangeError(`window_size must be 2 or more; it is ${window.window_size}`);
  if (window.initial_offset < reach) {
    throw new RangeError(
      `initial_offset must be at least window_size - 1 = ${reach}; it is ${window.initial_offset}`,
    );
  }
  if (series.length === 0) throw new RangeError('a working-set series needs at least one value');
  for (let at = window.initial_offset; at < series.length - reach; at++) {
    const before = Math.max(0, series[at]! - series[at - reach]!);
    const after = Math.max(0, series[at + reach]! - series[at]!);
    if (after > before * window.max_growth_factor) return series[at]!;
  }
  return series[series.length - 1]!;
}

/**
 * The highest value reached if any step of the series went on growing for `minutes` more; falls are ignored.
 * Source: `ProjectNextHighest` of the same file.
 *
 * @param length how many values of the series to look at; at least 2
 * @throws RangeError for fewer than two values
 */
export function projectNextHighest(
  series: ArrayLike<number>,
  minutes: number,
  length: number = series.length,
): number {
  if (length < 2) throw new RangeError(`a projection needs two values or more; there are ${length}`);
  let highest = series[0]!;
  for (let at = 1; at < length; at++) {
    const from = series[at - 1]!;
    const to = Math.max(from, series[at]!);
    highest = Math.max(highest, to + (to - from) * minutes);
  }
  return highest;
}

import { PAGE_BYTES } from '../page-popularity.js';
import type { ScalingConfiguration } from './configuration.js';
import type { Resources } from './resources.js';

/** Maximum ratio of the growth after a point to the growth before it within a plateau. */
export const MAX_GROWTH_FACTOR = 3;

/** Minutes for which the steepest growth is extrapolated. */
export const PROJECTION_MINUTES = 0.5;

/** Parameters of the working-set estimator. */
export interface WorkingSetWindow {
  /** {@link MAX_GROWTH_FACTOR} in the agent. */
  readonly max_growth_factor: number;
  /** Index of the first point that may be the answer; at least `window_size` − 1. */
  readonly initial_offset: number;
  /** Points that a slope spans, both ends included; at least 2. */
  readonly window_size: number;
}

/**
 * The working set at the plateau of a series over growing look-backs. It is the first value after which the series
 * grows more than `max_growth_factor` times as much as before, over equal windows, or else the last value.
 * A decrease counts as no growth, because the values of a real series are not taken at one instant.
 *
 * Source: `EstimateTrueWorkingSetSize` of the agent's `pkg/agent/core/wss.go`.
 *
 * @param series working set by look-back, in steps of one minute, starting at one minute
 * @throws RangeError if the window does not fit into the offset, or the series is empty
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
 * The highest value reached if any step of the series continued for `minutes` more; decreases are ignored.
 * Source: `ProjectNextHighest` of the same file.
 *
 * @param length number of values of the series to use; at least 2
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

/** Metrics of the Local File Cache that the agent reads. */
export interface LfcMetrics {
  /** Distinct pages accessed within the last 1, 2, 3, … minutes; the platform reports 60 values. */
  readonly working_set_pages: ArrayLike<number>;
}

/** The size that the working set requires, with its derivation. */
export interface LfcGoal {
  /** Agent units before rounding. */
  readonly units: number;
  /** Working set at the plateau of the series, in pages. */
  readonly estimate_pages: number;
  /** Number of values of the series that the projection uses. */
  readonly projected_values: number;
  /** The estimate with its steepest growth projected, in pages. */
  readonly projected_pages: number;
  /** The same in bytes. */
  readonly bytes: number;
}

/**
 * Units whose Local File Cache fits the working set; `undefined` if the series is shorter than offset plus window.
 * Source: `pkg/agent/core/goalcu.go`.
 */
export function lfcGoal(
  configuration: ScalingConfiguration,
  unit: Resources,
  metrics: LfcMetrics,
): LfcGoal | undefined {
  const series = metrics.working_set_pages;
  const offset = configuration.lfc_min_wait_before_downscale_minutes - 1;
  const window = configuration.lfc_window_size_minutes;
  if (series.length < offset + window) return undefined;
  const estimate = configuration.lfc_use_largest_window
    ? series[series.length - 1]!
    : estimateWorkingSet(series, {
        max_growth_factor: MAX_GROWTH_FACTOR,
        initial_offset: offset,
        window_size: window,
      });
  let end = offset;
  while (end < series.length && series[end]! <= estimate) end += 1;
  const projected = projectNextHighest(series, PROJECTION_MINUTES, end);
  return workingSetGoal(configuration, unit, estimate, projected, end);
}

/** The goal for a working set of this many pages. @param values number of values of the series that were used */
export function workingSetGoal(
  configuration: ScalingConfiguration,
  unit: Resources,
  estimate_pages: number,
  projected_pages: number,
  values = 0,
): LfcGoal {
  const bytes = projected_pages * PAGE_BYTES;
  return {
    units: bytes / configuration.lfc_to_memory_ratio / unit.memory_bytes,
    estimate_pages,
    projected_values: values,
    projected_pages,
    bytes,
  };
}

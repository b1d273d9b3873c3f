import type { ScalingConfiguration } from './configuration.js';
import type { Resources } from './resources.js';
import {
  estimateWorkingSet,
  MAX_GROWTH_FACTOR,
  PROJECTION_MINUTES,
  projectNextHighest,
} from './working-set.js';

/** Bytes of one page of Postgres. */
const PAGE_BYTES = 8192;

/** What the agent reads from the Local File Cache. */
export interface LfcMetrics {
  /** Distinct pages touched within the last 1, 2, 3, … minutes; the platform gives 60 values. */
  readonly working_set_pages: ArrayLike<number>;
}

/** The size the working set asks for, with its steps. */
export interface LfcGoal {
  /** Agent units before rounding. */
  readonly units: number;
  /** Where the series settles, in pages. */
  readonly estimate_pages: number;
  /** How many values of the series the projection looks at. */
  readonly projected_values: number;
  /** The estimate with its steepest growth projected, in pages. */
  readonly projected_pages: number;
  /** The same in bytes. */
  readonly bytes: number;
}

/**
 * Units whose share for the Local File Cache holds the working set; `undefined` where the series is shorter
 * than offset and window together. Source: `pkg/agent/core/goalcu.go`.
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
  const bytes = projected * PAGE_BYTES;
  return {
    units: bytes / configuration.lfc_to_memory_ratio / unit.memory_bytes,
    estimate_pages: estimate,
    projected_values: end,
    projected_pages: projected,
    bytes,
  };
}

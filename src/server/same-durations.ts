import { DEFAULT_DURATIONS, type PlatformOptions } from '../platform/options.js';

/** The same duration for operations of every action, in ms. */
export function sameDurations(duration_ms: number): NonNullable<PlatformOptions['operation_duration_ms']> {
  return Object.fromEntries(Object.keys(DEFAULT_DURATIONS).map((action) => [action, duration_ms]));
}

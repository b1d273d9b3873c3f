import type { Summary } from '../figures/summary.js';

/** The share of the active time that lies in idle periods of a minute or more. */
export function idleShare({
  total,
  computes,
  duration_seconds,
}: Pick<Summary, 'total' | 'computes' | 'duration_seconds'>): number {
  const { idle, active_seconds } = total;
  if (!(active_seconds > 0)) return 0;
  return Math.min(1, ((idle.allocated ?? 0) * duration_seconds * computes.length) / active_seconds);
}

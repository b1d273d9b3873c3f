import { normalQuantile } from '../kernel/normal.js';
import { studentTQuantile } from './student-t.js';

/** How many replications a relative precision takes, foreseen from a pilot. */
export interface ReplicationsNeeded {
  /** By the normal distribution: ⌈(z s ÷ ε m)²⌉. */
  readonly n_normal: number;
  /** By Student's t with one degree of freedom less than replications: a little more. */
  readonly n_t: number;
}

/**
 * Replications until the half-width is at most `precision` times the mean, if standard deviation and mean stay as
 * they were in a pilot.
 *
 * @param precision relative half-width, above 0, such as 0.02
 * @param confidence strictly between 0 and 1
 * @returns Infinity for a mean of 0 with values that vary; 2, the least for an interval, where nothing varies
 */
export function replicationsNeeded(
  pilot: { readonly mean: number; readonly sd: number },
  precision: number,
  confidence: number,
): ReplicationsNeeded {
  const upper = (1 + confidence) / 2;
  const least = 2;
  if (pilot.sd === 0) return { n_normal: least, n_t: least };
  if (pilot.mean === 0) return { n_normal: Number.POSITIVE_INFINITY, n_t: Number.POSITIVE_INFINITY };
  const ratio = pilot.sd / (precision * Math.abs(pilot.mean));
  const forQuantile = (quantile: number) => Math.ceil(quantile * quantile * ratio * ratio);
  const n_normal = Math.max(least, forQuantile(normalQuantile(upper)));
  let n_t = n_normal;
  while (n_t < forQuantile(studentTQuantile(upper, n_t - 1))) n_t += 1;
  return { n_normal, n_t };
}

import { wholeDown } from '../../kernel/whole-steps.js';
import type { PlayedTrace } from '../../workload/trace/trace.js';

/**
 * The load over time in equal parts of the trace: mean rate (arrivals per second) or mean level.
 * A part without a row is NaN; a part without a single arrival is 0.
 *
 * @param most how many parts; there are fewer where the trace has fewer intervals
 */
export function loadProfile(trace: PlayedTrace, most: number): Float64Array {
  const { times_seconds: times, values, width_seconds, kind } = trace;
  const first = times[0]!;
  const span = times.at(-1)! + width_seconds - first;
  const intervals = kind === 'arrivals' ? most : Math.round(span / width_seconds);
  const buckets = Math.max(1, Math.min(most, intervals));
  const profile = new Float64Array(buckets);
  const rows = new Float64Array(buckets);
  for (let i = 0; i < times.length; i++) {
    const time = times[i]!;
    // A rounding error must not put an interval into the part before its own.
    const part = span === 0 ? 0 : wholeDown(((time - first) / span) * buckets);
    const bucket = Math.min(part, buckets - 1);
    profile[bucket] = profile[bucket]! + (kind === 'arrivals' ? 1 : values[i]!);
    rows[bucket] = rows[bucket]! + 1;
  }
  if (kind === 'arrivals') return profile.map((count) => (span === 0 ? count : (count * buckets) / span));
  const per = kind === 'counts' ? width_seconds : 1;
  return profile.map((sum, bucket) => sum / rows[bucket]! / per);
}

import type { MeasuredValue } from '../../statistics/latency-law/measured-value.js';
import type { LatencyKindName } from './latency-kind.js';

/** One latency as it was measured, in seconds. */
export interface MeasuredLatency extends MeasuredValue {
  readonly kind: LatencyKindName;
}

/** What a file or a result folder tells of latencies. */
export interface MeasuredSource {
  /** As it was named. */
  readonly source: string;
  readonly latencies: readonly MeasuredLatency[];
  /** What was left out, and why. */
  readonly warnings: readonly string[];
}

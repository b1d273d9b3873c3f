import type { MeasuredValue } from '../../statistics/latency-law/measured-value.js';
import type { LatencyKindName } from './latency-kind.js';

/** One latency as it was measured, in seconds. */
export interface MeasuredLatency extends MeasuredValue {
  readonly kind: LatencyKindName;
}

/** The latencies of a file or a result folder. */
export interface MeasuredSource {
  /** As it was named. */
  readonly source: string;
  readonly latencies: readonly MeasuredLatency[];
  /** Notes on omitted values, with the reason. */
  readonly warnings: readonly string[];
}

import type { PackedLane, PackedTimeline } from '../recorded/page-data.js';
import { unpackLogarithms, unpackNumbers } from './unpack-numbers.js';

/** The timeline of one compute as columns of equal length, for the chart library. */
export interface Lane {
  readonly name: string;
  /** Unix time at which each interval begins; at the end one more, with the last values over again. */
  readonly time: Float64Array;
  readonly cu: Float64Array;
  readonly load: Float64Array;
  readonly per_second: Float64Array;
  readonly failed: Float64Array;
  /** In milliseconds; `null` where no query completed. */
  readonly latency_p99_ms: readonly (number | null)[];
  readonly connections_max: Float64Array;
  readonly cost_so_far_usd: Float64Array;
}

/** When a run took place. */
export interface Span {
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
}

/** Unpacks one lane of a timeline. */
export function laneOf({ width_seconds }: PackedTimeline, packed: PackedLane, span: Span): Lane {
  const points = packed.arrived.length;
  const time = Float64Array.from({ length: points + 1 }, (_, index) => {
    return span.start_epoch_seconds + Math.min(index * width_seconds, span.duration_seconds);
  });
  const arrived = unpackNumbers(packed.arrived);
  const per_second = arrived.map((queries, index) => queries / (time[index + 1]! - time[index]!));
  const latency = Array.from(unpackLogarithms(packed.latency_p99_ms), (ms) => (ms === 0 ? null : ms));
  return {
    name: packed.name,
    time,
    cu: extended(unpackNumbers(packed.cu)),
    load: extended(unpackLogarithms(packed.load)),
    per_second: extended(per_second),
    failed: extended(unpackNumbers(packed.failed)),
    latency_p99_ms: [...latency, latency[points - 1] ?? null],
    connections_max: extended(unpackNumbers(packed.connections_max)),
    cost_so_far_usd: extended(unpackNumbers(packed.cost_so_far_usd)),
  };
}

/** The last value once more, so that the last interval is drawn to its end. */
function extended(values: Float64Array): Float64Array {
  const longer = new Float64Array(values.length + 1);
  longer.set(values);
  longer[values.length] = values[values.length - 1] ?? 0;
  return longer;
}

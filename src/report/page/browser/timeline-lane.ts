import type { PackedBand, PackedLane, PackedReplications, PackedTimeline } from '../recorded/page-data.js';
import { unpackLogarithms, unpackNumbers } from './unpack-numbers.js';

/** The timeline of one compute, or of all replications together, as columns of equal length for the chart library. */
export interface Lane {
  readonly name: string;
  /** Unix time at which each interval begins; at the end one more, with the last values over again. */
  readonly time: Float64Array;
  readonly cu: Float64Array;
  readonly load: Float64Array;
  readonly per_second: Float64Array;
  /** In milliseconds; `null` where no query completed. */
  readonly latency_p99_ms: readonly (number | null)[];
  /** Of a run; of several together they are not known. */
  readonly failed?: Float64Array;
  readonly connections_max?: Float64Array;
  readonly cost_so_far_usd?: Float64Array;
  /** Between which the replications lie whose means the others are. */
  readonly bands?: Readonly<Record<'cu' | 'load' | 'per_second' | 'latency_p99_ms', Ends>>;
}

/** The lowest and the highest of several values, in each interval. */
export interface Ends {
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

/** When a run took place. */
export interface Span {
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
}

/** Unpacks one lane of a timeline. */
export function laneOf({ width_seconds }: PackedTimeline, packed: PackedLane, span: Span): Lane {
  const points = packed.arrived.length;
  const time = timesOf(points, width_seconds, span);
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

/** Unpacks all replications together. */
export function laneOfReplications(packed: PackedReplications, span: Span): Lane {
  const { count, width_seconds, cu, load, per_second, latency_p99_ms } = packed;
  const measured = (values: Float64Array): readonly (number | null)[] =>
    Array.from(extended(values), (value) => (value === 0 ? null : value));
  const plain = (values: Float64Array): readonly (number | null)[] => Array.from(extended(values));
  const ends = <Packed>(
    { low, high }: PackedBand<Packed>,
    unpack: (packed: Packed) => Float64Array,
    told = plain,
  ): Ends => ({ low: told(unpack(low)), high: told(unpack(high)) });
  return {
    name: `all ${count} replications`,
    time: timesOf(cu.mean.length, width_seconds, span),
    cu: extended(unpackNumbers(cu.mean)),
    load: extended(unpackLogarithms(load.mean)),
    per_second: extended(unpackLogarithms(per_second.mean)),
    latency_p99_ms: measured(unpackLogarithms(latency_p99_ms.mean)),
    bands: {
      cu: ends(cu, unpackNumbers),
      load: ends(load, unpackLogarithms),
      per_second: ends(per_second, unpackLogarithms),
      latency_p99_ms: ends(latency_p99_ms, unpackLogarithms, measured),
    },
  };
}

/** When each interval begins, and when the last one ends. */
function timesOf(points: number, width_seconds: number, span: Span): Float64Array {
  return Float64Array.from({ length: points + 1 }, (_, index) => {
    return span.start_epoch_seconds + Math.min(index * width_seconds, span.duration_seconds);
  });
}

/** The last value once more, so that the last interval is drawn to its end. */
function extended(values: Float64Array): Float64Array {
  const longer = new Float64Array(values.length + 1);
  longer.set(values);
  longer[values.length] = values[values.length - 1] ?? 0;
  return longer;
}

import { quantileRank } from './moments.js';

/** Gaps between single arrivals. */
export interface ArrivalGapFacts {
  readonly mean_seconds: number;
  /** Squared coefficient of variation, variance ÷ mean²: 1 for a Poisson process, 0 for a clock. */
  readonly scv: number;
  readonly p50_seconds: number;
  readonly p90_seconds: number;
  readonly p99_seconds: number;
  readonly max_seconds: number;
}

/** Buckets by the upper bits of a gap as a double: its exponent and eight bits of its fraction. */
const BUCKETS = 1 << 19;
const UPPER_BITS = 12;

/**
 * The facts about the gaps between arrivals, exactly, without an array of the gaps: recordings are long. A first
 * pass counts gaps by bucket, a second one sorts only those that share the bucket of a quantile.
 *
 * @param times_seconds ascending, two at least
 */
export function arrivalGapFacts(times_seconds: Float64Array): ArrivalGapFacts {
  const n = times_seconds.length - 1;
  const gap = (i: number) => times_seconds[i + 1]! - times_seconds[i]!;
  let sum = 0;
  let max_seconds = 0;
  for (let i = 0; i < n; i++) {
    sum += gap(i);
    max_seconds = Math.max(max_seconds, gap(i));
  }
  const mean = sum / n;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (gap(i) - mean) * (gap(i) - mean);
  const [p50_seconds, p90_seconds, p99_seconds] = gapQuantiles(n, gap, [0.5, 0.9, 0.99]);
  return {
    mean_seconds: mean,
    scv: mean === 0 ? 0 : squares / n / (mean * mean),
    p50_seconds: p50_seconds!,
    p90_seconds: p90_seconds!,
    p99_seconds: p99_seconds!,
    max_seconds,
  };
}

function gapQuantiles(n: number, gap: (i: number) => number, levels: readonly number[]): readonly number[] {
  const number = new Float64Array(1);
  const halves = new Uint32Array(number.buffer);
  // Which half is the upper one depends on the machine.
  number[0] = 1;
  const upper = halves[0] === 0 ? 1 : 0;
  const bucketOf = (value: number) => {
    number[0] = value;
    return halves[upper]! >>> UPPER_BITS;
  };
  const counts = new Uint32Array(BUCKETS * 2);
  for (let i = 0; i < n; i++) counts[bucketOf(gap(i))]! += 1;
  return levels.map((level) => {
    const rank = quantileRank(n, level);
    let below = 0;
    let bucket = 0;
    while (below + counts[bucket]! < rank) below += counts[bucket++]!;
    const within = new Float64Array(counts[bucket]!);
    let found = 0;
    for (let i = 0; i < n && found < within.length; i++) {
      const value = gap(i);
      if (bucketOf(value) === bucket) within[found++] = value;
    }
    return within.sort()[rank - below - 1]!;
  });
}

import type { MeasuredValue } from './measured-value.js';

/** Groups per standard deviation of the middle half of the values; grouping loses 0.03 % of the variance. */
const STEPS = 16;
/** Width of the middle half of a normal distribution, in standard deviations. */
const MIDDLE_HALF = 1.349;

/**
 * The logarithms of measured values, grouped if nearly equal. The likelihood of a thousand values then costs as much as
 * that of a few hundred, and resampling only changes the size of each group.
 */
export interface GroupedLogs {
  /** Number of values. */
  readonly size: number;
  /** Mean logarithm of each group of exact values; these groups come first. */
  readonly known: Float64Array;
  /** Bounds of each group of censored values. */
  readonly lows: Float64Array;
  readonly highs: Float64Array;
  /** Number of values in each group, exact ones first. */
  readonly counts: Float64Array;
  readonly groups: Uint32Array;
  /** Standard deviation of the logarithms, estimated from the middle half of typical values. */
  readonly spread: number;
}

/** @param values one or more, each with a `high` above 0 */
export function groupLogs(values: readonly MeasuredValue[]): GroupedLogs {
  const spread = spreadOf(values);
  const step = spread / STEPS;
  const place = (log: number): number => (step > 0 && Number.isFinite(log) ? Math.round(log / step) : log);
  const known = new Groups();
  const open = new Groups();
  const keys = values.map(({ low, high }) => {
    const [from, to] = [Math.log(low), Math.log(high)];
    // Bounds closer than a step are equivalent to an exact value between them.
    if (to - from <= step) return { groups: known, at: known.add(`${place((from + to) / 2)}`, from, to) };
    return { groups: open, at: open.add(`${place(from)} ${place(to)}`, from, to) };
  });
  const groups = Uint32Array.from(keys, ({ groups: of, at }) => (of === known ? at : known.size + at));
  const [lows, highs] = [open.means(open.lows), open.means(open.highs)];
  const [from, to] = [known.means(known.lows), known.means(known.highs)];
  return {
    size: values.length,
    known: from.map((low, group) => (low + to[group]!) / 2),
    lows,
    highs,
    counts: Float64Array.from([...known.counts, ...open.counts]),
    groups,
    spread,
  };
}

/** Groups of values by key. */
class Groups {
  readonly counts: number[] = [];
  readonly lows: number[] = [];
  readonly highs: number[] = [];
  readonly #known = new Map<string, number>();

  get size(): number {
    return this.counts.length;
  }

  add(key: string, low: number, high: number): number {
    const group = this.#known.get(key) ?? this.counts.length;
    this.#known.set(key, group);
    this.counts[group] = (this.counts[group] ?? 0) + 1;
    this.lows[group] = (this.lows[group] ?? 0) + low;
    this.highs[group] = (this.highs[group] ?? 0) + high;
    return group;
  }

  means(sums: readonly number[]): Float64Array {
    return Float64Array.from(sums, (sum, group) => sum / this.counts[group]!);
  }
}

/** A representative logarithm of a measured value, accurate in its order of magnitude. */
export function typicalLog({ low, high }: MeasuredValue): number {
  if (high === Number.POSITIVE_INFINITY) return Math.log(low);
  // The geometric mean of the bounds, or half of an upper bound.
  return low > 0 ? (Math.log(low) + Math.log(high)) / 2 : Math.log(high / 2);
}

function spreadOf(values: readonly MeasuredValue[]): number {
  const logs = Float64Array.from(values, typicalLog).sort();
  const at = (share: number): number => logs[Math.floor(share * (logs.length - 1))]!;
  const half = (at(0.75) - at(0.25)) / MIDDLE_HALF;
  if (half > 0) return half;
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  return Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) * (log - mean), 0) / logs.length);
}

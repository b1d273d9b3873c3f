/**
 * Lengths of idle periods, counted in bins: an immutable value of constant size.
 *
 * Successive gaps in the same bin, as a busy compute has, are counted as a run outside the arrays, so that they copy
 * nothing.
 */
export interface GapHistogram {
  /** By bin: number of gaps and their sum in seconds, excluding the run. */
  readonly counts: readonly number[];
  readonly sums: readonly number[];
  /** Number of gaps, including the run. */
  readonly observed: number;
  /** The bin of the last gap, −1 before the first; the number of successive gaps in it, and their sum. */
  readonly run_bin: number;
  readonly run_count: number;
  readonly run_sum: number;
}

export function emptyHistogram(bins: number): GapHistogram {
  return {
    counts: Array.from({ length: bins }, () => 0),
    sums: Array.from({ length: bins }, () => 0),
    observed: 0,
    run_bin: -1,
    run_count: 0,
    run_sum: 0,
  };
}

/** Adds a gap of `gap_seconds` to a bin. */
export function addGap(histogram: GapHistogram, bin: number, gap_seconds: number): GapHistogram {
  const { run_bin, run_count, run_sum } = histogram;
  const continues = run_bin === bin;
  const settled = continues || run_bin < 0;
  return {
    counts: settled ? histogram.counts : addAt(histogram.counts, run_bin, run_count),
    sums: settled ? histogram.sums : addAt(histogram.sums, run_bin, run_sum),
    observed: histogram.observed + 1,
    run_bin: bin,
    run_count: continues ? run_count + 1 : 1,
    run_sum: continues ? run_sum + gap_seconds : gap_seconds,
  };
}

/** A plain array copies many times faster than a typed one of this length. */
function addAt(figures: readonly number[], bin: number, by: number): readonly number[] {
  const copy = figures.slice();
  copy[bin]! += by;
  return copy;
}

export function countIn(histogram: GapHistogram, bin: number): number {
  return histogram.counts[bin]! + (bin === histogram.run_bin ? histogram.run_count : 0);
}

export function sumIn(histogram: GapHistogram, bin: number): number {
  return histogram.sums[bin]! + (bin === histogram.run_bin ? histogram.run_sum : 0);
}

/**
 * Whether enough gaps have been added since a plan to recompute it: one, or a hundredth if there are hundreds, which
 * bounds the work per gap.
 */
export function needsNewPlan(histogram: GapHistogram, planned_at: number): boolean {
  return histogram.observed >= planned_at + Math.max(1, Math.floor(planned_at / 100));
}

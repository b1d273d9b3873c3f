/** Observations per batch of MSER-5. */
const BATCH = 5;

/** Where the warm-up of a series ends. */
export interface WarmUp {
  /** Observations to leave out at the beginning: a multiple of the batch size. */
  readonly truncate: number;
  /**
   * Whether the best cut is the latest candidate. If so, the series is probably not stationary or too short, and the
   * cut is unreliable.
   */
  readonly at_limit: boolean;
}

/**
 * The end of a series' warm-up by MSER-5: of all cuts d between the k batches of five observations, up to half of
 * them, the one that makes Σ (zⱼ − z̄)² ÷ (k − d)² of the batch means left the smallest. A cut that removes a bias
 * lowers the sum of squares more than it lowers k − d; one that removes good observations does the opposite.
 * (K. P. White, M. J. Cobb, S. C. Spratt, Winter Simulation Conference 2000.)
 *
 * @param series observations in order of time, at least two batches; an incomplete last batch is ignored
 * @throws RangeError for a shorter series
 */
export function mser5(series: ArrayLike<number>): WarmUp {
  const batches = Math.floor(series.length / BATCH);
  if (batches < 2) {
    throw new RangeError(
      `MSER-5: series: expected at least ${2 * BATCH} observations, got ${series.length}; run for longer, or in finer intervals`,
    );
  }
  const means = new Float64Array(batches);
  for (let batch = 0; batch < batches; batch++) {
    let sum = 0;
    for (let index = 0; index < BATCH; index++) sum += series[batch * BATCH + index]!;
    means[batch] = sum / BATCH;
  }
  const latest = Math.floor(batches / 2);
  const best = { cut: 0, statistic: Number.POSITIVE_INFINITY };
  // Welford's recurrence from the end: each earlier batch joins those behind it, without cancellation.
  let mean = 0;
  let squares = 0;
  for (let cut = batches - 1; cut >= 0; cut--) {
    const left = batches - cut;
    const deviation = means[cut]! - mean;
    mean += deviation / left;
    squares += deviation * (means[cut]! - mean);
    const statistic = squares / (left * left);
    // Ties go to the earliest cut, which keeps the most data.
    if (cut <= latest && statistic <= best.statistic) Object.assign(best, { cut, statistic });
  }
  return { truncate: best.cut * BATCH, at_limit: best.cut === latest };
}

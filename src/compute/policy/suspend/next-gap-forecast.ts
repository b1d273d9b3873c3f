/** How many gaps a forecast looks back on. */
const REMEMBERED = 32;

/** The latest gaps with one more, oldest first, the oldest dropped where there would be too many. */
export function withRecentGap(recent: readonly number[], gap_seconds: number): readonly number[] {
  return [...recent.slice(1 - REMEMBERED), gap_seconds];
}

/**
 * The next gap, in seconds, by a first-order autoregression fitted to the recent gaps by least squares:
 * mean + φ·(last − mean), φ kept within ±1 and the forecast within what was observed.
 *
 * It follows gaps that alternate (φ near −1), drift (near 1) or keep to a mean (near 0); two gaps or equal ones
 * give the last.
 *
 * @param recent at least one gap, oldest first
 * @throws RangeError without a gap
 */
export function forecastGap(recent: readonly number[]): number {
  const last = recent.at(-1);
  if (last === undefined) throw new RangeError('gap forecast: expected at least one gap, got none');
  const pairs = recent.length - 1;
  if (pairs === 0) return last;
  const before = recent.slice(0, -1);
  const after = recent.slice(1);
  const beforeMean = before.reduce((sum, gap) => sum + gap, 0) / pairs;
  const afterMean = after.reduce((sum, gap) => sum + gap, 0) / pairs;
  let covariance = 0;
  let variance = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const deviation = before[pair]! - beforeMean;
    covariance += deviation * (after[pair]! - afterMean);
    variance += deviation * deviation;
  }
  const slope = variance > 0 ? Math.max(-1, Math.min(1, covariance / variance)) : 0;
  const forecast = afterMean + slope * (last - beforeMean);
  return Math.max(Math.min(...recent), Math.min(Math.max(...recent), forecast));
}

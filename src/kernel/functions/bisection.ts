/**
 * The least double in (low, high] at which `reached` holds, to the last bit.
 *
 * `reached` must be monotone (false, then true) and hold at `high`. It is called about seventy times at most for any
 * bounds: positive bounds of different magnitude are bisected on a logarithmic scale. It need not be smooth, so a
 * distribution function may jump.
 */
export function bisect(reached: (x: number) => boolean, low: number, high: number): number {
  let below = low;
  let above = high;
  if (below === 0 && above > Number.MIN_VALUE) {
    if (reached(Number.MIN_VALUE)) return Number.MIN_VALUE;
    below = Number.MIN_VALUE;
  }
  for (;;) {
    const middle =
      below > 0 && above > 4 * below ? Math.sqrt(below) * Math.sqrt(above) : below + (above - below) / 2;
    if (!(middle > below && middle < above)) return above;
    if (reached(middle)) above = middle;
    else below = middle;
  }
}

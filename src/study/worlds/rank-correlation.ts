/**
 * Spearman's rank correlation: of the ranks of two samples, ties sharing the mean of theirs.
 * @returns in [−1, 1]; `null` if either does not vary, or with fewer than two values
 */
export function rankCorrelation(first: readonly number[], second: readonly number[]): number | null {
  const [a, b] = [ranks(first), ranks(second)];
  const mean = (a.length - 1) / 2;
  let [product, squares_a, squares_b] = [0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    const [x, y] = [a[index]! - mean, b[index]! - mean];
    product += x * y;
    squares_a += x * x;
    squares_b += y * y;
  }
  return squares_a > 0 && squares_b > 0 ? product / Math.sqrt(squares_a * squares_b) : null;
}

/** From 0. */
function ranks(values: readonly number[]): readonly number[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]! || a - b);
  const ranked = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1]!] === values[order[from]!]) to += 1;
    for (let place = from; place <= to; place++) ranked[order[place]!] = (from + to) / 2;
    from = to + 1;
  }
  return ranked;
}

/**
 * The index of the weight that a uniform number falls on; only allowed indices count, and at least one has to be allowed.
 * The last of them includes the rounding error.
 */
export function weightedIndex(
  weights: ArrayLike<number>,
  uniform: number,
  allowed: (index: number) => boolean = () => true,
): number {
  let total = 0;
  for (let index = 0; index < weights.length; index++) if (allowed(index)) total += weights[index]!;
  let left = uniform * total;
  let chosen = -1;
  for (let index = 0; index < weights.length && left >= 0; index++) {
    if (!allowed(index)) continue;
    chosen = index;
    left -= weights[index]!;
  }
  return chosen;
}

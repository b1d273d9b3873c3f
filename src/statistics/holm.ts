/**
 * Probabilities of error adjusted for having been many, by Holm's step-down method: a difference whose adjusted
 * value is at most α may be called significant, and the probability of a false one stays at α
 * or less, however the figures depend on each other (S. Holm, Scandinavian Journal of Statistics 6, 1979).
 *
 * @param p_values each from 0 to 1, in any order
 * @returns the adjusted values in the same order
 */
export function holmAdjusted(p_values: readonly number[]): readonly number[] {
  const order = p_values.map((_, index) => index).sort((a, b) => p_values[a]! - p_values[b]!);
  const adjusted = new Array<number>(p_values.length).fill(1);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, p_values[index]! * (p_values.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}

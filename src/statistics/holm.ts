/**
 * Adjusts p-values for multiple comparisons by Holm's step-down method. Differences with an adjusted value of at most α
 * are significant. The probability of any false one is at most α for any dependence between the figures. (S. Holm,
 * Scandinavian Journal of Statistics 6, 1979.)
 *
 * @param p_values each from 0 to 1, in any order
 * @returns the adjusted values in the same order
 */
export function adjustPValues(p_values: readonly number[]): readonly number[] {
  const order = p_values.map((_, index) => index).sort((a, b) => p_values[a]! - p_values[b]!);
  const adjusted = new Array<number>(p_values.length).fill(1);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, p_values[index]! * (p_values.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}

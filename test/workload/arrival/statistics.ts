/** Half-width of a 99 % confidence interval in standard errors. */
export const Z99 = 2.576;

/** The greatest distance between the empirical distribution of `values` and a distribution function, times √n. */
export function kolmogorov(values: readonly number[], cumulative: (value: number) => number): number {
  const n = values.length;
  let distance = 0;
  [...values]
    .sort((a, b) => a - b)
    .forEach((value, rank) => {
      const p = cumulative(value);
      distance = Math.max(distance, p - rank / n, (rank + 1) / n - p);
    });
  return distance * Math.sqrt(n);
}

/** The critical value of {@link kolmogorov}, exceeded with a probability of 1 % by the right distribution. */
export const KOLMOGOROV99 = 1.628;

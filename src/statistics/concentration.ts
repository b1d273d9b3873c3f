/** Concentration of a total over its members. */
export interface Concentration {
  /** Shares of the total held by the largest 1 % and 10 %. */
  readonly top_1_percent: number;
  readonly top_10_percent: number;
  /** 0 if all values are equal, towards 1 if one value is the whole total. */
  readonly gini: number;
}

/**
 * Concentration of the sum of values.
 * @param values 0 or more each, in any order
 * @returns `undefined` if the total is 0
 */
export function concentrationOf(values: readonly number[]): Concentration | undefined {
  const ascending = values.toSorted((a, b) => a - b);
  const total = ascending.reduce((sum, value) => sum + value, 0);
  if (!(total > 0)) return undefined;
  const weighted = ascending.reduce((sum, value, index) => sum + (index + 1) * value, 0);
  const count = ascending.length;
  return {
    top_1_percent: topShare(ascending, total, 0.01),
    top_10_percent: topShare(ascending, total, 0.1),
    // Twice the area between the Lorenz curve of these values and the diagonal.
    gini: Math.max(0, (2 * weighted) / (count * total) - (count + 1) / count),
  };
}

/** 1 − L(1 − share) on the Lorenz curve L, which is linear between its points, so members count fractionally. */
function topShare(ascending: readonly number[], total: number, share: number): number {
  // Rounding must not push a whole number of members slightly above itself.
  const members = Number((share * ascending.length).toPrecision(12));
  const whole = Math.floor(members);
  let top = 0;
  for (let place = 0; place < whole; place++) top += ascending[ascending.length - 1 - place]!;
  const next = ascending[ascending.length - 1 - whole];
  return Math.min(1, (top + (next ?? 0) * (members - whole)) / total);
}

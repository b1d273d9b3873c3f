import { inverted, solved } from '../simulated-moments/linear-system.js';
import type { MatchedParameter } from '../simulated-moments/matched-parameters.js';
import { studentTQuantile } from '../student-t.js';

/**
 * Least squares of values on columns, with intervals that stay right where neighbouring errors are alike: errors are summed
 * by clusters of consecutive rows before they are squared. (K.-Y. Liang, S. L. Zeger, Biometrika 73, 1986.)
 *
 * @param columns as long as `values` each; one of ones for a constant
 * @param clusters two or more; each should be longer than errors stay alike
 * @param confidence strictly between 0 and 1
 * @returns `undefined` where the columns do not tell their coefficients apart
 */
export function clusteredRegression(
  columns: readonly Float64Array[],
  values: Float64Array,
  clusters: number,
  confidence: number,
): readonly MatchedParameter[] | undefined {
  const n = values.length;
  const k = columns.length;
  // Columns of one size, so that none counts as nothing beside another.
  const scales = columns.map((column) => Math.sqrt(dot(column, column) / n));
  if (scales.some((scale) => scale === 0)) return undefined;
  const x = columns.map((column, index) => column.map((value) => value / scales[index]!));
  const products = x.map((a) => x.map((b) => dot(a, b) / n));
  const found = solved(
    products,
    x.map((column) => dot(column, values) / n),
  );
  const inverse = inverted(products);
  if (found === undefined || inverse.includes(undefined)) return undefined;
  const meat = x.map(() => new Float64Array(k));
  for (let cluster = 0; cluster < clusters; cluster++) {
    const score = new Float64Array(k);
    const end = Math.floor((n * (cluster + 1)) / clusters);
    for (let row = Math.floor((n * cluster) / clusters); row < end; row++) {
      let error = values[row]!;
      for (let column = 0; column < k; column++) error -= found[column]! * x[column]![row]!;
      for (let column = 0; column < k; column++) score[column]! += (error * x[column]![row]!) / n;
    }
    for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) meat[i]![j]! += score[i]! * score[j]!;
  }
  const small_sample = (clusters / (clusters - 1)) * ((n - 1) / (n - k));
  const t = studentTQuantile((1 + confidence) / 2, clusters - 1);
  return found.map((value, index) => {
    const row = inverse[index]!;
    let variance = 0;
    for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) variance += row[i]! * meat[i]![j]! * row[j]!;
    const half = t * Math.sqrt(Math.max(0, variance) * small_sample);
    const scale = scales[index]!;
    return { value: value / scale, low: (value - half) / scale, high: (value + half) / scale };
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < a.length; row++) sum += a[row]! * b[row]!;
  return sum;
}

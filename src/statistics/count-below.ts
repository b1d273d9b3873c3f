/**
 * Number of values below a limit, which is the index of the first value at or above it.
 * @param ascending values in ascending order
 */
export function countBelow(ascending: Float64Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A pivot below this share of the largest entry counts as 0: the system has no unique solution. */
const NOTHING = 1e-12;

/**
 * Solves A x = b by elimination with the largest pivot of each column.
 * @returns `undefined` if A is singular
 */
export function solveLinear(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): readonly number[] | undefined {
  const n = right.length;
  const rows = matrix.map((row, index) => [...row, right[index]!]);
  const scale = Math.max(0, ...matrix.flat().map(Math.abs));
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const own = rows[column]!;
    // Written so that NaN also fails.
    if (!(Math.abs(own[column]!) > NOTHING * scale)) return undefined;
    for (let row = 0; row < n; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / own[column]!;
      for (let place = column; place <= n; place++) rows[row]![place]! -= factor * own[place]!;
    }
  }
  return rows.map((row, index) => row[n]! / row[index]!);
}

/** The columns of the inverse of A; `undefined` for a singular matrix. */
export function invert(matrix: readonly (readonly number[])[]): readonly (readonly number[] | undefined)[] {
  return matrix.map((_, column) =>
    solveLinear(
      matrix,
      matrix.map((__, row) => (row === column ? 1 : 0)),
    ),
  );
}

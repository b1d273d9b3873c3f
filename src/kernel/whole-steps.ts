/** Keeps whole numbers whole if they are not exact in binary. */
const SLACK = 1e-9;

/** A value rounded up to a whole number, unless it exceeds one by rounding alone. */
export function wholeUp(value: number): number {
  return Math.ceil(value - SLACK);
}

/** Whether a value is at least a bound, unless it is below it by rounding alone. */
export function reaches(value: number, bound: number): boolean {
  return value >= bound - SLACK;
}

/** A value rounded down to a whole number, unless it is below one by rounding alone. */
export function wholeDown(value: number): number {
  return Math.floor(value + SLACK);
}

/** Keeps whole numbers whole despite binary rounding. */
const SLACK = 1e-9;

/** A value rounded up to a whole number, ignoring an excess due to rounding. */
export function wholeUp(value: number): number {
  return Math.ceil(value - SLACK);
}

/** Whether a value is at least a bound, ignoring a shortfall due to rounding. */
export function reaches(value: number, bound: number): boolean {
  return value >= bound - SLACK;
}

/** A value rounded down to a whole number, ignoring a shortfall due to rounding. */
export function wholeDown(value: number): number {
  return Math.floor(value + SLACK);
}

/** A positive value as far as it was measured: it lies between two bounds. */
export interface MeasuredValue {
  /** Equal to `high` where the value is known exactly; 0 where it is only known to be at most `high`. */
  readonly low: number;
  /** Infinity where somebody gave up after `low`. */
  readonly high: number;
}

/** Whether somebody gave up before the value was known. */
export function isGivenUp({ high }: MeasuredValue): boolean {
  return high === Number.POSITIVE_INFINITY;
}

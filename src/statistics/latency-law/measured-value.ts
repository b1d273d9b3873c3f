/** A measured positive value, which may be known only to lie between two bounds. */
export interface MeasuredValue {
  /** Equal to `high` if the value is known exactly; 0 if it is only known to be at most `high`. */
  readonly low: number;
  /** Infinity if the measurement was abandoned after `low`. */
  readonly high: number;
}

/** Whether the measurement was abandoned before the value was known. */
export function isAbandoned({ high }: MeasuredValue): boolean {
  return high === Number.POSITIVE_INFINITY;
}

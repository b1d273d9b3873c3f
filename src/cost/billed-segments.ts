import type { PriceEntry } from './price-book.js';

/** A stretch of time at one size; size 0 is a suspended compute. */
export interface BilledSegment {
  readonly cu: number;
  readonly seconds: number;
}

/** What a succession of sizes uses and costs. */
export interface SegmentsCost {
  readonly cu_seconds: number;
  readonly cu_hours: number;
  readonly cost_usd: number;
  /** Mean size while not suspended; 0 when it always was. */
  readonly mean_cu_active: number;
}

/**
 * Bills sizes that change in steps, by the second: Σ size × seconds, a resize changing the rate at once.
 * @param price anything with a price of a CU-hour; included hours and minimum belong to months, not to segments
 */
export function segmentsCost(
  segments: readonly BilledSegment[],
  price: Pick<PriceEntry, 'usd_per_cu_hour'>,
): SegmentsCost {
  let cu_seconds = 0;
  let active_seconds = 0;
  for (const { cu, seconds } of segments) {
    cu_seconds += cu * seconds;
    if (cu > 0) active_seconds += seconds;
  }
  const cu_hours = cu_seconds / 3600;
  return {
    cu_seconds,
    cu_hours,
    cost_usd: cu_hours * price.usd_per_cu_hour,
    mean_cu_active: active_seconds > 0 ? cu_seconds / active_seconds : 0,
  };
}

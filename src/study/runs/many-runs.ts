import type { Scenario } from '../../scenario/scenario.js';
import { checkedUntil, PRICES_CHECKED_UNTIL } from '../../vendors/price-book.js';

/** The first and last fields of every answer that rests on many runs of a scenario. */
export interface ManyRuns extends Pick<Scenario, 'seed' | 'start' | 'duration_seconds'> {
  /** Of each of the settings that were run. */
  readonly replications: number;
  /** Confidence level of the intervals, strictly between 0 and 1. */
  readonly confidence: number;
  /** The day until which the prices of all amounts were checked, `YYYY-MM-DD`. */
  readonly prices_checked_until: string;
  /** Warnings about the scenario and reasons to doubt the answer, in words. */
  readonly warnings: readonly string[];
}

/**
 * The first fields of an answer, in the order of its JSON.
 * @param priced the scenarios with amounts in the answer
 */
export function headOfRuns(
  { seed, start, duration_seconds }: Scenario,
  { replications, confidence }: Pick<ManyRuns, 'replications' | 'confidence'>,
  priced: readonly Pick<Scenario, 'plan'>[],
): Omit<ManyRuns, 'warnings'> {
  const [prices_checked_until = PRICES_CHECKED_UNTIL] = priced.map(({ plan }) => checkedUntil(plan)).sort();
  return { seed, start, duration_seconds, replications, confidence, prices_checked_until };
}

/** @throws RangeError for a number that would silently make no run */
export function checkCount(of: 'replications' | 'workers', count: number): void {
  if (Number.isInteger(count) && count >= 1) return;
  throw new RangeError(`${of}: expected a whole number of 1 or more, got ${count}`);
}

import type { PolicyValues } from '../policy-parameter.js';
import type { SuspendPolicy } from '../suspend-policy.js';
import { durationWords } from './duration-words.js';
import { parameterValue } from './parameter-value.js';
import { WAKE_COST } from './wake-cost.js';

/** The decision's reason, put into words once. */
export interface BreakEvenState {
  readonly reason: string;
}

/** The timeout at which waiting has cost as much as a wake: `wake_cost_seconds`. */
export function breakEvenTimeout(values: PolicyValues): number {
  return parameterValue(values, 'wake_cost_seconds');
}

/**
 * Ski rental: the timeout T = K/c, with K the cost of a wake and c that of an idle second.
 *
 * Whatever the gaps, a gap costs at most 2·min(c·gap, K), which is twice what it costs with foresight; no other
 * fixed timeout promises less (Karlin, Manasse, Rudolph and Sleator, Algorithmica 3, 1988).
 */
export const breakEven: SuspendPolicy<BreakEvenState> = {
  name: 'break_even',
  description:
    'Suspends when waiting has cost as much as a wake: never more than twice the cost of perfect foresight.',
  source: 'ski rental: Karlin et al., Algorithmica 3, 1988',
  parameters: { wake_cost_seconds: WAKE_COST },
  foresight: false,
  randomised: false,
  start: (values) => ({
    reason: `idle for ${durationWords(breakEvenTimeout(values))}, as much as a wake costs`,
  }),
  idle: (state, _moment, values) => ({
    state,
    suspend_after_seconds: breakEvenTimeout(values),
    resume_after_seconds: Number.POSITIVE_INFINITY,
    reason: state.reason,
  }),
  busy: (state) => state,
};

import { durationWords } from '../reason-words.js';
import type { SuspendPolicy } from '../suspend-policy.js';
import { WAKE_COST } from './wake-cost.js';

/**
 * Ski rental: the timeout T = K/c, with K the cost of a wake and c that of an idle second.
 *
 * Whatever the gaps, a gap costs at most 2·min(c·gap, K), which is twice what it costs with foresight; no other
 * fixed timeout promises less (Karlin, Manasse, Rudolph and Sleator, Algorithmica 3, 1988).
 *
 * Its state is the reason, put into words once.
 */
export const breakEven: SuspendPolicy<string> = {
  name: 'break_even',
  description:
    'Suspends when waiting has cost as much as a wake: never more than twice the cost of perfect foresight.',
  source: 'ski rental: Karlin et al., Algorithmica 3, 1988',
  parameters: { wake_cost_seconds: WAKE_COST },
  foresight: false,
  randomised: false,
  start: (values) => `idle for ${durationWords(values['wake_cost_seconds'])}, as much as a wake costs`,
  idle: (reason, _moment, values) => ({
    state: reason,
    suspend_after_seconds: values['wake_cost_seconds'],
    resume_after_seconds: Number.POSITIVE_INFINITY,
    reason,
  }),
  busy: (reason) => reason,
};

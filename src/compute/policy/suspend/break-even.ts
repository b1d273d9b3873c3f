import { durationWords } from '../interface/reason-words.js';
import type { SuspendPolicy } from '../interface/suspend-policy.js';
import { drawnTimeout } from './drawn-timeout.js';
import { suspendedAfter } from './suspended-after.js';
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
  idle: (reason, _moment, values) => suspendedAfter(reason, values['wake_cost_seconds'], reason),
  busy: (reason) => reason,
};

/**
 * Ski rental with a random timeout, see {@link drawnTimeout}, on [0, K/c].
 *
 * A gap costs e/(e − 1)·min(c·gap, K) in expectation, whatever its length: 1.58 times the cost with foresight,
 * the least that any policy without foresight can promise (Karlin, Manasse, McGeoch and Owicki, Algorithmica 11,
 * 1994).
 *
 * Its state is the reason, put into words once.
 */
export const randomisedBreakEven: SuspendPolicy<string> = {
  name: 'randomised_break_even',
  description:
    'Suspends after a random time up to the break-even timeout, drawn anew for each idle period: 1.58 times the cost of perfect foresight on average.',
  source: 'randomised ski rental: Karlin et al., Algorithmica 11, 1994',
  parameters: { wake_cost_seconds: WAKE_COST },
  foresight: false,
  randomised: true,
  start: (values) =>
    `timeout drawn at random between 0 s and ${durationWords(values['wake_cost_seconds'])}, what a wake costs`,
  idle: (reason, moment, values) =>
    suspendedAfter(reason, drawnTimeout(values['wake_cost_seconds'], 1, moment.uniform), reason),
  busy: (reason) => reason,
};

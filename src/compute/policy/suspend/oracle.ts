import { durationWords } from '../interface/reason-words.js';
import type { SuspendPolicy } from '../interface/suspend-policy.js';
import { WAKE_COST } from './wake-cost.js';

/** The reasons of the decisions, formatted once. */
export interface OracleState {
  readonly keep: string;
  readonly suspend: string;
}

/**
 * The offline optimum: it knows when the next query comes. It keeps the compute active if suspending it until then (or
 * until `lead_seconds` before) would save less than a wake costs, and suspends it immediately otherwise.
 *
 * A gap costs min(c·gap, K), the base of every other policy's regret. A kept compute is suspended if the expected query
 * does not come, for example because it was refused.
 */
export const oracle: SuspendPolicy<OracleState> = {
  name: 'oracle',
  description:
    'Knows when the next query comes: keeps the compute when that costs less than a wake, else suspends at once. Queries of a route by least connections are expected at each of its computes. A yardstick: it cannot be deployed.',
  source: 'offline optimum of ski rental: Karlin et al., Algorithmica 3, 1988',
  parameters: {
    wake_cost_seconds: WAKE_COST,
    lead_seconds: {
      unit: 'seconds',
      default: 0,
      description: 'Resume this long before the next query comes; 0: never before.',
      source: 'choice: without it the oracle pays for every wake, as the policies it is compared with do',
      confidence: 'high',
      least: 0,
    },
  },
  foresight: true,
  randomised: false,
  start(values, context) {
    if (!context.foresight) {
      throw new Error(
        'suspend policy oracle: it has to know when the next query comes, which is unknown here; use a policy without foresight, such as fixed',
      );
    }
    const cost = durationWords(values['wake_cost_seconds']);
    return {
      keep: `the next query comes before ${cost} of suspension, what a wake costs, are saved`,
      suspend: `the next query is further away than ${cost}, what a wake costs`,
    };
  },
  idle(state, moment, values) {
    const next = moment.next_arrival_seconds;
    if (next === undefined) {
      throw new RangeError('suspend policy oracle: next_arrival_seconds: expected a time, got undefined');
    }
    const lead = values['lead_seconds'];
    const worth = lead + values['wake_cost_seconds'];
    const gap = Math.max(0, next - moment.now_seconds);
    const keep = gap <= worth;
    return {
      state,
      suspend_after_seconds: keep ? gap + worth : 0,
      resume_after_seconds: keep || lead === 0 ? Number.POSITIVE_INFINITY : gap - lead,
      reason: keep ? state.keep : state.suspend,
    };
  },
  busy: (state) => state,
};

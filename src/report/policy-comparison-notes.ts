import type { SideComparison } from '../planner/policy-comparison.js';
import { duration } from './figure-text.js';

/** A remark below a table: what it is about, and what there is to say. */
export interface PolicyNote {
  readonly about: string;
  readonly text: string;
}

/** What a reader has to know about a table of policies. */
export function policyNotes(comparison: SideComparison): readonly PolicyNote[] {
  const { rows, own_choice, side, wake_cost_seconds } = comparison;
  const own = own_choice === null ? 'what the scenario says' : `what the scenario says: ${own_choice}`;
  const yardstick = 'knows the future of the run: a yardstick, nothing that could be deployed';
  return [
    { about: '*', text: own },
    ...(rows.some(({ foresight }) => foresight) ? [{ about: '†', text: yardstick }] : []),
    {
      about: 'all rows',
      text: 'the same arrivals with the same demands; policies with their default parameters',
    },
    {
      about: 'above oracle',
      text:
        side === 'size'
          ? 'CU-hours; a policy below the oracle, or close to it, pays in saturated time and latency'
          : `hours of running a day, each wake counted as ${duration(wake_cost_seconds ?? 0)} of running`,
    },
  ];
}

import { targets } from '../../workload/load-specification.js';
import { eachHistory } from './compute-history.js';
import { checkedInvariant, type Invariant } from './invariant.js';

/**
 * INV-26: no client waits for a suspended compute without waking it. Without retries, a compute that is suspended when
 * the run ends has no queries: a client would have woken it, unless a fault prevented it.
 */
export const noClientIsForgotten = checkedInvariant('noClientIsForgotten', (record) => {
  return eachHistory(record, ({ name, stretches, observations, duration_seconds }) => {
    const loads = record.scenario.load.filter((load) => targets(load, name));
    const suspended = stretches[stretches.length - 1]!.state === 'idle';
    const faulty = record.scenario.faults.some(
      (fault) => fault.at_seconds + fault.for_seconds >= duration_seconds,
    );
    if (!suspended || faulty || loads.some((load) => load.retry.attempts > 1)) return undefined;
    return observations.in_flight === 0
      ? undefined
      : `${name}: ${observations.in_flight} queries wait for a compute that is suspended`;
  });
});

/** The invariants of progress, INV-26. */
export const LIVENESS_INVARIANTS: readonly Invariant[] = [
  { id: 'INV-26', name: 'no client waits for a suspended compute', check: noClientIsForgotten },
];

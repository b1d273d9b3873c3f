import { OVERLOAD_SECONDS } from '../../compute/backlog.js';
import { sum, sumOf } from '../../kernel/sums.js';
import type { DisruptionSums } from '../../simulation/record/kept-disruptions.js';
import { agrees, atMost, checkedInvariant, eachCompute, firstProblem, type Invariant } from './invariant.js';

/** INV-27: every attempt of a client succeeds, fails for good, fails and is repeated, or is still open. */
export const attemptsAreConserved = checkedInvariant('attemptsAreConserved', (record) => {
  return eachCompute(
    record,
    ({ name, arrived, completed, failed, in_flight, attempts, retried_by_error }) => {
      const { made, open, retried } = attempts;
      if (made !== attempts.completed + attempts.failed + retried + open) {
        return `${name}: ${made} attempts, but ${attempts.completed} completed + ${attempts.failed} failed + ${retried} retried + ${open} open`;
      }
      if (made < arrived) return `${name}: ${made} attempts of ${arrived} queries`;
      if (attempts.completed !== completed || attempts.failed !== failed) {
        return `${name}: ${attempts.completed} and ${attempts.failed} attempts ended ${completed} and ${failed} queries`;
      }
      if (open > in_flight) return `${name}: ${open} attempts open, ${in_flight} queries in flight`;
      const named = sum(Object.values(retried_by_error));
      return named === retried ? undefined : `${name}: ${retried} attempts retried, ${named} by error`;
    },
  );
});

/** INV-28: disturbed queries are back, lost or still inside; disruptions cut at most all connections cut. */
export const disruptionsAddUp = checkedInvariant('disruptionsAddUp', (record) => {
  return eachCompute(record, ({ name, arrived, in_flight, connections, disruptions }) => {
    const sums = Object.values(disruptions.by_cause);
    const of = (figure: keyof DisruptionSums): number => sumOf(sums, (each) => each[figure]);
    const out = of('disturbed') - of('back') - of('lost');
    if (out < 0 || out > in_flight) return `${name}: ${out} disturbed queries out, ${in_flight} in flight`;
    if (of('connections_dropped') > connections.dropped) {
      return `${name}: disruptions cut ${of('connections_dropped')} of ${connections.dropped} connections`;
    }
    if (disruptions.recovery.count !== of('back')) {
      return `${name}: ${of('back')} back, ${disruptions.recovery.count} times of recovery`;
    }
    return firstProblem(disruptions.kept, (one) => {
      const { at_seconds, recovery_p50_seconds: half = 0, recovery_p99_seconds: all = half } = one;
      const plausible = one.disturbed <= arrived && one.back + one.lost <= one.disturbed && atMost(half, all);
      return plausible ? undefined : `${name} at ${at_seconds} s: ${JSON.stringify(one)}`;
    });
  });
});

/** INV-29: attempts that waited in the pooler passed through it, and its clients never exceeded the limit. */
export const poolerIsBounded = checkedInvariant('poolerIsBounded', (record) => {
  const { pooler_max_clients } = record.scenario.model;
  return eachCompute(record, ({ name, pooler, attempts }) => {
    const { clients_peak, waiting_peak, queued, wait } = pooler;
    if (clients_peak > pooler_max_clients) return `${name}: ${clients_peak} clients of ${pooler_max_clients}`;
    if (waiting_peak > clients_peak) return `${name}: ${waiting_peak} in line of ${clients_peak} clients`;
    return queued <= attempts.made && wait.count <= queued
      ? undefined
      : `${name}: ${wait.count} waits, ${queued} queued of ${attempts.made} attempts`;
  });
});

/** INV-30: unavailable time by cause adds up to the unavailable time, which lies within the run. */
export const unavailabilityHasCauses = checkedInvariant('unavailabilityHasCauses', (record) => {
  const { duration_seconds } = record.observations;
  return eachCompute(record, ({ name, unavailable_seconds, unavailable_by_cause }) => {
    const all = sum(Object.values(unavailable_by_cause));
    return agrees(all, unavailable_seconds) && atMost(unavailable_seconds, duration_seconds)
      ? undefined
      : `${name}: ${unavailable_seconds} s unavailable of ${duration_seconds}, ${all} s by cause`;
  });
});

/** INV-31: an overloaded compute is active and has had a backlog, and attempts wait in their own pools. */
export const waitsAreAccounted = checkedInvariant('waitsAreAccounted', (record) => {
  return eachCompute(record, ({ name, overload, active_seconds, client_pool_wait, attempts }) => {
    const { seconds, longest_backlog_seconds } = overload;
    if (!atMost(seconds, active_seconds) || seconds > 0 !== longest_backlog_seconds > OVERLOAD_SECONDS) {
      return `${name}: ${seconds} s overloaded of ${active_seconds}, longest backlog ${longest_backlog_seconds} s`;
    }
    return client_pool_wait.count <= attempts.made
      ? undefined
      : `${name}: ${client_pool_wait.count} waits of ${attempts.made} attempts`;
  });
});

/** The invariants of clients, INV-27 to INV-31. */
export const CLIENT_INVARIANTS: readonly Invariant[] = [
  { id: 'INV-27', name: 'attempts are conserved', check: attemptsAreConserved },
  { id: 'INV-28', name: 'disruptions add up', check: disruptionsAddUp },
  { id: 'INV-29', name: 'the pooler keeps its limits', check: poolerIsBounded },
  { id: 'INV-30', name: 'unavailable time has causes', check: unavailabilityHasCauses },
  { id: 'INV-31', name: 'overload and waits are accounted for', check: waitsAreAccounted },
];

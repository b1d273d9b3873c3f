import type { CpuLimit } from '../../compute/cpu-limit.js';
import { sum, sumOf } from '../../kernel/sums.js';
import { cpuLimitOf } from '../../scenario/model/cpu-constants.js';
import type { ComputeObservations } from '../../simulation/run/observation.js';
import { type LoadSpecification, targets } from '../../workload/load-specification.js';
import { agrees, atMost, checkedInvariant, eachCompute, type Invariant } from './invariant.js';

const counts = (errors: Readonly<Record<string, number>>): number => sum(Object.values(errors));

/** INV-1: every query that arrived has completed, failed, or is still inside. */
export const queriesAreConserved = checkedInvariant('queriesAreConserved', (record) => {
  return eachCompute(record, ({ name, arrived, completed, failed, in_flight }) =>
    arrived === completed + failed + in_flight
      ? undefined
      : `${name}: ${arrived} arrived, but ${completed} completed + ${failed} failed + ${in_flight} in flight`,
  );
});

/** INV-2: the failures by error add up to all failures. */
export const failuresHaveReasons = checkedInvariant('failuresHaveReasons', (record) => {
  return eachCompute(record, ({ name, failed, failed_by_error }) =>
    counts(failed_by_error) === failed
      ? undefined
      : `${name}: ${failed} failed, ${counts(failed_by_error)} by error`,
  );
});

/** INV-3: the latency histogram contains every completed query, none longer than the run. */
export const latenciesAreComplete = checkedInvariant('latenciesAreComplete', (record) => {
  const { duration_seconds } = record.scenario;
  return eachCompute(record, ({ name, completed, latency }) => {
    if (latency.count !== completed) return `${name}: ${completed} completed, ${latency.count} latencies`;
    return atMost(latency.max, duration_seconds)
      ? undefined
      : `${name}: a latency of ${latency.max} s in a run of ${duration_seconds} s`;
  });
});

/** INV-4: a load's clients make no more attempts than their retry policy allows. */
export const retriesAreBounded = checkedInvariant('retriesAreBounded', (record) => {
  return eachCompute(record, ({ name, arrived, retried_by_error }) => {
    const loads = record.scenario.load.filter((load) => targets(load, name));
    const attempts = Math.max(1, ...loads.map((load) => load.retry.attempts));
    const retried = counts(retried_by_error);
    return retried <= (attempts - 1) * arrived
      ? undefined
      : `${name}: ${retried} retries of ${arrived} queries with at most ${attempts} attempts`;
  });
});

/** The errors of refused attempts. */
const REFUSALS = ['53300', '08P01', 'XX000', '57P03'] as const;

/**
 * INV-5: every refused attempt, and no other, has failed or been retried with 53300, 08P01, XX000 or 57P03. If a load
 * opens connections without a query, some refusals belong to no attempt.
 */
export const refusalsAreAccounted = checkedInvariant('refusalsAreAccounted', (record) => {
  return eachCompute(record, ({ name, connections, failed_by_error, retried_by_error }) => {
    const refused = sumOf(
      REFUSALS,
      (error) => (failed_by_error[error] ?? 0) + (retried_by_error[error] ?? 0),
    );
    const opens = record.scenario.load.some((load) => targets(load, name) && opensIdleConnections(load));
    return (opens ? refused <= connections.refused : refused === connections.refused)
      ? undefined
      : `${name}: ${connections.refused} refused, ${refused} attempts with ${REFUSALS.join(', ')}`;
  });
});

function opensIdleConnections({ connection }: LoadSpecification): boolean {
  const { kind } = connection;
  return kind === 'listen' || kind === 'replication' || (kind === 'pool' && connection.min_idle > 0);
}

/** INV-6: queries that found the compute suspended have arrived, and those that waited for a wake were delayed. */
export const delaysAreOrdered = checkedInvariant('delaysAreOrdered', (record) => {
  return eachCompute(record, (one) => {
    const { name, arrived, delayed, found_idle, delay, retried_by_error } = one;
    if (delayed > arrived) return `${name}: ${delayed} delayed of ${arrived} arrived`;
    if (found_idle > arrived) return `${name}: ${found_idle} found it idle of ${arrived} arrived`;
    // A query that a restart cuts off may retry and wait for a second start.
    return delay.count <= delayed + counts(retried_by_error)
      ? undefined
      : `${name}: ${delay.count} waits of ${delayed} delayed queries`;
  });
});

/** INV-7: cache misses are at most the page reads, and used vCPU-seconds at most those offered. */
export const resourcesAreOffered = checkedInvariant('resourcesAreOffered', (record) => {
  const limit = cpuLimitOf(record.scenario.model);
  return eachCompute(record, (seen) => {
    const { name, pages_read, pages_missed, cpu_seconds, vcpu_seconds } = seen;
    if (pages_missed < 0 || pages_missed > pages_read) {
      return `${name}: ${pages_missed} misses of ${pages_read} page reads`;
    }
    return cpu_seconds >= 0 && atMost(cpu_seconds, vcpu_seconds + quotaRefills(limit, seen))
      ? undefined
      : `${name}: ${cpu_seconds} vCPU-seconds used of ${vcpu_seconds}`;
  });
});

/** Maximum vCPU-seconds from full quotas: each size begins with one, perhaps when little of its period is left. */
function quotaRefills(limit: CpuLimit, seen: ComputeObservations): number {
  if (limit.kind === 'share') return 0;
  const { wakes, restarts, resizes, scaling, max_cu } = seen;
  const sizes = 1 + wakes + restarts + resizes + scaling.migrations;
  return 2 * sizes * limit.quota_burst * max_cu * limit.period_seconds;
}

/** INV-8, Little's law: the mean number inside times the run's length is the total time that queries spent there. */
export const littlesLawHolds = checkedInvariant('littlesLawHolds', (record) => {
  const { duration_seconds } = record.observations;
  return eachCompute(record, ({ name, mean_in_system, latency, failed, in_flight }) => {
    const inside = mean_in_system * duration_seconds;
    const drained = failed === 0 && in_flight === 0;
    return (drained ? agrees(inside, latency.sum) : atMost(latency.sum, inside))
      ? undefined
      : `${name}: ${inside} query-seconds inside, ${latency.sum} of completed queries${drained ? ', which were all' : ''}`;
  });
});

/** The invariants of queries, INV-1 to INV-8. */
export const QUERY_INVARIANTS: readonly Invariant[] = [
  { id: 'INV-1', name: 'queries are conserved', check: queriesAreConserved },
  { id: 'INV-2', name: 'failures by error add up', check: failuresHaveReasons },
  { id: 'INV-3', name: 'latencies are those of completed queries', check: latenciesAreComplete },
  { id: 'INV-4', name: 'retries stay within the policy', check: retriesAreBounded },
  { id: 'INV-5', name: 'refused attempts are accounted for', check: refusalsAreAccounted },
  { id: 'INV-6', name: 'delayed queries include those that waited', check: delaysAreOrdered },
  { id: 'INV-7', name: 'use never exceeds what is offered', check: resourcesAreOffered },
  { id: 'INV-8', name: "Little's law holds", check: littlesLawHolds },
];

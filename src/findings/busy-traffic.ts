import { getOrCreate } from '../kernel/get-or-create.js';
import { randomStream } from '../kernel/random-stream.js';
import { sumOf } from '../kernel/sums.js';
import type { Scenario } from '../scenario/scenario.js';
import { type ArrivalsWithin, arrivalsWithin } from '../workload/arrival/arrivals-within.js';
import { expectedQueries, uncontendedSeconds } from '../workload/arrival/expected-queries.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import type { ComputeSeen } from './computes-seen.js';
import { clockedPauses } from './pauses.js';

/** With this many expected queries within a timeout, a timeout without any is rare: e^−5, one in 150. */
const NEVER_QUIET = 5;

const NEVER_LEFT_ALONE = new WeakMap<ComputeSeen, boolean>();

/**
 * Whether a compute rarely has the quiet time to suspend even without periodic loads: because an application's traffic
 * never falls below many queries per timeout, or because of a subscriber of replication.
 */
export function isKeptAwake(seen: ComputeSeen, scenario: Scenario): boolean {
  if (seen.timeout_seconds === Number.POSITIVE_INFINITY) return true;
  const subscribed = seen.loads.some(
    ({ connection }) => connection.kind === 'replication' && connection.clients > 0,
  );
  return subscribed || isNeverLeftAlone(seen, scenario);
}

/** The same by the traffic of applications only. */
export function isNeverLeftAlone(seen: ComputeSeen, scenario: Scenario): boolean {
  return getOrCreate(NEVER_LEFT_ALONE, seen, ({ compute, loads, timeout_seconds }) => {
    const traffic = loads.filter((load) => clockedPauses(load, scenario) === undefined);
    const least = sumOf(traffic, (load) => arrivalsAt(compute.name, load, timeout_seconds, scenario).least);
    return least >= NEVER_QUIET;
  });
}

/** Expected arrivals of a load at one compute within any interval of this many seconds. */
export function arrivalsAt(
  compute: string,
  load: LoadSpecification,
  stretch_seconds: number,
  { seed, duration_seconds }: Scenario,
): ArrivalsWithin {
  const streamFor = (purpose: string) => randomStream(seed, 0, load.name, purpose);
  const { least, most } = arrivalsWithin(load, stretch_seconds, duration_seconds, streamFor);
  const share = shareAt(compute, load);
  return { least: least * share, most: most * share };
}

/** The share of a run that a load's queries spend at work on a compute, if they do not slow each other down. */
export function shareAtWork(
  { compute }: Pick<ComputeSeen, 'compute'>,
  load: LoadSpecification,
  { seed, duration_seconds }: Scenario,
): number {
  const streamFor = (purpose: string) => randomStream(seed, 0, load.name, purpose);
  const queries = expectedQueries(load, duration_seconds, streamFor) * shareAt(compute.name, load);
  const slower = 1 / Math.min(1, compute.autoscaling_limit_min_cu);
  return (queries * uncontendedSeconds(load) * slower) / duration_seconds;
}

/** The share of a load's queries that goes to a compute. */
function shareAt(compute: string, { route }: LoadSpecification): number {
  const own = route.targets.find((target) => target.compute === compute);
  return own === undefined ? 0 : own.weight / sumOf(route.targets, ({ weight }) => weight);
}

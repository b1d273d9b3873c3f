import { largest } from '../kernel/distribution.js';
import { mean } from '../kernel/distribution-moments.js';
import type { Scenario } from '../scenario/scenario.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import { arrivalsAt, isKeptAwake } from './busy-traffic.js';
import type { ComputeSeen } from './computes-seen.js';
import { digits, seconds } from './words.js';

/** A load that keeps a compute awake, and the reason. */
export interface Keeper {
  readonly load: LoadSpecification;
  /** Continues a sentence after the load's name. */
  readonly reason: string;
}

/** A client that reconnects within this share of the timeout leaves the compute almost no sleep. */
const AT_ONCE = 0.05;

/** The loads whose connections alone keep a compute awake. */
export function holdersOf(seen: ComputeSeen, scenario: Scenario): readonly Keeper[] {
  return seen.loads.flatMap((load): readonly Keeper[] => {
    const reason = reasonOf(load, seen, scenario);
    return reason === undefined ? [] : [{ load, reason }];
  });
}

/** The loads that keep a compute awake alone or, for traffic, together; polls are reported separately. */
export function keepersOf(seen: ComputeSeen, scenario: Scenario): readonly Keeper[] {
  const alone = holdersOf(seen, scenario);
  if (alone.length > 0 || !isKeptAwake(seen, scenario)) return alone;
  return seen.loads.flatMap((load): readonly Keeper[] => {
    const { least } = arrivalsAt(seen.compute.name, load, seen.timeout_seconds, scenario);
    if (least === 0) return [];
    return [{ load, reason: `sends ${digits(least)} or more queries per ${seconds(seen.timeout_seconds)}` }];
  });
}

function reasonOf(load: LoadSpecification, seen: ComputeSeen, scenario: Scenario): string | undefined {
  const { connection, retry } = load;
  const returnsAtOnce = retry.first_seconds <= AT_ONCE * seen.timeout_seconds;
  switch (connection.kind) {
    case 'replication':
      return connection.clients > 0 ? 'subscribes to changes, which counts as activity' : undefined;
    case 'listen':
      return connection.clients > 0 && returnsAtOnce
        ? 'connects again right after each suspend to listen'
        : undefined;
    case 'pool':
      if (testsUntil(connection, seen.timeout_seconds))
        return `tests its idle connections every ${seconds(connection.keepalive_seconds!)}, which counts as activity`;
      return connection.min_idle > 0 && connection.stale === 'noticed'
        ? `opens its ${Math.min(connection.min_idle, connection.size)} idle connections again right after each suspend`
        : undefined;
    case 'session':
      return sessionReason(load, connection, seen, scenario);
    case 'per_query':
      return undefined;
  }
}

/** Whether a pool keeps idle connections and tests them before the compute suspends. */
function testsUntil(
  {
    keepalive_seconds,
    idle_timeout_seconds,
    max_lifetime_seconds,
    min_idle,
  }: Extract<LoadSpecification['connection'], { kind: 'pool' }>,
  timeout_seconds: number,
): boolean {
  if (keepalive_seconds === undefined || keepalive_seconds >= timeout_seconds) return false;
  return min_idle > 0 || (idle_timeout_seconds ?? max_lifetime_seconds) === undefined;
}

/** The reason of sessions that overlap for the whole run and query, or hold a transaction open, without a pause. */
function sessionReason(
  load: LoadSpecification,
  {
    in_transaction,
    think_seconds,
    hold_seconds,
    queries,
  }: Extract<LoadSpecification['connection'], { kind: 'session' }>,
  { compute, timeout_seconds }: ComputeSeen,
  scenario: Scenario,
): string | undefined {
  const pause = think_seconds === undefined ? Number.POSITIVE_INFINITY : largest(think_seconds);
  const limit = in_transaction ? scenario.model.idle_in_transaction_timeout : timeout_seconds;
  if (!(pause < limit)) return undefined;
  const think = think_seconds === undefined ? 0 : mean(think_seconds);
  const stays =
    hold_seconds === undefined
      ? queries === undefined
        ? 0
        : (mean(queries) - 1) * think
      : mean(hold_seconds);
  const { duration_seconds } = scenario;
  if (!(stays > 0)) return undefined;
  // One session that starts early and stays to the end, or enough that one is always present.
  const early = arrivalsAt(compute.name, load, AT_ONCE * duration_seconds, scenario);
  const isThere =
    stays >= duration_seconds ? early.most >= 1 : arrivalsAt(compute.name, load, stays, scenario).least >= 1;
  if (!isThere) return undefined;
  return in_transaction
    ? 'keeps a transaction open'
    : `keeps a session open that asks every ${seconds(think)}`;
}

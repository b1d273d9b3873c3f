import { isSuspendedByTimeout, policyOf } from '../../compute/policy/own-policies.js';
import { DEFAULT_SIZE_POLICY } from '../../compute/policy/size-policies.js';
import { PROXY_LIMITS } from '../../compute/proxy-limits.js';
import { type RandomStream, randomStream } from '../../kernel/random-stream.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import {
  type ConnectionSpecification,
  type LoadSpecification,
  type PoolSpecification,
  targets,
} from '../../workload/load-specification.js';
import { rateBounds } from '../../workload/rate/rate-bounds.js';
import type { WholeReason } from '../run/fidelity-observations.js';
import { type RateAhead, rateAhead } from './rate-ahead.js';
import { SPARSE_RATE, TICK_SECONDS } from './tick-plan.js';

/** Arrivals per second below which a load is simulated completely: one in twenty ticks. */
const RARE_RATE = 0.05 / TICK_SECONDS;
/** On a compute with fewer queries than this at rates that allow gaps, planning ticks costs more than it saves. */
const FEW_QUERIES = 50_000;
/** Connections per second that the platform's proxy never limits, less a tenth. It does not see left-out ones. */
const UNLIMITED_RATE =
  0.9 * Math.min(...PROXY_LIMITS.connection_rate.map(({ most, seconds }) => most / seconds));

/** The loads of a compute by index: those whose queries can be left out, and those that are simulated completely. */
export interface HybridLoads {
  readonly thinned: readonly number[];
  readonly whole: readonly number[];
}

/**
 * The loads of a compute that allows gaps. Each sends to this compute only. Loads with Poisson arrivals or recorded
 * counts, over connections that depend only on their queries, are left out in part. Jobs and other arrivals are
 * simulated completely, together with all work at the same time.
 *
 * @param streamFor returns fresh copies of a load's streams by its index, so that a random rate follows the same path
 * @returns the reason if the compute is simulated completely
 */
export function hybridLoads(
  { load, model, computes, duration_seconds }: Scenario,
  compute: string,
  streamFor: (load: number, purpose: string) => RandomStream,
): HybridLoads | WholeReason {
  if (!computes.some((one) => one.name === compute && decidesByLoad(one))) return 'policy';
  const thinned: number[] = [];
  const whole: number[] = [];
  let most = 0;
  let connections = 0;
  for (const [index, one] of load.entries()) {
    if (!targets(one, compute) || one.process.kind === 'none') continue;
    if (one.route.targets.length > 1) return 'route';
    if (one.query.memory_growth_seconds !== undefined) return 'memory';
    if (isThinned(one, model.proxy)) {
      thinned.push(index);
      most += mostRate(one);
      if (one.connection.kind === 'per_query') connections += mostRate(one);
    } else if (comesAndGoes(one)) whole.push(index);
    else return 'arrivals';
  }
  if (thinned.length === 0 && whole.some((index) => mostRate(load[index]!) >= SPARSE_RATE)) return 'arrivals';
  if (most < SPARSE_RATE) return 'sparse';
  if (model.proxy === 'platform' && connections > UNLIMITED_RATE) return 'arrivals';
  const rates = thinned.map((index) =>
    rateAhead(load[index]!, (purpose: string) => streamFor(index, purpose)),
  );
  return hasMany(rates, duration_seconds) ? { thinned, whole } : 'few_queries';
}

/** Whether a hybrid run leaves out queries of any compute: in the first replication, if rates are random. */
export function isSampled(scenario: Scenario): boolean {
  const { seed, load, computes } = scenario;
  return computes.some(({ name }) => {
    const found = hybridLoads(scenario, name, (index, purpose) =>
      randomStream(seed, 0, load[index]!.name, purpose),
    );
    return typeof found !== 'string';
  });
}

/** Whether sizes follow the load average, sampled once per tick, and suspension waits at least a minute. */
function decidesByLoad(compute: ComputeSpecification): boolean {
  return policyOf('size', compute.size_policy) === DEFAULT_SIZE_POLICY && isSuspendedByTimeout(compute);
}

function isThinned(load: LoadSpecification, proxy: string): boolean {
  const { process, connection, retry } = load;
  const memoryless =
    process.kind === 'poisson' || (process.kind === 'counts' && process.placement === 'uniform');
  if (!memoryless || retry.budget !== undefined || load.wakes === false) return false;
  if (process.kind === 'poisson' && process.rate.kind === 'constant' && mostRate(load) < RARE_RATE)
    return false;
  if (connection.kind === 'per_query') return proxy === 'transparent' || connection.via === 'pooler';
  return isQuietPool(connection) && connection.stale !== 'handed_out';
}

/** Whether a load leaves only idle connections between its queries. */
function comesAndGoes({ process, connection }: LoadSpecification): boolean {
  return process.kind !== 'closed' && (connection.kind === 'per_query' || isQuietPool(connection));
}

/** The only pool of a load, whose idle connections do nothing between queries. */
function isQuietPool(
  connection: ConnectionSpecification,
): connection is Extract<ConnectionSpecification, PoolSpecification> {
  return (
    connection.kind === 'pool' &&
    connection.keepalive_seconds === undefined &&
    connection.instances === undefined
  );
}

/** Upper bound on a load's arrivals per second, by its settings alone; Infinity if they may arrive all at once. */
function mostRate({ process }: LoadSpecification): number {
  if (process.kind === 'poisson') return rateBounds(process.rate).most;
  if (process.kind !== 'counts') return Number.POSITIVE_INFINITY;
  return process.counts.reduce((most, count) => Math.max(most, count), 0) / process.width_seconds;
}

/** Whether about this many queries arrive at rates that allow gaps; looks ahead no further than necessary. */
function hasMany(rates: readonly RateAhead[], duration_seconds: number): boolean {
  let found = 0;
  for (let from = 0; from < duration_seconds && found < FEW_QUERIES; ) {
    const tick = Math.min(from + TICK_SECONDS, duration_seconds);
    let rate = 0;
    let most = 0;
    let until = duration_seconds;
    for (const one of rates) {
      rate += one.see(from, tick).mean;
      most += one.most;
      until = Math.min(until, one.most_until);
    }
    if (rate >= SPARSE_RATE) found += rate * (tick - from);
    // The rest of its window: rates are smooth there, and close to the maximum.
    if (most >= SPARSE_RATE && until > tick) found += most * (until - tick);
    from = Math.max(tick, until);
  }
  return found >= FEW_QUERIES;
}

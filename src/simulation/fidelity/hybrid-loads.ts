import { DEFAULT_SIZE_POLICY } from '../../compute/policy/size-policies.js';
import { PROXY_LIMITS } from '../../compute/proxy-limits.js';
import { type RandomStream, randomStream } from '../../kernel/random-stream.js';
import { isSuspendedByTimeout, policyOf } from '../../scenario/policy/own-policies.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { goesTo, type LoadSpecification } from '../../workload/load-specification.js';
import { rateBounds } from '../../workload/rate/rate-bounds.js';
import type { WholeReason } from '../run/fidelity-observations.js';
import { type RateAhead, rateAhead } from './rate-ahead.js';
import { SPARSE_RATE, TICK_SECONDS } from './tick-plan.js';

/** Arrivals a second below which a load is simulated whole: one tick in twenty. */
const RARE_RATE = 0.05 / TICK_SECONDS;
/** Of a compute with fewer queries than these at rates at which some can be left out, planning its ticks costs more than is left out. */
const FEW_QUERIES = 50_000;
/** Connections a second that the platform's proxy does not limit, a tenth left for chance; it does not see those of queries that are left out. */
const UNLIMITED_RATE =
  0.9 * Math.min(...PROXY_LIMITS.connection_rate.map(({ most, seconds }) => most / seconds));

/** The loads of a compute by their index: those whose queries can be left out, and those that are simulated whole. */
export interface HybridLoads {
  readonly thinned: readonly number[];
  readonly whole: readonly number[];
}

/**
 * The loads of a compute where queries can be left out. Each sends to it alone. Those that come as a Poisson process or as
 * recorded counts, over connections that depend on nothing but their queries, are left out in part; jobs and other
 * arrivals are simulated whole, and with them everything that goes on meanwhile.
 *
 * @param streamFor gives fresh copies of the streams of a load by its index, so that a random rate has the path that it will have
 * @returns why the compute is simulated whole, where it is
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
    if (!goesTo(one, compute) || one.process.kind === 'none') continue;
    if (one.route.targets.length > 1) return 'route';
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

/** Whether a run at hybrid fidelity leaves queries of any compute out: the first replication, where rates are random. */
export function leavesOut(scenario: Scenario): boolean {
  const { seed, load, computes } = scenario;
  return computes.some(({ name }) => {
    const found = hybridLoads(scenario, name, (index, purpose) =>
      randomStream(seed, 0, load[index]!.name, purpose),
    );
    return typeof found !== 'string';
  });
}

/** Whether sizes follow the load average, of which a tick is a sample, and suspends a time without queries, of a minute or more. */
function decidesByLoad(compute: ComputeSpecification): boolean {
  return policyOf('size', compute.size_policy) === DEFAULT_SIZE_POLICY && isSuspendedByTimeout(compute);
}

function isThinned(load: LoadSpecification, proxy: string): boolean {
  const { process, connection, retry } = load;
  const memoryless =
    process.kind === 'poisson' || (process.kind === 'counts' && process.placement === 'uniform');
  if (!memoryless || retry.budget !== undefined) return false;
  if (process.kind === 'poisson' && process.rate.kind === 'constant' && mostRate(load) < RARE_RATE)
    return false;
  if (connection.kind === 'per_query') return proxy === 'transparent' || connection.via === 'pooler';
  return connection.kind === 'pool' && connection.stale !== 'handed_out';
}

/** Whether nothing of a load is there between its queries but idle connections. */
function comesAndGoes({ process, connection }: LoadSpecification): boolean {
  return process.kind !== 'closed' && (connection.kind === 'per_query' || connection.kind === 'pool');
}

/** Arrivals a second that a load never exceeds, by its settings alone; Infinity for what may come all at once. */
function mostRate({ process }: LoadSpecification): number {
  if (process.kind === 'poisson') return rateBounds(process.rate).most;
  if (process.kind !== 'counts') return Number.POSITIVE_INFINITY;
  return process.counts.reduce((most, count) => Math.max(most, count), 0) / process.width_seconds;
}

/** Whether many queries come at rates at which some can be left out, about; looks no further than it has to. */
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
    // What is left of its window: there rates are smooth, and hardly less than at most.
    if (most >= SPARSE_RATE && until > tick) found += most * (until - tick);
    from = Math.max(tick, until);
  }
  return found >= FEW_QUERIES;
}

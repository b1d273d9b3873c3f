import { DEFAULT_SIZE_POLICY } from '../../compute/policy/size-policies.js';
import { isSuspendedByTimeout, policyOf } from '../../scenario/policy/own-policies.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { goesTo, type LoadSpecification } from '../../workload/load-specification.js';
import { SPARSE_RATE, TICK_SECONDS } from './tick-plan.js';

/** Arrivals a second below which a load is simulated whole: one tick in twenty. */
const RARE_RATE = 0.05 / TICK_SECONDS;

/** The loads of a compute by their index: those whose queries can be left out, and those that are simulated whole. */
export interface HybridLoads {
  readonly thinned: readonly number[];
  readonly whole: readonly number[];
}

/**
 * The loads of a compute where queries can be left out. Each sends to it alone. Those that come as a Poisson process or as
 * recorded counts, over connections that depend on nothing but their queries, are left out in part; jobs and other
 * arrivals are simulated whole, and with them everything that goes on meanwhile. `undefined` where there is a load that is
 * always there, such as sessions or a closed loop, or none to leave out.
 */
export function hybridLoads({ load, model, computes }: Scenario, compute: string): HybridLoads | undefined {
  if (!computes.some((one) => one.name === compute && decidesByLoad(one))) return undefined;
  const thinned: number[] = [];
  const whole: number[] = [];
  let most = 0;
  for (const [index, one] of load.entries()) {
    if (!goesTo(one, compute) || one.process.kind === 'none') continue;
    if (one.route.targets.length > 1) return undefined;
    if (isThinned(one, model.proxy)) {
      thinned.push(index);
      most += constantRate(one) ?? Number.POSITIVE_INFINITY;
    } else if (comesAndGoes(one)) whole.push(index);
    else return undefined;
  }
  // Rates that are always sparse leave nothing to leave out.
  return most < SPARSE_RATE ? undefined : { thinned, whole };
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
  if ((constantRate(load) ?? Number.POSITIVE_INFINITY) < RARE_RATE) return false;
  if (connection.kind === 'per_query') return proxy === 'transparent' || connection.via === 'pooler';
  return connection.kind === 'pool' && connection.stale === 'noticed';
}

/** Whether nothing of a load is there between its queries but idle connections. */
function comesAndGoes({ process, connection }: LoadSpecification): boolean {
  return process.kind !== 'closed' && (connection.kind === 'per_query' || connection.kind === 'pool');
}

function constantRate({ process }: LoadSpecification): number | undefined {
  return process.kind === 'poisson' && process.rate.kind === 'constant' ? process.rate.per_second : undefined;
}

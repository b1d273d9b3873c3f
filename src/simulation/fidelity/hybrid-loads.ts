import { DEFAULT_SIZE_POLICY } from '../../compute/policy/size-policies.js';
import { isSuspendedByTimeout, policyOf } from '../../scenario/policy/own-policies.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { goesTo, type LoadSpecification } from '../../workload/load-specification.js';
import { SPARSE_RATE } from './tick-plan.js';

/**
 * The loads of a compute, by their index, where queries can be left out: each sends to it alone, comes as a Poisson process
 * or as recorded counts, and holds connections that depend on nothing but its queries. `undefined` where there is
 * another one, or none.
 */
export function hybridLoads(
  { load, model, computes }: Scenario,
  compute: string,
): readonly number[] | undefined {
  if (!computes.some((one) => one.name === compute && decidesByLoad(one))) return undefined;
  const found: number[] = [];
  for (const [index, one] of load.entries()) {
    if (!goesTo(one, compute)) continue;
    if (!canBeLeftOut(one, model.proxy)) return undefined;
    if (one.process.kind !== 'none') found.push(index);
  }
  return found.length === 0 ? undefined : found;
}

/** Whether sizes follow the load average, of which a tick is a sample, and suspends a time without queries, of a minute or more. */
function decidesByLoad(compute: ComputeSpecification): boolean {
  return policyOf('size', compute.size_policy) === DEFAULT_SIZE_POLICY && isSuspendedByTimeout(compute);
}

function canBeLeftOut({ route, process, connection, retry }: LoadSpecification, proxy: string): boolean {
  if (process.kind === 'none') return true;
  if (route.targets.length > 1) return false;
  const memoryless =
    process.kind === 'poisson' || (process.kind === 'counts' && process.placement === 'uniform');
  if (!memoryless || retry.budget !== undefined) return false;
  // A rate that is always sparse leaves nothing to leave out.
  if (process.kind === 'poisson' && process.rate.kind === 'constant' && process.rate.per_second < SPARSE_RATE)
    return false;
  if (connection.kind === 'per_query') return proxy === 'transparent' || connection.via === 'pooler';
  return (
    connection.kind === 'pool' &&
    connection.min_idle === 0 &&
    connection.idle_timeout_seconds === undefined &&
    connection.max_lifetime_seconds === undefined &&
    connection.stale === 'noticed'
  );
}

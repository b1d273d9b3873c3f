import type { DemandForesight } from '../../compute/policy/interface/size-policy.js';
import { sampler } from '../../kernel/sampler.js';
import { weightedIndex } from '../../kernel/weighted-index.js';
import { arrivalSource } from '../../workload/arrival/arrival-source.js';
import { type LoadSpecification, targets } from '../../workload/load-specification.js';
import type { RunContext } from '../run/run-context.js';

/**
 * CPU demand of all arrivals at a compute during the run, from fresh copies of the streams that the run will draw
 * from. For a session, or a client of a closed loop, only the first query is predicted: the times of the
 * others depend on the run. The same applies to a query routed by least connections: each target is
 * assigned its share of every query. By weight, each query goes to the same target as in the run unless one is lost.
 */
export function demandForesight(
  context: RunContext,
  compute: string,
  window_seconds: number,
): DemandForesight {
  const { load, duration_seconds } = context.scenario;
  const vcpu = new Float64Array(Math.ceil(duration_seconds / window_seconds));
  for (const each of load) {
    if (!targets(each, compute)) continue;
    const { name, process, query } = each;
    const share = shareOfNext(context, each, compute);
    const source = arrivalSource(process, (purpose) => context.stream(name, purpose), duration_seconds);
    const cpu = sampler(query.cpu_seconds, context.stream(name, 'cpu'));
    for (let at = source.next(); at < duration_seconds; at = source.next()) {
      const window = Math.min(vcpu.length - 1, Math.floor(at / window_seconds));
      vcpu[window]! += (cpu() * share()) / window_seconds;
    }
  }
  return { window_seconds, vcpu };
}

export function shareOfNext(
  context: RunContext,
  { name, route }: LoadSpecification,
  compute: string,
): () => number {
  const { by, targets } = route;
  const mine = targets.findIndex((target) => target.compute === compute);
  const weights = targets.map(({ weight }) => weight);
  if (targets.length === 1) return () => 1;
  if (by === 'least_connections') {
    const share = weights[mine]! / weights.reduce((sum, weight) => sum + weight, 0);
    return () => share;
  }
  const stream = context.stream(name, 'route');
  return () => (weightedIndex(weights, stream.uniform()) === mine ? 1 : 0);
}

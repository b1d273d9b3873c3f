import type { DemandForesight } from '../compute/policy/size-policy.js';
import { sampler } from '../kernel/sampler.js';
import { arrivalSource } from '../workload/arrival/arrival-source.js';
import { goesTo } from '../workload/load-specification.js';
import type { RunContext } from './run-context.js';

/**
 * What the arrivals of the whole run will ask of a compute's CPU, from fresh copies of the very streams that the run
 * itself will draw from. Of a session only the first query is foreseen: when the others come depends on the run.
 */
export function demandForesight(
  context: RunContext,
  compute: string,
  window_seconds: number,
): DemandForesight {
  const { load, duration_seconds } = context.scenario;
  const vcpu = new Float64Array(Math.ceil(duration_seconds / window_seconds));
  for (const each of load) {
    if (!goesTo(each, compute)) continue;
    const { name, process, query } = each;
    const source = arrivalSource(process, (purpose) => context.stream(name, purpose), duration_seconds);
    const cpu = sampler(query.cpu_seconds, context.stream(name, 'cpu'));
    for (let at = source.next(); at < duration_seconds; at = source.next()) {
      const window = Math.min(vcpu.length - 1, Math.floor(at / window_seconds));
      vcpu[window]! += cpu() / window_seconds;
    }
  }
  return { window_seconds, vcpu };
}

import { sum } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Summary } from '../figures/summary.js';
import type { LaneLimits } from './course-data.js';

/**
 * What the curves of each lane are compared with: sizes and connections that are allowed, and the objective on latency. Of
 * all computes together the largest sizes add up, while the smallest ones do not, as some are suspended; connections are limited for each compute.
 * @param lanes names of the computes, or of all of them where a name is no compute's
 */
export function laneLimits(
  lanes: readonly string[],
  { computes: specified, events, slo }: Scenario,
  { computes }: Pick<Summary, 'computes'>,
): readonly LaneLimits[] {
  const latency_p99_ms = slo.find(({ objective }) => objective === 'latency_p99')?.target ?? null;
  // Limits that an event changes are no lines.
  const changed = new Set(events.flatMap((event) => ('compute' in event ? [event.compute] : [])));
  return lanes.map((lane): LaneLimits => {
    const own = specified.filter(({ name }) => name === lane);
    const of = own.length === 0 ? specified : own;
    const [only] = of.length === 1 ? of : [];
    const steady = of.every(({ name }) => !changed.has(name));
    const slots = computes.find(({ name }) => name === only?.name)?.connections.limit;
    return {
      min_cu: (steady && only?.autoscaling_limit_min_cu) || null,
      max_cu: steady ? sum(of.map((each) => each.autoscaling_limit_max_cu)) : null,
      latency_p99_ms,
      max_connections: (steady && slots) || null,
    };
  });
}

import { sum } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Summary } from '../../study/run/summary.js';
import type { LaneLimits } from './course-data.js';

/**
 * The limits for the curves of each lane: allowed sizes and connections, and the objective on latency. For all computes
 * together the largest sizes add up, but not the smallest, because some are suspended. Connections are limited per compute.
 * @param lanes names of the computes; any other name means all of them
 */
export function laneLimits(
  lanes: readonly string[],
  { computes: specified, events, slo }: Scenario,
  { computes }: Pick<Summary, 'computes'>,
): readonly LaneLimits[] {
  const latency_p99_ms = slo.find(({ objective }) => objective === 'latency_p99')?.target ?? null;
  // Limits that an event changes are not drawn.
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

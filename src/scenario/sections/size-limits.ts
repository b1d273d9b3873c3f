import type { ComputeSpecification } from '../specification/compute-specification.js';
import type { ScenarioEvent } from './events.js';

/** Smallest and largest size of a compute in CU, from the start and after each update. */
export function sizeLimits(
  events: readonly ScenarioEvent[],
  { name, autoscaling_limit_min_cu: least, autoscaling_limit_max_cu: most }: ComputeSpecification,
): readonly (readonly [least: number, most: number])[] {
  const updated = events.flatMap((event): (readonly [number, number])[] => {
    if (event.kind !== 'update' || event.compute !== name) return [];
    const { autoscaling_limit_min_cu = least, autoscaling_limit_max_cu = most } = event.set;
    return [[autoscaling_limit_min_cu, autoscaling_limit_max_cu]];
  });
  return [[least, most], ...updated];
}

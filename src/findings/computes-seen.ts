import { idleTimeout } from '../compute/lifecycle/suspend-timeout.js';
import { configuredMaxConnections } from '../compute/size.js';
import { HOURS_PER_MONTH } from '../cost/compute-cost.js';
import { loadNameOf } from '../scenario/fleet/load-name.js';
import { isSuspendedByTimeout } from '../scenario/policy/own-policies.js';
import type { ComputeSpecification, Scenario } from '../scenario/scenario.js';
import { priceAtStart } from '../vendors/price-stretch.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import type { FindingPlace } from './finding.js';

/** A compute as the rules see it; of a fleet the first tenant of each class stands for the others. */
export interface ComputeSeen {
  readonly index: number;
  readonly compute: ComputeSpecification;
  /** Its loads, by the names that the file has. */
  readonly loads: readonly LoadSpecification[];
  /** Seconds after which it suspends by its own settings; Infinity where it never does, or something else decides. */
  readonly timeout_seconds: number;
  /** Connections that it has for clients. */
  readonly slots: number;
  /** What a month uses in which it is never suspended, at its minimum size, and what that costs. */
  readonly awake_cu_hours_per_month: number;
  readonly awake_usd_per_month: number;
  /** The rate of the plan at the start. */
  readonly usd_per_cu_hour: number;
  readonly place: (...keys: readonly string[]) => FindingPlace;
}

/** The computes of a scenario. */
export function computesSeen(scenario: Scenario): readonly ComputeSeen[] {
  const { computes, fleet, load, model } = scenario;
  const { usd_per_cu_hour } = priceAtStart(scenario);
  const classes = new Set<string>();
  const places = computes.flatMap((_, index) => {
    if (fleet === undefined) return [index];
    const { class: name } = fleet.tenants[index]!;
    if (classes.has(name)) return [];
    classes.add(name);
    return [index];
  });
  return places.map((index) => {
    const compute = computes[index]!;
    const section = 'computes' as const;
    return {
      index,
      compute,
      loads: load
        .filter(({ route }) => route.targets.some((target) => target.compute === compute.name))
        .map((one) => ({ ...one, name: loadNameOf(scenario, one.name) })),
      timeout_seconds: isSuspendedByTimeout(compute) ? idleTimeout(compute) : Number.POSITIVE_INFINITY,
      slots: configuredMaxConnections(compute, model) - model.reserved_connections,
      awake_cu_hours_per_month: compute.autoscaling_limit_min_cu * HOURS_PER_MONTH,
      awake_usd_per_month: compute.autoscaling_limit_min_cu * HOURS_PER_MONTH * usd_per_cu_hour,
      usd_per_cu_hour,
      place: (...keys) => ({ section, name: fleet?.name ?? compute.name, keys }),
    };
  });
}

/** Where a load stands. */
export function placeOfLoad({ name }: { readonly name: string }, ...keys: readonly string[]): FindingPlace {
  return { section: 'load', name, keys };
}

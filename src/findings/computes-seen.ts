import { idleTimeout } from '../compute/lifecycle/suspend-timeout.js';
import { isSuspendedByTimeout } from '../compute/policy/own-policies.js';
import { configuredMaxConnections } from '../compute/size.js';
import { HOURS_PER_MONTH } from '../cost/compute-cost.js';
import { getOrCreate } from '../kernel/get-or-create.js';
import type { ComputeSpecification, Scenario } from '../scenario/scenario.js';
import { costOfMonth, type PriceEntry } from '../vendors/price-book.js';
import { priceAtStart } from '../vendors/price-stretch.js';
import { type LoadSpecification, targets } from '../workload/load-specification.js';
import { loadNameOf } from '../workload/tenants.js';
import type { FindingPlace } from './finding.js';

/** A compute as input to the rules; in a fleet, the first tenant of each class represents the others. */
export interface ComputeSeen {
  readonly index: number;
  readonly compute: ComputeSpecification;
  /** The loads that wake it, by their names in the file. */
  readonly loads: readonly LoadSpecification[];
  /** Seconds after which its settings suspend it; Infinity if it never suspends or another policy decides. */
  readonly timeout_seconds: number;
  /** Number of connections available to clients. */
  readonly slots: number;
  /** Monthly use without suspensions, at its minimum size, and its cost. */
  readonly awake_cu_hours_per_month: number;
  readonly awake_usd_per_month: number;
  readonly price: PriceEntry;
  readonly place: (...keys: readonly string[]) => FindingPlace;
}

const SEEN = new WeakMap<Scenario, readonly ComputeSeen[]>();

export function computesSeen(scenario: Scenario): readonly ComputeSeen[] {
  return getOrCreate(SEEN, scenario, seeComputes);
}

function seeComputes(scenario: Scenario): readonly ComputeSeen[] {
  const { computes, fleet, model } = scenario;
  const price = priceAtStart(scenario);
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
    const awake_cu_hours_per_month = compute.autoscaling_limit_min_cu * HOURS_PER_MONTH;
    return {
      index,
      compute,
      loads: loadsOf(compute, scenario).filter(({ wakes }) => wakes !== false),
      timeout_seconds: isSuspendedByTimeout(compute) ? idleTimeout(compute) : Number.POSITIVE_INFINITY,
      slots: configuredMaxConnections(compute, model) - model.reserved_connections,
      awake_cu_hours_per_month,
      awake_usd_per_month: usdOf(awake_cu_hours_per_month, awake_cu_hours_per_month, price),
      price,
      place: (...keys) => ({ section, name: fleet?.name ?? compute.name, keys }),
    };
  });
}

/** Work inside the database, which wakes nothing. */
export function jobsInside({ compute }: ComputeSeen, scenario: Scenario): readonly LoadSpecification[] {
  return loadsOf(compute, scenario).filter(({ wakes }) => wakes === false);
}

function loadsOf({ name }: ComputeSpecification, scenario: Scenario): readonly LoadSpecification[] {
  const own = scenario.load.filter((one) => targets(one, name));
  return own.map((one) => ({ ...one, name: loadNameOf(scenario, one.name) }));
}

/** The monthly saving of fewer CU-hours; those included in the plan save nothing. */
export function usdOf(fewer_cu_hours: number, cu_hours: number, price: PriceEntry): number {
  return costOfMonth(cu_hours, price) - costOfMonth(cu_hours - fewer_cu_hours, price);
}

export function placeOfLoad({ name }: { readonly name: string }, ...keys: readonly string[]): FindingPlace {
  return { section: 'load', name, keys };
}

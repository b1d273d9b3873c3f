import type { IdleSaving } from '../../cost/idle-saving.js';
import type { FleetSpecification, TenantSpecification } from '../../scenario/scenario.js';
import { type Concentration, concentrationOf } from '../../statistics/concentration.js';
import type { ComputeSummary } from './compute-summary.js';

/** How many tenants a ranking names. */
const RANKED = 10;

/** One tenant: what was drawn for it, and what of its figures fleets are ranked by. */
export interface TenantSummary extends Omit<TenantSpecification, 'phase'> {
  readonly cost_usd_per_month: number;
  /** Of what the fleet costs. */
  readonly cost_share: number;
  readonly wakes: number;
  readonly queries: number;
  /** Cost of idle time, what the shortest suspend timeout would save of it, and the wakes it would bring: estimates. */
  readonly idle_usd_per_month: number;
  readonly saving_usd_per_month: number;
  readonly saving_wakes_per_month: number;
}

/** The tenants of one class together. */
export interface ClassSummary {
  readonly name: string;
  readonly tenants: number;
  readonly cost_usd_per_month: number;
  readonly cost_share: number;
  readonly wakes: number;
  readonly queries: number;
  readonly saving_usd_per_month: number;
}

/** A tenant's place in a ranking. */
export interface RankedTenant {
  readonly compute: string;
  readonly class: string;
  readonly value: number;
}

/** A fleet's figures beyond those of its total: who costs what. */
export interface FleetSummary {
  readonly name: string;
  readonly tenants: number;
  /** Tenants of whom no query came. */
  readonly never_used: number;
  readonly classes: readonly ClassSummary[];
  /** How unevenly costs, queries and wakes are spread; `null` where there are none. */
  readonly concentration: Readonly<Record<'cost' | 'queries' | 'wakes', Concentration | null>>;
  /** What a tenant costs a month: mean and quantiles over the tenants (nearest rank). */
  readonly tenant_cost_usd_per_month: Readonly<
    Record<'mean' | 'p10' | 'p50' | 'p90' | 'p99' | 'max', number>
  >;
  readonly saving: {
    /** The shortest suspend timeout that the plan allows, which is what would save it. */
    readonly suspend_timeout_seconds: number;
    readonly idle_usd_per_month: number;
    readonly saving_usd_per_month: number;
    readonly saving_wakes_per_month: number;
  };
  /** The first ten by each measure; a value of 0 is left out. */
  readonly ranking: Readonly<
    Record<'cost_usd_per_month' | 'wakes' | 'saving_usd_per_month', readonly RankedTenant[]>
  >;
  /** All of them, in the order of `computes`. */
  readonly by_tenant: readonly TenantSummary[];
}

/**
 * The figures of a fleet.
 * @param computes one per tenant, in the order of the fleet
 * @param savings likewise, a month
 * @param shortest_timeout_seconds that the plan allows, by which the savings were estimated
 */
export function fleetSummary(
  fleet: FleetSpecification,
  computes: readonly ComputeSummary[],
  savings: readonly IdleSaving[],
  shortest_timeout_seconds: number,
): FleetSummary {
  const total_usd = sumOf(computes, ({ cost_usd_per_month }) => cost_usd_per_month);
  const tenants = fleet.tenants.map((tenant, index): TenantSummary => {
    const { phase: _phase, ...drawn } = tenant;
    const { cost_usd_per_month, wakes, queries } = computes[index]!;
    const { idle_usd, saving_usd, further_wakes } = savings[index]!;
    return {
      ...drawn,
      cost_usd_per_month,
      cost_share: total_usd > 0 ? cost_usd_per_month / total_usd : 0,
      wakes,
      queries: queries.arrived,
      idle_usd_per_month: idle_usd,
      saving_usd_per_month: saving_usd,
      saving_wakes_per_month: further_wakes,
    };
  });
  return {
    name: fleet.name,
    tenants: tenants.length,
    never_used: tenants.filter(({ queries }) => queries === 0).length,
    classes: fleet.classes.map(({ name }) => classSummary(name, tenants)),
    concentration: {
      cost: concentrationOf(tenants.map((each) => each.cost_usd_per_month)) ?? null,
      queries: concentrationOf(tenants.map((each) => each.queries)) ?? null,
      wakes: concentrationOf(tenants.map((each) => each.wakes)) ?? null,
    },
    tenant_cost_usd_per_month: costQuantiles(tenants),
    saving: {
      suspend_timeout_seconds: shortest_timeout_seconds,
      idle_usd_per_month: sumOf(tenants, (each) => each.idle_usd_per_month),
      saving_usd_per_month: sumOf(tenants, (each) => each.saving_usd_per_month),
      saving_wakes_per_month: sumOf(tenants, (each) => each.saving_wakes_per_month),
    },
    ranking: {
      cost_usd_per_month: ranked(tenants, 'cost_usd_per_month'),
      wakes: ranked(tenants, 'wakes'),
      saving_usd_per_month: ranked(tenants, 'saving_usd_per_month'),
    },
    by_tenant: tenants,
  };
}

function classSummary(name: string, tenants: readonly TenantSummary[]): ClassSummary {
  const own = tenants.filter((tenant) => tenant.class === name);
  return {
    name,
    tenants: own.length,
    cost_usd_per_month: sumOf(own, (each) => each.cost_usd_per_month),
    cost_share: sumOf(own, (each) => each.cost_share),
    wakes: sumOf(own, (each) => each.wakes),
    queries: sumOf(own, (each) => each.queries),
    saving_usd_per_month: sumOf(own, (each) => each.saving_usd_per_month),
  };
}

function costQuantiles(tenants: readonly TenantSummary[]): FleetSummary['tenant_cost_usd_per_month'] {
  const ascending = tenants.map((each) => each.cost_usd_per_month).sort((a, b) => a - b);
  const at = (share: number): number => ascending[Math.max(1, Math.ceil(share * ascending.length)) - 1]!;
  const mean = sumOf(ascending, (value) => value) / ascending.length;
  return { mean, p10: at(0.1), p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

/** Equal values in the order of the fleet. */
function ranked(
  tenants: readonly TenantSummary[],
  by: 'cost_usd_per_month' | 'wakes' | 'saving_usd_per_month',
): readonly RankedTenant[] {
  return tenants
    .filter((each) => each[by] > 0)
    .toSorted((a, b) => b[by] - a[by])
    .slice(0, RANKED)
    .map((each) => ({ compute: each.compute, class: each.class, value: each[by] }));
}

function sumOf<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + figure(item), 0);
}

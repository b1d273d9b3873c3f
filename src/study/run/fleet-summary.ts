import type { FigureInterval } from '../../figures/figure-interval.js';
import { sum, sumOf } from '../../kernel/sums.js';
import type { FleetSpecification, TenantSpecification } from '../../scenario/scenario.js';
import { type Concentration, concentrationOf } from '../../statistics/concentration.js';
import { meanInterval } from '../../statistics/confidence-interval.js';
import type { ComputeSummary } from './compute-summary.js';
import type { FleetSaving, FleetSavings, TenantSaving } from './fleet-savings.js';

/** Maximum number of tenants in a ranking. */
const MAX_RANKED = 10;
/** Confidence level of the interval over draws of tenants. */
const DRAWS_CONFIDENCE = 0.95;

/** One tenant: its drawn values, and the figures of the rankings. */
export interface TenantSummary extends Omit<TenantSpecification, 'phase' | 'key'>, TenantSaving {
  readonly cost_usd_per_month: number;
  /** Share of the fleet's cost. */
  readonly cost_share: number;
  readonly wakes: number;
  readonly queries: number;
}

/** The tenants of one class, or of one team, together. */
export interface ClassSummary
  extends Pick<
    TenantSummary,
    'cost_usd_per_month' | 'cost_share' | 'wakes' | 'queries' | 'saving_usd_per_month'
  > {
  readonly name: string;
  readonly tenants: number;
}

/** The figures for rankings of tenants. */
type Ranking = 'cost_usd_per_month' | 'wakes' | 'saving_usd_per_month' | 'best_saving_usd_per_month';

export interface RankedTenant {
  readonly compute: string;
  readonly class: string;
  readonly value: number;
}

/** A fleet's figures in addition to its total: the cost of each tenant. */
export interface FleetSummary {
  readonly name: string;
  readonly tenants: number;
  /** Tenants without queries. */
  readonly never_used: number;
  readonly classes: readonly ClassSummary[];
  /** The same for each team, the most expensive first; absent if the fleet has none. */
  readonly teams?: readonly ClassSummary[];
  /** How unevenly costs, queries and wakes are spread; `null` if there are none. */
  readonly concentration: Readonly<Record<'cost' | 'queries' | 'wakes', Concentration | null>>;
  /** Monthly cost of a tenant: mean and quantiles over the tenants (nearest rank). */
  readonly tenant_cost_usd_per_month: Readonly<
    Record<'mean' | 'p10' | 'p50' | 'p90' | 'p99' | 'max', number>
  >;
  /**
   * Mean monthly cost of fleets of this size over draws, if they are drawn like this one: an estimate from
   * the differences of its tenants, which are drawn independently. Its half-width is mostly wider than that over
   * replications, which keep the tenants.
   */
  readonly cost_of_draws_usd_per_month: FigureInterval;
  readonly saving: FleetSaving;
  /** The first ten by each measure; a value of 0 is left out. */
  readonly ranking: Readonly<Record<Ranking, readonly RankedTenant[]>>;
  /** All of them, in the order of `computes`. */
  readonly by_tenant: readonly TenantSummary[];
}

/**
 * The figures of a fleet.
 * @param computes one per tenant, in the order of the fleet
 * @param savings one per tenant, in the same order
 */
export function fleetSummary(
  fleet: FleetSpecification,
  computes: readonly ComputeSummary[],
  savings: FleetSavings,
): FleetSummary {
  const total_usd = sumOf(computes, ({ cost_usd_per_month }) => cost_usd_per_month);
  const tenants = fleet.tenants.map((tenant, index): TenantSummary => {
    const { team } = tenant;
    const { cost_usd_per_month, wakes, queries } = computes[index]!;
    const saving = savings.tenants[index]!;
    // Field by field: of a hundred thousand tenants spreading takes as long as all the rest.
    return {
      compute: tenant.compute,
      class: tenant.class,
      ...(team !== undefined && { team }),
      rate_factor: tenant.rate_factor,
      working_set_factor: tenant.working_set_factor,
      utc_offset_hours: tenant.utc_offset_hours,
      cost_usd_per_month,
      cost_share: total_usd > 0 ? cost_usd_per_month / total_usd : 0,
      wakes,
      queries: queries.arrived,
      idle_usd_per_month: saving.idle_usd_per_month,
      saving_usd_per_month: saving.saving_usd_per_month,
      saving_wakes_per_month: saving.saving_wakes_per_month,
      best_suspend_timeout_seconds: saving.best_suspend_timeout_seconds,
      best_saving_usd_per_month: saving.best_saving_usd_per_month,
      best_wakes_per_month: saving.best_wakes_per_month,
      same_wakes_suspend_timeout_seconds: saving.same_wakes_suspend_timeout_seconds,
    };
  });
  return {
    name: fleet.name,
    tenants: tenants.length,
    never_used: tenants.filter(({ queries }) => queries === 0).length,
    classes: fleet.classes.map(({ name }) => groupSummary(tenants, 'class', name)),
    ...teamSummaries(tenants),
    concentration: {
      cost: concentrationOf(tenants.map((each) => each.cost_usd_per_month)) ?? null,
      queries: concentrationOf(tenants.map((each) => each.queries)) ?? null,
      wakes: concentrationOf(tenants.map((each) => each.wakes)) ?? null,
    },
    tenant_cost_usd_per_month: costQuantiles(tenants),
    cost_of_draws_usd_per_month: costOfDraws(tenants),
    saving: savings.fleet,
    ranking: {
      cost_usd_per_month: ranked(tenants, 'cost_usd_per_month'),
      wakes: ranked(tenants, 'wakes'),
      saving_usd_per_month: ranked(tenants, 'saving_usd_per_month'),
      best_saving_usd_per_month: ranked(tenants, 'best_saving_usd_per_month'),
    },
    by_tenant: tenants,
  };
}

/** The totals of each team's tenants; empty if the fleet names no teams. */
function teamSummaries(tenants: readonly TenantSummary[]): Pick<FleetSummary, 'teams'> {
  const names = [...new Set(tenants.flatMap(({ team }) => team ?? []))];
  if (names.length === 0) return {};
  const teams = names.map((name) => groupSummary(tenants, 'team', name));
  return { teams: teams.sort((a, b) => b.cost_usd_per_month - a.cost_usd_per_month) };
}

function groupSummary(all: readonly TenantSummary[], by: 'class' | 'team', name: string): ClassSummary {
  const own = all.filter((tenant) => tenant[by] === name);
  const cost = (of: readonly TenantSummary[]) => sumOf(of, (each) => each.cost_usd_per_month);
  return {
    name,
    tenants: own.length,
    cost_usd_per_month: cost(own),
    cost_share: cost(own) / (cost(all) || 1),
    wakes: sumOf(own, (each) => each.wakes),
    queries: sumOf(own, (each) => each.queries),
    saving_usd_per_month: sumOf(own, (each) => each.saving_usd_per_month),
  };
}

function costQuantiles(tenants: readonly TenantSummary[]): FleetSummary['tenant_cost_usd_per_month'] {
  const ascending = tenants.map((each) => each.cost_usd_per_month).sort((a, b) => a - b);
  const at = (share: number): number => ascending[Math.max(1, Math.ceil(share * ascending.length)) - 1]!;
  const mean = sum(ascending) / ascending.length;
  return { mean, p10: at(0.1), p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

function costOfDraws(tenants: readonly TenantSummary[]): FigureInterval {
  const costs = tenants.map((each) => each.cost_usd_per_month);
  const { mean, half_width, confidence, n } = meanInterval(costs, DRAWS_CONFIDENCE);
  return { mean: n * mean, half_width: n * half_width, confidence };
}

/** Equal values in the order of the fleet. */
function ranked(tenants: readonly TenantSummary[], by: Ranking): readonly RankedTenant[] {
  return tenants
    .filter((each) => each[by] > 0)
    .toSorted((a, b) => b[by] - a[by])
    .slice(0, MAX_RANKED)
    .map((each) => ({ compute: each.compute, class: each.class, value: each[by] }));
}

import type { ComputeSummary } from '../figures/compute-summary.js';
import type { FleetSummary, TenantSummary } from '../figures/fleet-summary.js';
import { type Column, columnsOf, fields, texts } from '../text/csv.js';

/** A tenant with the figures of its compute, and its places in the rankings, from 1. */
export interface TenantRow {
  readonly tenant: TenantSummary;
  readonly compute: ComputeSummary;
  readonly cost_rank: number;
  readonly wakes_rank: number;
  readonly saving_rank: number;
}

const tenant = (...names: readonly (keyof TenantSummary)[]): readonly Column<TenantRow>[] =>
  columnsOf((row) => row.tenant, fields<TenantSummary>(...names));
const compute = (...names: readonly (keyof ComputeSummary)[]): readonly Column<TenantRow>[] =>
  columnsOf((row) => row.compute, fields<ComputeSummary>(...names));

/** The columns of `tenants.csv`. */
export const tenantColumns: readonly Column<TenantRow>[] = [
  ...columnsOf((row: TenantRow) => row.tenant, texts<TenantSummary>('compute', 'class')),
  ...tenant('rate_factor', 'working_set_factor', 'utc_offset_hours'),
  ...compute('cost_usd'),
  ...tenant('cost_usd_per_month', 'cost_share'),
  ...fields<TenantRow>('cost_rank'),
  ...compute('cu_hours', 'active_seconds', 'mean_cu_active', 'max_cu'),
  ...tenant('wakes'),
  ...fields<TenantRow>('wakes_rank'),
  ...compute('resizes'),
  { header: 'queries_arrived', cell: ({ tenant }) => tenant.queries },
  { header: 'queries_failed', cell: ({ compute }) => compute.queries.failed },
  ...compute('wake_probability'),
  { header: 'latency_p50_ms', cell: ({ compute }) => compute.latency_ms.p50 },
  { header: 'latency_p99_ms', cell: ({ compute }) => compute.latency_ms.p99 },
  ...tenant('idle_usd_per_month', 'saving_usd_per_month', 'saving_wakes_per_month'),
  ...fields<TenantRow>('saving_rank'),
  ...tenant('best_suspend_timeout_seconds', 'best_saving_usd_per_month', 'best_wakes_per_month'),
  ...tenant('same_wakes_suspend_timeout_seconds'),
  ...columnsOf((row: TenantRow) => row.tenant, texts<TenantSummary>('team')),
];

/** The tenants with their places in the rankings, the most expensive first. */
export function tenantRows(
  { by_tenant }: FleetSummary,
  computes: readonly ComputeSummary[],
): readonly TenantRow[] {
  const wakes = ranks(by_tenant.map((tenant) => tenant.wakes));
  const savings = ranks(by_tenant.map((tenant) => tenant.saving_usd_per_month));
  const costs = ranks(by_tenant.map((tenant) => tenant.cost_usd_per_month));
  return by_tenant
    .map((tenant, index) => ({
      tenant,
      compute: computes[index]!,
      cost_rank: costs[index]!,
      wakes_rank: wakes[index]!,
      saving_rank: savings[index]!,
    }))
    .sort((a, b) => a.cost_rank - b.cost_rank);
}

/** The place of each value, from 1 for the largest; equal ones in the order given. */
function ranks(values: readonly number[]): readonly number[] {
  const places = values.map((_, index) => index).sort((a, b) => values[b]! - values[a]! || a - b);
  const found = values.map(() => 0);
  places.forEach((index, place) => {
    found[index] = place + 1;
  });
  return found;
}

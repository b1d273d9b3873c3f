import type { ComputeSummary } from './compute-summary.js';
import { type Column, csvTable } from './csv.js';
import type { FleetSummary, TenantSummary } from './fleet-summary.js';

/** A tenant with the figures of its compute, and its places in the rankings, from 1. */
interface TenantRow {
  readonly tenant: TenantSummary;
  readonly compute: ComputeSummary;
  readonly cost_rank: number;
  readonly wakes_rank: number;
  readonly saving_rank: number;
}

const COLUMNS: readonly Column<TenantRow>[] = [
  { header: 'compute', cell: ({ tenant }) => tenant.compute },
  { header: 'class', cell: ({ tenant }) => tenant.class },
  { header: 'rate_factor', cell: ({ tenant }) => tenant.rate_factor },
  { header: 'working_set_factor', cell: ({ tenant }) => tenant.working_set_factor },
  { header: 'utc_offset_hours', cell: ({ tenant }) => tenant.utc_offset_hours },
  { header: 'cost_usd', cell: ({ compute }) => compute.cost_usd },
  { header: 'cost_usd_per_month', cell: ({ tenant }) => tenant.cost_usd_per_month },
  { header: 'cost_share', cell: ({ tenant }) => tenant.cost_share },
  { header: 'cost_rank', cell: (row) => row.cost_rank },
  { header: 'cu_hours', cell: ({ compute }) => compute.cu_hours },
  { header: 'active_seconds', cell: ({ compute }) => compute.active_seconds },
  { header: 'mean_cu_active', cell: ({ compute }) => compute.mean_cu_active },
  { header: 'max_cu', cell: ({ compute }) => compute.max_cu },
  { header: 'wakes', cell: ({ tenant }) => tenant.wakes },
  { header: 'wakes_rank', cell: (row) => row.wakes_rank },
  { header: 'resizes', cell: ({ compute }) => compute.resizes },
  { header: 'queries_arrived', cell: ({ tenant }) => tenant.queries },
  { header: 'queries_failed', cell: ({ compute }) => compute.queries.failed },
  { header: 'wake_probability', cell: ({ compute }) => compute.wake_probability },
  { header: 'latency_p50_ms', cell: ({ compute }) => compute.latency_ms.p50 },
  { header: 'latency_p99_ms', cell: ({ compute }) => compute.latency_ms.p99 },
  { header: 'idle_usd_per_month', cell: ({ tenant }) => tenant.idle_usd_per_month },
  { header: 'saving_usd_per_month', cell: ({ tenant }) => tenant.saving_usd_per_month },
  { header: 'saving_wakes_per_month', cell: ({ tenant }) => tenant.saving_wakes_per_month },
  { header: 'saving_rank', cell: (row) => row.saving_rank },
];

/** The text of `tenants.csv`: a row per tenant, the dearest first. */
export function tenantsCsv({ by_tenant }: FleetSummary, computes: readonly ComputeSummary[]): string {
  const wakes = ranks(by_tenant.map((tenant) => tenant.wakes));
  const savings = ranks(by_tenant.map((tenant) => tenant.saving_usd_per_month));
  const costs = ranks(by_tenant.map((tenant) => tenant.cost_usd_per_month));
  const rows = by_tenant.map(
    (tenant, index): TenantRow => ({
      tenant,
      compute: computes[index]!,
      cost_rank: costs[index]!,
      wakes_rank: wakes[index]!,
      saving_rank: savings[index]!,
    }),
  );
  return csvTable(
    COLUMNS,
    rows.sort((a, b) => a.cost_rank - b.cost_rank),
  );
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

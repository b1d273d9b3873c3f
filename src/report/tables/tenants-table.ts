import type { ComputeSummary } from '../../study/run/compute-summary.js';
import type { FleetSummary, TenantSummary } from '../../study/run/fleet-summary.js';
import { type Column, fileColumn, ofPart } from '../document/column.js';
import type { Unit } from '../figures/unit.js';
import { COMPUTES_COLUMNS } from './compute-tables.js';

type TenantRow = ReturnType<typeof tenantRows>[number];

const rank = fileColumn<TenantRow>();
const drawn = fileColumn<TenantSummary>();
const tenant = (name: keyof TenantSummary, unit: Unit, meaning: string): Column<TenantRow> =>
  ofPart(drawn(name, unit, meaning), (row) => row.tenant);
const compute = (...names: readonly string[]): readonly Column<TenantRow>[] =>
  names.map((name) => ofPart(COMPUTES_COLUMNS.find((each) => each.name === name)!, (row) => row.compute));

export const TENANTS_COLUMNS: readonly Column<TenantRow>[] = [
  tenant('compute', 'text', 'The tenant.'),
  tenant('class', 'text', 'Its class.'),
  tenant('rate_factor', 'number', 'How much more often than its class it is asked, as drawn for it.'),
  tenant(
    'working_set_factor',
    'number',
    'How much larger than its class its working set is, as drawn for it.',
  ),
  { ...tenant('utc_offset_hours', 'hours', 'Its time zone, as drawn for it.'), measure: 'h' },
  ...compute('cost_usd', 'cost_usd_per_month'),
  tenant('cost_share', 'share', "Its part of the fleet's cost."),
  rank('cost_rank', 'count', 'Its place by cost, from 1 for the largest.'),
  ...compute('cu_hours', 'active_seconds', 'mean_cu_active', 'max_cu', 'wakes'),
  rank('wakes_rank', 'count', 'Its place by wakes, from 1 for the most.'),
  ...compute('resizes', 'queries_arrived', 'queries_failed'),
  ...compute('wake_probability', 'latency_p50_ms', 'latency_p99_ms'),
  tenant(
    'idle_usd_per_month',
    'usd_per_month',
    'What its active time in idle periods of a minute or more costs.',
  ),
  tenant(
    'saving_usd_per_month',
    'usd_per_month',
    'Estimated saving with the shortest suspend timeout that the plan allows.',
  ),
  tenant('saving_wakes_per_month', 'per_month', 'Wakes that it adds.'),
  rank('saving_rank', 'count', 'Its place by saving, from 1 for the largest.'),
  tenant(
    'best_suspend_timeout_seconds',
    'seconds',
    'The timeout that costs this tenant least, a wake counted as a minute of running idle.',
  ),
  tenant(
    'best_saving_usd_per_month',
    'usd_per_month',
    'What it saves, less than 0 where it costs more: an estimate.',
  ),
  tenant(
    'best_wakes_per_month',
    'per_month',
    'Wakes that it adds, less than 0 where it spares some: an estimate.',
  ),
  tenant(
    'same_wakes_suspend_timeout_seconds',
    'seconds',
    'Its timeout where the fleet is to save as much as it can without further wakes.',
  ),
  tenant('team', 'text', 'The team that the tenant belongs to, if the fleet has `teams`; empty otherwise.'),
];

/** The tenants with the figures of their computes and their places in the rankings, from 1, the most expensive first. */
export function tenantRows({ by_tenant }: FleetSummary, computes: readonly ComputeSummary[]) {
  const wakes = ranks(by_tenant.map((one) => one.wakes));
  const savings = ranks(by_tenant.map((one) => one.saving_usd_per_month));
  const costs = ranks(by_tenant.map((one) => one.cost_usd_per_month));
  return by_tenant
    .map((one, index) => ({
      tenant: one,
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

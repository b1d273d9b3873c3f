import { HOUR_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { centShares } from '../../vendors/cents.js';
import { attributed } from '../attribution.js';
import type { Bill } from './bill.js';

/** The part of the bill that a tenant of a fleet is charged. */
export interface TenantCharge {
  readonly tenant: string;
  readonly class: string;
  /** The team that pays it; absent if the fleet has no teams. */
  readonly team?: string;
  readonly cu_hours: number;
  /** In whole cents. */
  readonly amount_usd: number;
}

/** The charges of a team: the sum of its tenants. */
export interface TeamCharge {
  readonly team: string;
  readonly tenants: number;
  readonly cu_hours: number;
  readonly amount_usd: number;
}

/** The bill by tenant and by team, the most expensive first; each adds up to the total to the cent. */
export interface Charges {
  readonly tenants: readonly TenantCharge[];
  readonly teams?: readonly TeamCharge[];
}

/**
 * Charges a bill to the tenants of a fleet: compute by their CU-hours, public transfer by their queries, and the rest
 * evenly, since each is a project with the same data. `undefined` without a fleet.
 */
export function chargesOf(
  { fleet }: Pick<Scenario, 'fleet'>,
  { computes }: Pick<RunObservations, 'computes'>,
  { invoices, total_usd }: Pick<Bill, 'invoices' | 'total_usd'>,
): Charges | undefined {
  if (fleet === undefined) return undefined;
  const lines = invoices.flatMap((invoice) => invoice.lines);
  const amountOf = (metric: string) =>
    lines.reduce((sum, line) => sum + (line.metric === metric ? line.amount_usd : 0), 0);
  const [compute_usd, transfer_usd] = [
    amountOf('compute_unit_seconds'),
    amountOf('public_network_transfer_bytes'),
  ];
  const of_compute = attributed(
    compute_usd,
    computes.map(({ cu_seconds }) => cu_seconds),
  );
  const of_transfer = attributed(
    transfer_usd,
    computes.map(({ completed }) => completed),
  );
  const even_usd = (total_usd - compute_usd - transfer_usd) / computes.length;
  const amounts = centShares(
    computes.map((_, index) => of_compute[index]! + of_transfer[index]! + even_usd),
    total_usd,
  );
  const tenants = fleet.tenants
    .map(
      (tenant, index): TenantCharge => ({
        tenant: tenant.compute,
        class: tenant.class,
        ...(tenant.team !== undefined && { team: tenant.team }),
        cu_hours: computes[index]!.cu_seconds / HOUR_SECONDS,
        amount_usd: amounts[index]!,
      }),
    )
    .sort(byAmount);
  return { tenants, ...teamCharges(tenants) };
}

function byAmount(one: { readonly amount_usd: number }, other: { readonly amount_usd: number }): number {
  return other.amount_usd - one.amount_usd;
}

function teamCharges(tenants: readonly TenantCharge[]): Pick<Charges, 'teams'> {
  const teams = new Map<string, { team: string; tenants: number; cu_hours: number; cents: number }>();
  for (const { team, cu_hours, amount_usd } of tenants) {
    if (team === undefined) return {};
    const sum = teams.get(team) ?? { team, tenants: 0, cu_hours: 0, cents: 0 };
    teams.set(team, sum);
    sum.tenants += 1;
    sum.cu_hours += cu_hours;
    sum.cents += Math.round(amount_usd * 100);
  }
  const rows = [...teams.values()].map(
    ({ cents, ...sum }): TeamCharge => ({ ...sum, amount_usd: cents / 100 }),
  );
  return { teams: rows.sort(byAmount) };
}
